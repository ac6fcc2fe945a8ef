import { describe, expect, it } from 'vitest';
import { type Case, buildCase } from '../../../../src/verify/cases/case.ts';
import { createFreshValues } from '../../../../src/model/requests/fresh-values.ts';
import { generateCases, reachOf } from '../../../../src/verify/cases/generate/generate-cases.ts';
import { documentFromValue } from '../../../../src/openapi/document.ts';
import { createFaultFinder, distinctFaults } from '../../../../src/verify/cases/request-faults.ts';
import { type JsonValue, isJsonObject } from '../../../../src/openapi/json/json-value.ts';
import { type LoadedDocument, loadDocument } from '../../../../src/model/load-document.ts';
import { operations } from '../../../../src/model/operation.ts';
import { equalJson } from '../../../../src/openapi/schema/equal-json.ts';
import { bodyText, documentWith, operationOf } from '../things.ts';
import { thingsDocument } from '../../../setup/things-document.ts';

/** With the same fresh values in every case, so that cases can be compared. */
function generate(document: LoadedDocument): Case[] {
  const templates = [...generateCases({ document, operation: operationOf(document), seed: 1 })];
  return templates.map((template) => {
    return buildCase(template, { integer: () => 1_234_567_890, text: (base) => `${base} mark` });
  });
}

const rich = documentWith(`
      allOf:
        - $ref: '#/components/schemas/Base'
        - type: object
          required: [size, colour]
          additionalProperties: true
          properties:
            size: { type: object, required: [width], properties: { width: { type: integer, minimum: 1, maximum: 10 }, unit: { enum: [cm, mm] } } }
            colour: { type: string, minLength: 2, maxLength: 8 }
            tags: { type: array, minItems: 1, maxItems: 3, items: { type: string } }
            sold: { type: boolean }
    Base: { type: object, required: [thingId, title], properties: { thingId: { type: integer, format: int32 }, title: { type: [string, 'null'] } } }`);

