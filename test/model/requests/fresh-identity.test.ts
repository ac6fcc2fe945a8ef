import { describe, expect, it } from 'vitest';
import { type CaseTemplate, buildCase } from '../../../src/verify/cases/case.ts';
import { type FreshValues, createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import {
  freshIdentity,
  freshText,
  hasFewIdentities,
  absentIdentity,
  mayBeTaken,
} from '../../../src/model/requests/fresh-identity.ts';
import { generateCases, reachOf } from '../../../src/verify/cases/generate/generate-cases.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
} from '../../../src/openapi/json/json-value.ts';
import { stringifyJson } from '../../../src/openapi/json/stringify-json.ts';
import { operations } from '../../../src/model/operation.ts';
import { makePlan, planCases } from '../../../src/verify/run/plan.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';

const values = (runId = 'a') => createFreshValues({ seed: 1, runId });

function identities(schema: JsonObject, count: number, runId?: string): JsonValue[] {
  const effective = effectiveSchema(schema, '');
  const fresh = values(runId);
  return Array.from({ length: count }, () => freshIdentity(effective, fresh));
}

describe('a fresh identity', () => {
  it('is no longer than what is made up', () => {
    for (const minLength of [2 ** 31, 1e21]) {
      const [text] = identities({ type: 'string', minLength }, 1);
      expect(text).toMatch(/^.{1,99}$/);
    }
  });

  it.each([
    ['tableName', { minLength: 20 }, /^v\d{19}$/],
    ['name', { maxLength: 16 }, /^\d{1,16}$/],
    ['id', {}, /^\d+$/],
  ])('starts with a letter where it is a name that has room: %s %j', (property, bounds, form) => {
    const schema = effectiveSchema({ type: 'string', ...bounds }, '');
    expect(freshIdentity(schema, values(), property)).toMatch(form);
  });

  it('keeps to a bound that stands alone', () => {
    const asked: unknown[] = [];
    const integer: FreshValues['integer'] = (within) => asked.push(within);
    for (const bound of [{ minimum: 0 }, { maximum: 10 }]) {
      const schema = effectiveSchema({ type: 'integer', ...bound }, '');
      freshIdentity(schema, { ...values(), integer });
    }
    expect(asked).toEqual([
      { minimum: 0n, maximum: 2n ** 63n - 1n },
      { minimum: -(2n ** 63n), maximum: 10n },
    ]);
  });

  it.each<[what: string, schema: JsonObject]>([
    ['a word', { pattern: '^[a-z]{3,12}$' }],
    ['a key of any length', { pattern: '^[a-z0-9_]+$' }],
    ['a text with a look-around', { pattern: '^(?=.*\\d)[a-z\\d]{8,20}$' }],
    ['a short text', { maxLength: 8 }],
    ['a long text', { minLength: 30 }],
    ['an address', { format: 'email' }],
    ['a UUID', { format: 'uuid' }],
  ])('is another one each time, and in each run: %s', (_what, rest) => {
    const schema = { type: 'string', ...rest };
    const all = [...identities(schema, 300), ...identities(schema, 300, 'b')];
    expect(new Set(all).size).toBe(600);
    const validate = compileSchema(schema, '');
    expect(all.flatMap((identity) => validate(identity))).toEqual([]);
  });

  it('is each of the few that there are, before one comes again', () => {
    const few: JsonObject = { type: 'string', pattern: '^[a-c]$' };
    expect(new Set(identities(few, 3))).toEqual(new Set(['a', 'b', 'c']));
    expect(new Set(identities({ enum: ['x', 'y'] }, 2))).toEqual(new Set(['x', 'y']));
    const small = { type: 'integer', minimum: 5, maximum: 6 };
    expect(new Set(identities(small, 2))).toEqual(new Set([5, 6]));
  });

  it.each<[schema: JsonObject, isFew: boolean]>([
    [{ type: 'string', pattern: '^ORD-\\d{4}$' }, true],
    [{ type: 'string', maxLength: 3 }, true],
    [{ enum: ['x', 'y'] }, true],
    [{ type: 'integer', minimum: 1, maximum: 100 }, true],
    [{ type: 'string', pattern: '^[a-z]{3,12}$' }, false],
    [{ type: 'string', format: 'email', maxLength: 30 }, false],
    [{ type: 'string' }, false],
    [{ type: 'integer', format: 'int32' }, false],
  ])('is one of few: %j', (schema, isFew) => {
    expect(hasFewIdentities(effectiveSchema(schema, ''))).toBe(isFew);
  });
});

