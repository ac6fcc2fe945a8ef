import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latin1 } from '../../src/http/latin1.ts';
import { type FormReading, readForm } from '../../src/http/read-form.ts';
import { type WrittenForm, writeForm } from '../../src/http/write-body.ts';
import { type Form, formOf } from '../../src/model/form.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { anything, kinds } from '../model/parameters/kinds.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

function formWith(name: string, properties: JsonObject, encoding: JsonObject = {}): Form {
  const schema = { type: 'object', properties };
  return formOf({ media: { schema, encoding } }, '/media', name)!;
}

function roundTrip(form: Form, value: JsonObject): JsonObject | undefined {
  const { body, contentType } = writeForm(form, value);
  const read = readForm(form, body, contentType);
  return read.ok && read.faults.length === 0 ? read.value : undefined;
}

function textOf({ body }: WrittenForm): string {
  return new TextDecoder().decode(body);
}

/** With what a multipart form, which encodes nothing, can't have in it. */
const ENCODINGS: Record<string, [encoding: JsonObject, lost: RegExp]> = {
  'no encoding': [{}, /(?!)/g],
  'a list in one text': [{ style: 'form', explode: false }, /,/g],
  'names in brackets': [{ style: 'deepObject', explode: true }, /[[\]]/g],
  'properties as fields': [{ style: 'form', explode: true }, /(?!)/g],
};

/** Nothing stands for what is empty, unless it is JSON; a lone empty text looks like an empty list. */
function isLost(value: JsonValue, encoding: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isEmpty = Object.keys(value).length === 0;
  const isJson = encoding === 'no encoding' && !Array.isArray(value);
  const isLone = Array.isArray(value) && value.length === 1 && value[0] === '';
  return (isEmpty && !isJson) || (isLone && encoding === 'a list in one text');
}

describe.each([URLENCODED, MULTIPART])('a field of %s', (name) => {
  describe.each(Object.entries(ENCODINGS))('with %s', (encoding, [example, lost]) => {
    const texts = anything.map((text) => (name === MULTIPART ? text.replaceAll(lost, '') : text));
    it.each(Object.entries(kinds(texts)))('that is a %s is read as written', (_kind, kind) => {
      const form = formWith(name, { v: kind.schema }, { v: example });
      fc.assert(
        fc.property(kind.values, (value) => {
          fc.pre(!isLost(value, encoding));
          expect(roundTrip(form, { v: value })).toEqual({ v: value });
        }),
      );
    });
  });

  it('that the document does not have is read as a text', () => {
    const form = formWith(name, { a: { type: 'integer' } });
    expect(roundTrip(form, { a: 1, b: '1', c: 'ü&=' })).toEqual({ a: 1, b: '1', c: 'ü&=' });
  });

  it('that says what it can not be is read as the text that it has', () => {
    const form = formWith(name, { a: { type: 'integer' }, b: { type: 'boolean' } });
    expect(roundTrip(form, { a: 'x', b: 7 })).toEqual({ a: 'x', b: 7 });
  });

  it('that is null is left out', () => {
    const form = formWith(name, { a: { type: ['string', 'null'] } });
    expect(roundTrip(form, { a: null })).toEqual({});
  });

  it('that is a list of objects has the JSON of each', () => {
    const form = formWith(name, { a: { type: 'array', items: { type: 'object' } } });
    const value = { a: [{ b: 2n ** 63n }, { b: [1, { c: '&' }] }] };
    expect(roundTrip(form, value)).toEqual(value);
  });
});

