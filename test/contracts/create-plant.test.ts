/** The curated cases: what they cover. What a server does with them is the contract suite's. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Case, buildCase } from '../../src/verify/cases/case.ts';
import { createFreshValues } from '../../src/model/requests/fresh-values.ts';
import { readCaseFile } from '../../src/verify/cases/read-case-file.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { type JsonValue, isJsonObject, typeName } from '../../src/openapi/json/json-value.ts';
import { showJson } from '../../src/openapi/json/stringify-json.ts';
import { readYaml } from '../../src/openapi/read-yaml.ts';

const documentFile = 'spec/plant-store.openapi.yaml';
const document = loadDocument(readFileSync(documentFile, 'utf8'), documentFile);
const caseFile = 'contracts/create-plant.yaml';
const templates = readCaseFile(readYaml(readFileSync(caseFile, 'utf8'), caseFile), document);
const fresh = createFreshValues({ seed: 1, runId: 'test' });
const cases = templates.map((template) => buildCase(template, fresh));

const text = ({ request }: Case): string => new TextDecoder().decode(request.body);
const field = ({ request }: Case, name: string): JsonValue | undefined =>
  isJsonObject(request.value) ? request.value[name] : undefined;
const ofKind = (kind: string): Case[] => cases.filter(({ validity }) => validity.kind === kind);
const contentType = ({ request }: Case): string | undefined => request.headers[0]?.[1];

describe('the valid cases', () => {
  it.each([
    0,
    1,
    -1,
    2 ** 31,
    -(2 ** 31),
    2 ** 53 - 1,
    2n ** 53n + 1n,
    -(2 ** 53 - 1),
    -(2n ** 53n) - 1n,
    -(2n ** 63n),
    2n ** 63n - 1n,
  ])('send the id %s as it is', (id) => {
    const found = ofKind('valid').filter((item) => field(item, 'id') === id);
    expect(found).toHaveLength(1);
    expect(text(found[0]!)).toContain(`"id":${id},`);
    expect(found[0]!.fixedIdentity).toBe(true);
  });

  it.each<[string, (item: Case) => boolean]>([
    ['no tag', (item) => field(item, 'tag') === undefined],
    ['an escaped slash', (item) => text(item).includes('\\/')],
    ['an escaped letter', (item) => text(item).includes('\\u0041')],
    ['keys in another order', (item) => /^\{"tag".*"name".*"id"/.test(text(item))],
    ['line breaks between fields', (item) => text(item).includes(',\n  "name"')],
    ['white space around the body', (item) => /^\s+\{.*\}\s+$/.test(text(item))],
    ['a charset', (item) => contentType(item) === 'application/json; charset=utf-8'],
    ['a media type in capitals', (item) => contentType(item) === 'Application/JSON'],
  ])('have one with %s', (_what, matches) => {
    expect(ofKind('valid').filter((item) => matches(item)).length).toBeGreaterThan(0);
  });

  it('send plain text only: what a store does with other text is its own business', () => {
    for (const item of ofKind('valid')) {
      for (const name of ['name', 'tag']) {
        expect(field(item, name) ?? 'x').toMatch(/^[A-Za-z\d ./-]{1,64}$/);
      }
    }
  });
});

describe('the open cases', () => {
  it.each([
    ['umlauts', /[äöüß]/],
    ['CJK', /\p{Script=Han}/u],
    ['emoji', /\p{Extended_Pictographic}/u],
  ])('have a name and a tag with %s', (_what, pattern) => {
    for (const name of ['name', 'tag']) {
      const found = ofKind('open').filter((item) =>
        pattern.test(showJson(field(item, name) ?? '', 999)),
      );
      expect(found.length).toBeGreaterThan(0);
    }
  });

  it.each(['\\u00e9', '\\ud83c\\udf37', '\\t', '\\n'])('have the escape %s', (escape) => {
    expect(ofKind('open').some((item) => text(item).includes(escape))).toBe(true);
  });
});

describe('the invalid cases', () => {
  it.each(['id', 'name'])('have one without %s and nothing else wrong', (name) => {
    const found = ofKind('invalid').filter(
      ({ validity, request }) =>
        validity.kind === 'invalid' &&
        validity.keyword === 'required' &&
        isJsonObject(request.value) &&
        !Object.keys(request.value).some((key) => key.toLowerCase() === name),
    );
    expect(found).not.toHaveLength(0);
  });

  it('have a name under a capital', () => {
    const found = ofKind('invalid').filter((item) => field(item, 'Name') !== undefined);
    expect(found).toHaveLength(1);
  });

  const types = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
  const wrong = [
    ['id', 'integer'],
    ['name', 'string'],
    ['tag', 'string'],
  ].flatMap(([name, right]) =>
    types.filter((type) => type !== right).map((type) => [name!, type] as const),
  );
  it.each(wrong)('have %s as %s', (name, type) => {
    const found = ofKind('invalid').filter((item) => {
      const value = field(item, name);
      return value !== undefined && typeName(value) === type && item.validity.kind === 'invalid';
    });
    const blamed = found.filter(
      ({ validity }) =>
        validity.kind === 'invalid' && validity.pointer.endsWith(`/properties/${name}/type`),
    );
    expect(blamed.length).toBeGreaterThan(0);
  });

  it.each([
    '"id":"1042"',
    '"id":730421.5',
    '"id":9223372036854775808',
    '"id":-9223372036854775809',
  ])('have %s', (spelling) => {
    expect(ofKind('invalid').filter((item) => text(item).includes(spelling))).toHaveLength(1);
  });

  it.each(['null', 'array', 'string', 'integer', 'boolean'])('have a body that is %s', (type) => {
    const found = ofKind('invalid').filter(
      ({ request }) => request.value !== undefined && typeName(request.value) === type,
    );
    expect(found).toHaveLength(1);
  });

  it.each<[string, (item: Case) => boolean]>([
    ['no body', ({ request }) => request.body === undefined],
    ['an empty body', ({ request }) => request.body?.length === 0],
    ['truncated JSON', (item) => /^\{"id":\d+,"name":"[^"]+"$/.test(text(item))],
    ['a trailing comma', (item) => text(item).endsWith(',}')],
    ['single quotes', (item) => text(item).startsWith("{'")],
    ['a form', (item) => contentType(item) === 'application/x-www-form-urlencoded'],
    ['XML', (item) => contentType(item) === 'application/xml'],
  ])('have %s', (_what, matches) => {
    expect(ofKind('invalid').filter((item) => matches(item))).toHaveLength(1);
  });

  it('point at what is broken in the document', () => {
    for (const { id, validity } of ofKind('invalid')) {
      const pointer = validity.kind === 'invalid' ? validity.pointer : '';
      expect([id, document.locate(pointer)]).not.toEqual([id, undefined]);
    }
  });
});

it('uses no id and no name twice', () => {
  const sent = [...ofKind('valid'), ...ofKind('open')];
  for (const name of ['id', 'name']) {
    const values = sent.map((item) => showJson(field(item, name) ?? '', 999));
    expect(new Set(values).size).toBe(values.length);
  }
});