/** POST /customers and GET /customers/{handle}. */
function shop(handle: JsonObject, others: JsonObject = {}, example?: JsonObject) {
  const schema = {
    type: 'object',
    required: ['handle'],
    properties: { handle, ...others },
  };
  const content = { 'application/json': { schema, ...(example && { example }) } };
  const responses = { 200: { description: 'ok', content }, 404: { description: 'none' } };
  const parameters = [{ name: 'handle', in: 'path', required: true, schema: handle }];
  const document = documentFromValue({
    paths: {
      '/customers': { post: { operationId: 'create', requestBody: { content }, responses } },
      '/customers/{handle}': { get: { operationId: 'read', parameters, responses } },
    },
  });
  const all = operations(document);
  return all.map((operation) => ({ document, operation, seed: 1 }));
}

/** What they send, each of them five times. */
function sent(templates: readonly CaseTemplate[]): JsonObject[] {
  const fresh = values();
  const all = templates.flatMap((template) => Array.from({ length: 5 }, () => template));
  const bodies = all.map((template) => buildCase(template, fresh).request.value);
  return bodies.filter((body) => isJsonObject(body));
}

describe('cases of a client-chosen key', () => {
  const word = { type: 'string', pattern: '^[a-z]{3,12}$' };
  const order = { type: 'string', pattern: '^ORD-\\d{4}$' };

  it('use none twice, unless the key is what they are about', () => {
    const cases = [...generateCases(shop(word)[0]!)];
    const keys = sent(
      cases.filter((template) => template.validity.kind === 'valid' && !template.fixedIdentity),
    );
    expect(keys.length).toBeGreaterThan(9);
    expect(new Set(keys.map(({ handle }) => handle)).size).toBe(keys.length);
  });

  it('may be refused as used, where there are few', () => {
    const [create, read] = shop(order);
    const valid = [...generateCases(create!)].filter(({ validity }) => validity.kind === 'valid');
    expect(valid.length).toBeGreaterThan(1);
    expect(valid.every(({ fixedIdentity }) => fixedIdentity)).toBe(true);
    const reads = [...generateCases(read!)];
    expect(reads.filter(({ validity }) => validity.kind === 'valid')).toEqual([]);
    expect(reads.filter(({ id }) => id.includes('of-nothing'))).toEqual([]);
    const plan = planCases(makePlan([...generateCases(create!)], { seed: 1, requests: 40 }));
    expect(plan.map(({ id }) => id)).toContain('run/used-identity');
    expect(reachOf(read!)).toMatchObject({
      level: 'partial',
      message: 'there are so few values of handle that others may use the one that is created',
    });
    const many = [...generateCases(shop(word)[1]!)].map(({ id }) => id);
    expect(many).toContain('broken/read/handle-of-nothing');
  });
});