const byId = (cases: Case[], id: string): Case => {
  const found = cases.find((item) => item.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
};
const field = (item: Case, name: string): JsonValue | undefined =>
  isJsonObject(item.request.value) ? item.request.value[name] : undefined;

describe.each([
  ['a document of everyday shape', thingsDocument],
  ['a document with more of JSON Schema', rich],
])('%s', (_name, document) => {
  const cases = generate(document);
  const operation = operationOf(document);
  const findFaults = createFaultFinder(document, operation);
  const invalid = cases.filter(({ validity }) => validity.kind === 'invalid');

  it('is broken in one thing only, which the pointer names, unless nothing is there', () => {
    expect(invalid.length).toBeGreaterThan(30);
    for (const { id, validity, request } of invalid) {
      if (id === 'broken/body-an-empty-object') continue;
      const faults = distinctFaults(findFaults(request));
      const [fault] = faults;
      const isPlace = document.locate(fault!.pointer) !== undefined;
      expect({ id, count: faults.length, isPlace }).toEqual({ id, count: 1, isPlace: true });
      expect(validity).toMatchObject({ pointer: fault!.pointer, keyword: fault!.keyword });
    }
  });

  it('differs from a valid request in one member, the headers, or the bytes of the whole', () => {
    const plain = /^(examples\/complete|boundary\/every-property)$/;
    const base = cases.find(({ id }) => plain.test(id))?.request.value;
    if (!isJsonObject(base)) throw new Error('the base is no object');
    for (const { id, request } of cases) {
      if (!id.startsWith('broken/') || !isJsonObject(request.value)) continue;
      const { value } = request;
      if (Object.keys(value).length === 0) continue;
      const names = new Set([...Object.keys(base), ...Object.keys(value)]);
      const changed = [...names].filter((name) => {
        const [before, after] = [base[name], value[name]];
        return before === undefined || after === undefined || !equalJson(before, after);
      });
      const isCoded = request.headers.some(([name]) => name === 'Content-Encoding');
      const isOtherType = isCoded || request.headers[0]?.[1] !== 'application/json';
      const isUsual = request.withCredential !== false && !isOtherType;
      expect({ id, changed: changed.length }).toEqual({ id, changed: isUsual ? 1 : 0 });
    }
  });

  it('breaks nothing where it is valid or open', () => {
    for (const { id, validity, request, outsideOperation } of cases) {
      if (validity.kind === 'invalid' || outsideOperation === true) continue;
      const certain = findFaults(request).filter(({ isOpen }) => !isOpen);
      expect({ id, certain }).toEqual({ id, certain: [] });
    }
  });

  it('sends plain text where success is promised', () => {
    for (const { id, validity, request } of cases) {
      if (validity.kind !== 'valid') continue;
      expect({ id, isPlain: /^[ -~]*$/.test(bodyText(request)) }).toEqual({ id, isPlain: true });
    }
  });
});

describe('cases of a document of everyday shape', () => {
  const cases = generate(thingsDocument);

  it.each([
    'id missing',
    'name missing',
    'id as null',
    'id as a number in a string',
    'id 9223372036854775808',
    'id minus 9223372036854775809',
    'id 18446744073709551617',
    'name inside an array',
    'tag as an integer',
    'no body',
    'blank body',
    'body null',
    'body inside an array',
    'the last byte is missing',
    'garbage behind the body',
    'name nested 10000 deep',
    'a form',
    'xml',
    'xml that says it is json',
  ])('rule out: %s', (title) => {
    expect(byId(cases, `broken/${title.replaceAll(' ', '-')}`).validity.kind).toBe('invalid');
  });

  it.each([
    'a byte order mark',
    'invalid utf 8',
    'json as text plain',
    'json without a media type',
    'json under a malformed media type',
    'json under a malformed parameter',
    'no credential',
  ])('leave open, and --strict too: %s', (title) => {
    expect(byId(cases, `broken/${title.replaceAll(' ', '-')}`).validity).toMatchObject({
      kind: 'open',
      strictlyValid: false,
    });
  });

  it.each(['name', 'tag'])('send %s in every class of text', (name) => {
    const kind = (title: string) => byId(cases, `boundary/${name}-with-${title}`).validity.kind;
    expect(kind('digits-and-leading-zeros')).toBe('valid');
    for (const title of [
      'every-printable-ascii-character',
      'placeholders-of-template-languages',
      '120-characters',
      'no-characters',
      'latin-1-letters',
      'cjk-characters',
      'astral-characters',
      'combining-characters',
      'right-to-left-text',
      'control-characters-as-escapes',
      '1-000-characters',
      '10-000-characters',
    ]) {
      expect(kind(title)).toBe('open');
    }
  });

  it('send the edges of int64 as they are, and say that the identity is not fresh', () => {
    for (const id of ['9223372036854775807', 'minus-9223372036854775808', '9007199254740993']) {
      const edge = byId(cases, `boundary/id-${id}`);
      expect(bodyText(edge.request)).toContain(`"id":${id.replace('minus-', '-')},`);
      expect(edge).toMatchObject({ validity: { kind: 'valid' }, fixedIdentity: true });
    }
  });

  it('send the examples of the document with an identity of their own', () => {
    expect(bodyText(byId(cases, 'examples/largest-id').request)).toBe(
      '{"id":1234567890,"name":"Table mark","tag":"wood"}',
    );
    expect(byId(cases, 'examples/complete').fixedIdentity).toBeUndefined();
  });

  it('mark every name, and draw every id, wherever both are sent and neither is the point', () => {
    for (const item of cases.filter(({ id }) => id.startsWith('random/'))) {
      expect(field(item, 'id')).toBe(1_234_567_890);
      expect(field(item, 'name')).toMatch(/mark$/);
    }
  });
});

describe('cases of other schemas', () => {
  const cases = generate(rich);

  it.each([
    ['boundary/size-width-2', '"width":2,'],
    ['boundary/size-width-10', '"width":10,'],
    ['boundary/size-unit-mm', '"unit":"mm"'],
    ['boundary/colour-of-8-characters', '"colour":" markxxx"'],
    ['boundary/tags-of-3-items', '"tags":["sample","sample","sample"]'],
    ['boundary/sold-false', '"sold":false'],
    ['boundary/thing-id-2147483647', '"thingId":2147483647'],
    ['broken/size-width-missing', '"size":{"unit":"cm"}'],
    ['broken/size-width-11', '"width":11,'],
    ['broken/thing-id-2147483648', '"thingId":2147483648'],
    ['broken/colour-too-short', '"colour":"x"'],
    ['broken/colour-too-long', '"colour":"xxxxxxxxx"'],
    ['broken/size-unit-outside-its-list', '"unit":"none of the listed values"'],
  ])('%s', (id, part) => {
    expect(bodyText(byId(cases, id).request)).toContain(part);
  });

  it('take what the types allow: null for a nullable string is no mistake', () => {
    expect(cases.map(({ id }) => id)).not.toContain('broken/title-as-null');
  });

  it('draw identities within the range of their own schema', () => {
    const operation = operationOf(rich);
    const fresh = createFreshValues({ seed: 1, runId: 'run' });
    const [first] = [...generateCases({ document: rich, operation, seed: 1, randomCases: 0 })];
    const id = field(buildCase(first!, fresh), 'thingId');
    expect(Number(id)).toBeLessThanOrEqual(2 ** 31 - 1);
  });

  it('are also there for an operation without a body', () => {
    const document = loadDocument(
      `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things/{thingId}:
    get:
      parameters:
        - { name: thingId, in: path, required: true, schema: { type: integer } }
        - { name: lang, in: query, required: true, schema: { type: string, example: en } }
      responses: { '200': { description: done } }
`,
      'things.yaml',
    );
    const [operation] = operations(document);
    const templates = [...generateCases({ document, operation: operation!, seed: 1 })];
    const fresh = createFreshValues({ seed: 1, runId: 'run' });
    const sent = templates.flatMap((template) => {
      const { id, validity, request, outsideOperation } = buildCase(template, fresh);
      return outsideOperation === true ? [] : `${id} ${validity.kind} ${request.target}`;
    });
    const odd = encodeURIComponent('O\'x "y" \\ % _ ; -- ([{*+? é 漢 🌿').replaceAll(
      /['(*]/g,
      (character) => `%${Buffer.from(character).toString('hex').toUpperCase()}`,
    );
    expect(sent).toEqual([
      'boundary/the-least-request open /things/42?lang=en',
      'boundary/path-parameter-thing-id-minus-1 open /things/-1?lang=en',
      'boundary/path-parameter-thing-id-2147483648 open /things/2147483648?lang=en',
      'boundary/path-parameter-thing-id-9223372036854775808 open /things/9223372036854775808?lang=en',
      'broken/path-parameter-thing-id-as-a-word invalid /things/seven?lang=en',
      'broken/path-parameter-thing-id-as-a-fraction invalid /things/1.5?lang=en',
      'broken/path-parameter-thing-id-minus-0-5 invalid /things/-0.5?lang=en',
      'broken/query-parameter-lang-missing invalid /things/42',
      'boundary/query-parameter-lang-empty open /things/42?lang=',
      `boundary/query-parameter-lang-with-odd-characters open /things/42?lang=${odd}`,
    ]);
  });

  it.each([
    [
      'a number of a map',
      'levels: { type: object, additionalProperties: { type: integer, format: int64 } }',
      '"levels":{"other":9007199254740993}',
    ],
    [
      'what an example leaves out',
      'lines: { type: array, items: { type: object, properties: { n: { type: integer }, price: { type: number, multipleOf: 0.25 } } }, example: [{ n: 1 }] }',
      '"lines":[{"n":1,"price":0.25}]',
    ],
    [
      'a multiple that is a fraction',
      'price: { type: number, multipleOf: 0.25, example: 3 }',
      '"price":0.25',
    ],
    ['a half beyond bounds', 'price: { type: number, minimum: 10, example: 11 }', '"price":10.5'],
    [
      'a half between close bounds',
      'price: { type: number, minimum: 3, maximum: 4, example: 3 }',
      '"price":3.5',
    ],
  ])('have edges of %s', (_what, property, part) => {
    const document = documentWith(`{ type: object, properties: { ${property} } }`);
    const valid = generate(document).filter(
      ({ id, validity }) => id.startsWith('boundary/') && validity.kind === 'valid',
    );
    expect(valid.map(({ request }) => bodyText(request))).toContainEqual(
      expect.stringContaining(part),
    );
  });

  it('survive a schema that contains itself', () => {
    const tree = documentWith(
      "{ type: object, required: [name], properties: { name: { type: string }, child: { $ref: '#/components/schemas/Thing' } } }",
    );
    expect(generate(tree).length).toBeGreaterThan(50);
  });
});

describe('a text with a largest length', () => {
  const document = documentWith(
    '{ type: object, required: [title], properties: { title: { type: string, maxLength: 80 } } }',
  );
  const operation = operationOf(document);

  it.each([
    [80, []],
    [130, [120]],
    [5000, [120, 1000]],
  ])('of %i has as many characters as its case says', (maxLength, lengths) => {
    const limited = documentWith(
      `{ type: object, required: [title], properties: { title: { type: string, maxLength: ${maxLength} } } }`,
    );
    const fresh = createFreshValues({ seed: 1, runId: '8ddfbe26' });
    const sent = [...generateCases({ document: limited, operation: operationOf(limited), seed: 1 })]
      .filter(({ id }) => /^boundary\/title-with-[\d-]+-characters$/.test(id))
      .map((generateCase) => [
        generateCase.id,
        (field(buildCase(generateCase, fresh), 'title') as string).length,
      ]);
    const named = (length: number): string => length.toLocaleString('en').replace(',', '-');
    expect(sent).toEqual(
      lengths.map((length) => [`boundary/title-with-${named(length)}-characters`, length]),
    );
  });

  it('stays within it, however long the marker is', () => {
    const findFaults = createFaultFinder(document, operation);
    const fresh = createFreshValues({ seed: 1, runId: '8ddfbe26', marker: 'm'.repeat(32) });
    for (const seed of [1, 2, 3]) {
      const cases = [...generateCases({ document, operation, seed })].map((generateCase) =>
        buildCase(generateCase, fresh),
      );
      const valid = cases.filter(({ validity }) => validity.kind === 'valid');
      expect(valid.length).toBeGreaterThan(5);
      for (const { id, request } of valid) {
        expect({ id, faults: findFaults(request) }).toEqual({ id, faults: [] });
      }
    }
  });
});

it('a schema that nothing can be made of loses its own operation, and says which', () => {
  const content = { 'application/json': { schema: { $ref: '#/nowhere' } } };
  const document = documentFromValue({
    openapi: '3.1.0',
    paths: { '/a': { post: { operationId: 'broken', requestBody: { content }, responses: {} } } },
  });
  const options = { document, operation: operations(document)[0]!, seed: 1 };
  expect([...generateCases(options)]).toEqual([]);
  expect(reachOf(options)).toMatchObject({ operation: 'broken', level: 'none' });
  expect(reachOf(options).message).toMatch(/^nothing can be made up for it: /);
});