describe('a multipart form', () => {
  const file = { type: 'string', format: 'binary' };

  it('has the bytes of its files', () => {
    const form = formWith(MULTIPART, { one: file, all: { type: 'array', items: file } });
    const bytes = fc.uint8Array({ maxLength: 300 }).map(latin1);
    fc.assert(
      fc.property(bytes, fc.array(bytes, { minLength: 1, maxLength: 3 }), (single, all) => {
        expect(roundTrip(form, { one: single, all })).toEqual({ one: single, all });
      }),
    );
  });

  it('has names of any kind', () => {
    const names = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((word) => !word.endsWith('\\'));
    fc.assert(
      fc.property(names, (name) => {
        fc.pre(name.trim() === name && !/%(22|0D|0A)|\\"/i.test(name) && name !== '__proto__');
        expect(roundTrip(formWith(MULTIPART, {}), { [name]: 'x' })).toEqual({ [name]: 'x' });
      }),
    );
  });

  it('is read as the web writes it', async () => {
    const data = new FormData();
    data.append('n', '9223372036854775807');
    data.append('tags', 'a');
    data.append('tags', 'b"ü');
    data.append('meta', new Blob(['{"a":1}'], { type: 'application/json' }));
    data.append(
      'file',
      new File([Uint8Array.of(0, 255, 13, 10)], 'a "b".png', { type: 'image/png' }),
    );
    const form = formWith(MULTIPART, {
      n: { type: 'integer', format: 'int64' },
      tags: { type: 'array', items: { type: 'string' } },
      meta: { type: 'object' },
      file,
    });
    const response = new Response(data);
    const contentType = response.headers.get('content-type')!;
    const body = new Uint8Array(await response.arrayBuffer());
    expect(readForm(form, body, contentType)).toEqual({
      ok: true,
      faults: [],
      value: {
        n: 9223372036854775807n,
        tags: ['a', 'b"ü'],
        meta: { a: 1 },
        file: '\u0000\u00FF\r\n',
      },
    });
  });

  it('is read by the web as it is written', async () => {
    const form = formWith(MULTIPART, { 'a "b"': { type: 'string' }, file });
    const { body, contentType } = writeForm(form, { 'a "b"': 'ü\r\n', file: '\u0000\u00FF' });
    const headers = { 'content-type': contentType };
    const data = await new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData();
    expect(data.get('a "b"')).toBe('ü\r\n');
    const read = data.get('file') as File;
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(Uint8Array.of(0, 255));
  });

  it('has the types and the required headers that its encoding says', () => {
    const headers = {
      'X-Size': { required: true, schema: { type: 'integer', minimum: 3, example: 3 } },
      'X-Note': { schema: { type: 'string' } },
    };
    const form = formWith(
      MULTIPART,
      { file },
      { file: { contentType: 'image/*, text/csv', headers } },
    );
    const written = writeForm(form, { file: 'x' });
    expect(textOf(written)).toContain('\r\nContent-Type: image/png\r\nX-Size: 3\r\n\r\nx\r\n');
    const faults = (change: (text: string) => string): string[] => {
      const body = new TextEncoder().encode(change(textOf(written)));
      const read = readForm(form, body, written.contentType);
      return read.ok ? read.faults.map(({ reason }) => reason) : [read.message];
    };
    expect(faults(String)).toEqual([]);
    expect(faults((text) => text.replace('image/png', 'text/csv'))).toEqual([]);
    expect(faults((text) => text.replace('image/png', 'text/plain'))).toEqual([
      'the part file must be image/* or text/csv, got "text/plain"',
    ]);
    expect(faults((text) => text.replace('X-Size: 3', 'X-Size: 2'))).toEqual([
      'the header X-Size of the part file must be at least 3, got 2',
    ]);
    expect(faults((text) => text.replace('X-Size: 3\r\n', ''))).toEqual([
      'the header X-Size of the part file is required',
    ]);
  });

  it('may be of any type where nothing is said of its bytes', () => {
    const form = formWith(MULTIPART, {
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
    });
    const { body, contentType } = writeForm(form, { file: 'x' });
    const sent = new TextDecoder().decode(body).replace('application/octet-stream', 'image/png');
    expect(sent).toContain('image/png');
    const read = readForm(form, new TextEncoder().encode(sent), contentType);
    expect(read).toMatchObject({ ok: true, faults: [] });
  });
});

describe('a body that is no form', () => {
  const form = formWith(MULTIPART, {});
  const read = (text: string, contentType = 'multipart/form-data; boundary=b'): FormReading =>
    readForm(form, new TextEncoder().encode(text), contentType);
  const head = 'Content-Disposition: form-data; name="a"';

  it.each([
    ['without a boundary in its type', '--b--', 'multipart/form-data', /no boundary$/],
    [
      'with a damaged boundary in its type',
      '--b--',
      'multipart/form-data; boundary="ü"',
      /malformed/,
    ],
    ['of another boundary', '--c\r\n--c--', undefined, /has no boundary in it/],
    ['that ends too early', `--b\r\n${head}\r\n\r\nx`, undefined, /ends before its last boundary/],
    [
      'without a name',
      '--b\r\nContent-Type: a/b\r\n\r\nx\r\n--b--',
      undefined,
      /no name for its part 1/,
    ],
    ['whose headers have no end', `--b\r\n${head}\r\n--b--`, undefined, /no empty line behind/],
    [
      'of many parts',
      `${`--b\r\n${head}\r\n\r\n\r\n`.repeat(1001)}--b--`,
      undefined,
      /more than 1000/,
    ],
    ['of JSON', '{"a":1}', undefined, /has no boundary in it/],
  ])('%s says why', (_name, text, contentType, message) => {
    expect(read(text, contentType)).toEqual({ ok: false, message: expect.stringMatching(message) });
  });

  it('of bytes that are no text says so', () => {
    const body = Uint8Array.of(0x61, 0x3d, 0xff);
    expect(readForm(formWith(URLENCODED, {}), body, URLENCODED)).toEqual({
      ok: false,
      message: 'is not well-formed UTF-8',
    });
  });

  it('never stops the reader, whatever it is', () => {
    const pieces = ['--b', '\r\n', '--', head, '; filename="', '"', ':', 'x', '\u00FF', '\0', '='];
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 30 });
    fc.assert(fc.property(texts, (parts) => void read(parts.join(''))));
  });

  it('is no slower for many names than for few', () => {
    const body = new TextEncoder().encode(
      Array.from({ length: 5000 }, (_, i) => `a${i}=1`).join('&'),
    );
    const start = performance.now();
    readForm(formWith(URLENCODED, {}), body, URLENCODED);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

it('a field with names in brackets may be written so by others', () => {
  const form = formWith(
    URLENCODED,
    { a: { type: 'object', properties: { b: { type: 'array', items: { type: 'integer' } } } } },
    { a: { style: 'deepObject', explode: true } },
  );
  const body = new TextEncoder().encode('a[b][]=1&a%5Bb%5D%5B%5D=2');
  expect(readForm(form, body, URLENCODED)).toMatchObject({ value: { a: { b: [1, 2] } } });
});