describe('texts of a format', () => {
  const word = { type: 'string', pattern: '^[a-z]{3,12}$' };
  const text = (format: string, more: JsonObject = {}): JsonObject => {
    return { type: 'string', format, ...more };
  };
  const distinct = (name: string, [create]: ReturnType<typeof shop>): JsonValue[] => {
    const valid = [...generateCases({ ...create!, randomCases: 0 })].filter(
      ({ validity, fixedIdentity }) => validity.kind === 'valid' && fixedIdentity !== true,
    );
    const all = sent(valid).flatMap((body) => body[name] ?? []);
    expect(all.length).toBeGreaterThan(4);
    return [...new Set(all)];
  };

  it.each<[format: string, form: RegExp]>([
    ['email', /^verify-a-\d+@example\.com$/],
    ['uri', /^https:\/\/example\.com\/verify-a-\d+$/],
    ['hostname', /^verify-a-\d+\.example\.com$/],
    ['uuid', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8000-[\da-f]{12}$/],
  ])('are others in every request: %s', (format, form) => {
    const all = distinct('own', shop(word, { own: text(format) }));
    expect(all.length).toBeGreaterThan(9);
    for (const identity of all) expect(identity).toMatch(form);
  });

  it('keep within their length', () => {
    const all = distinct('own', shop(word, { own: text('email', { maxLength: 20 }) }));
    expect(all.length).toBeGreaterThan(9);
    expect(all.every((identity) => stringifyJson(identity).length <= 22)).toBe(true);
  });

  it.each<[what: string, said: string, own: JsonObject, example?: JsonObject]>([
    ['an example', 'b.example', text('hostname', { example: 'b.example' })],
    ['an example of the body', 'b.example', text('hostname'), { handle: 'abc', own: 'b.example' }],
    ['a list', 'a@b.example', text('email', { enum: ['a@b.example'] })],
    [
      'a pattern',
      'a@b.example',
      text('email', { pattern: '^a@b\\.example$', example: 'a@b.example' }),
    ],
  ])('stay what %s says', (_what, expected, schema, example) => {
    expect(distinct('own', shop(word, { own: schema }, example))).toEqual([expected]);
  });

  it.each<[what: string, own: JsonObject, example?: JsonObject]>([
    ['an example', text('email', { example: 'a@b.example' })],
    ['an example of the body', text('email'), { handle: 'abc', own: 'a@b.example' }],
  ])('are others as addresses of e-mail, whatever %s says', (_what, schema, example) => {
    const shown = shop(word, { own: schema }, example);
    const all = distinct('own', shown);
    expect(all.length).toBeGreaterThan(9);
    for (const identity of all) expect(identity).toMatch(/^verify-a-\d+@example\.com$/);
    const drawn = [...generateCases({ ...shown[0]!, randomCases: 9 })];
    const random = sent(drawn.filter(({ id }) => id.includes('random/')));
    const addresses = random.flatMap((body) => body['own'] ?? []);
    expect(addresses.length).toBeGreaterThan(4);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  const nick = { type: 'string', pattern: '^[a-z]{8,20}$', example: 'somebody' };
  const plain = (more: JsonObject = {}): JsonObject => ({ type: 'string', ...more });
  it.each<[name: string, own: JsonObject, form: RegExp]>([
    ['username', nick, /^[a-z]{8,20}$/],
    ['user_name', plain({ maxLength: 9 }), /^[a-z\d]{1,9}$/],
    ['login', plain({ example: 'me' }), /^verify-a-\d+$/],
    ['email', plain({ example: 'me@b.example' }), /^verify-a-\d+@example\.com$/],
    ['emailAddress', plain(), /^verify-a-\d+@example\.com$/],
  ])('are others where the name says that each is there once: %s', (name, schema, form) => {
    const title = { type: 'string' };
    const all = distinct(name, shop(word, { title, [name]: schema }));
    expect(all.length).toBeGreaterThan(9);
    for (const identity of all) expect(identity).toMatch(form);
  });

  it('are what a case is about, once they are its point: a used one may be refused', () => {
    const [create] = shop(word, { title: { type: 'string' }, login: plain({ maxLength: 80 }) });
    const cases = [...generateCases(create!)].filter(({ validity }) => validity.kind === 'valid');
    const fixed = cases.filter(({ fixedIdentity }) => fixedIdentity === true);
    expect(fixed.length).toBeGreaterThan(0);
    for (const { id } of fixed) expect(id).toContain('/login-');
    const logins = sent(cases.filter((template) => !fixed.includes(template))).flatMap(
      (body) => body['login'] ?? [],
    );
    expect(new Set(logins).size).toBe(logins.length);
  });

  it.each<[what: string, own: JsonObject]>([
    ['a length', plain({ minLength: 60, example: 'x'.repeat(60) })],
    ['a pattern', plain({ pattern: '^([a-z]{4})\\1$', example: 'somesome' })],
  ])('stay the example where none is made that %s allows', (_what, schema) => {
    const [create] = shop(word, { title: { type: 'string' }, login: schema });
    const valid = [...generateCases({ ...create!, randomCases: 0 })].filter(
      ({ validity }) => validity.kind === 'valid',
    );
    const [whole] = sent(valid.filter(({ id }) => id.endsWith('every-property')));
    expect(whole?.['login']).toBe(schema['example']);
  });
});

/** Drawn by a run that creates ids of a range that people use. */
function absent(schema: JsonObject): JsonValue[] {
  const idRange = { minimum: 1n, maximum: 160n };
  const fresh = createFreshValues({ seed: 1, runId: 'run', idRange });
  return Array.from({ length: 40 }, () => absentIdentity(effectiveSchema(schema, ''), fresh)!);
}

describe('an identity that nothing has', () => {
  it.each<[JsonObject, RegExp]>([
    [{ type: 'integer' }, /^\d{16}$/],
    [{ type: ['integer', 'null'], format: 'int64' }, /^\d{16}$/],
    [{ type: 'integer', format: 'int32' }, /^2[01]\d{8}$/],
    [{ type: 'number' }, /^\d{16}$/],
    [{ type: 'string' }, /^\d{16}$/],
    [{ type: 'string', format: 'uuid' }, /^0{8}-0000-4000-9000-\d{12}$/],
    [{ type: 'string', pattern: '^[A-Z]{2}\\d{12}$' }, /^[A-Z]{2}\d{12}$/],
    [{}, /^\d{16}$/],
  ])('is far from ordinary ones: %j', (schema, form) => {
    const values = absent(schema).map(String);
    expect(values.filter((value) => !form.test(value))).toEqual([]);
    expect(new Set(values).size).toBe(values.length);
  });

  it.each<[JsonObject]>([
    [{ type: 'integer', maximum: 100_000 }],
    [{ type: 'integer', minimum: -5, maximum: 999_999_999 }],
    [{ type: 'integer', maximum: -1_000_000_000_000 }],
    [{ type: 'string', pattern: '^ORD-\\d{4}$' }],
    [{ type: 'string', pattern: '^0{9}\\d{9}$' }],
    [{ enum: ['light', 'dark'] }],
    [{ type: 'boolean' }],
    [{ type: 'array', items: { type: 'integer' } }],
  ])('is none where each may be taken: %j', (schema) => {
    expect(absent(schema)[0]).toBeUndefined();
  });
});

describe('whether an identity may be taken', () => {
  const int32: JsonObject = { type: 'integer', format: 'int32' };
  const int64: JsonObject = { type: 'integer', format: 'int64' };
  it.each<[JsonValue, JsonObject, boolean]>([
    [42, int64, true],
    [-1, int64, true],
    [1.5, int64, true],
    ['7x', int64, true],
    [' 7', int64, true],
    ['seven', int64, false],
    [1_000_000_000, int64, false],
    [2 ** 32 + 1, int64, false],
    [2 ** 32 + 1, int32, true],
    [2 ** 31, int32, false],
    [2n ** 64n + 1n, int64, true],
    [true, int64, true],
    [[7], int64, true],
    [null, int64, true],
    ['abc', { type: 'string' }, true],
    ['abcdefgh', { type: 'string' }, false],
    ['00000000-0000-4000-8000-000000000001', { type: 'string', format: 'uuid' }, false],
    ['DARK AND LOUD', { enum: ['dark and loud'] }, true],
  ])('%o as %j', (value, schema, expected) => {
    expect(mayBeTaken(effectiveSchema(schema, ''), value)).toBe(expected);
  });
});

it('a fresh name is one of a host where the example is', () => {
  const fresh = createFreshValues({ seed: 1, runId: 'run' });
  const drawn = (...examples: string[]): JsonValue | undefined =>
    freshText('name', effectiveSchema({ type: 'string', examples }, ''))?.draw(fresh);
  expect(drawn('example.com.')).toMatch(/^[a-z\d-]+\.example\.com\.$/);
  expect(drawn('www.a.org')).toMatch(/^[a-z\d-]+\.www\.a\.org$/);
  expect(drawn('Rosa')).not.toMatch(/\./);
});
