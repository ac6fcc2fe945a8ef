import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../src/openapi/json/json-value.ts';
import { type Operation, operations } from '../../src/model/operation.ts';
import { usesBearer } from '../../src/questions/list/http.ts';
import { withNumberSpelling } from '../../src/questions/list/bodies.ts';
import { questionsByOperation, questionsOf } from '../../src/questions/index.ts';
import { type Subject, freshBody, requestWith, subjectOf } from '../../src/questions/subject.ts';
import { countedValues, exchangeOf } from './ask.ts';
import { createFreshValues } from '../../src/model/requests/fresh-values.ts';

const text = { type: 'string' };
const integer = { type: 'integer' };

interface Parts {
  readonly method?: string;
  readonly requestBody?: JsonObject;
  readonly security?: JsonObject[];
  readonly parameters?: JsonObject[];
}

function operationOf(schema: JsonObject, parts: Parts = {}): [JsonObject, Operation] {
  const { method = 'post', security = [{ token: [] }], parameters = [] } = parts;
  const content = { 'application/json': { schema } };
  const requestBody = parts.requestBody ?? { required: true, content };
  const root = {
    paths: { '/things': { [method]: { operationId: 'make', security, parameters, requestBody } } },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      },
    },
  };
  return [root, operations(documentFromValue(root))[0]!];
}

function subject(schema: JsonObject, parts: Parts = {}): Subject | undefined {
  const [root, operation] = operationOf(schema, parts);
  return subjectOf(documentFromValue(root), operation);
}

function asked(schema: JsonObject, parts: Parts = {}): string[] {
  const [root, operation] = operationOf(schema, parts);
  return questionsOf(documentFromValue(root), operation).map((question) => {
    if (typeof question.id !== 'string') throw new TypeError('not a question');
    return question.id;
  });
}

const thing: JsonObject = {
  required: ['thingId', 'title'],
  properties: { note: text, thingId: integer, title: text, count: integer },
};

it('requires nothing that another alternative does than that of its body', () => {
  const kind = { required: ['kind'], properties: { kind: text } };
  const named = { required: ['kind', 'name'], properties: { kind: text, name: text } };
  expect(subject({ oneOf: [named, kind] })?.required).toEqual(['kind']);
});

it('sends all that a body has where what is required is no valid one', () => {
  const one = { properties: { size: integer, note: text }, minProperties: 1 };
  expect(subject(one)?.required).toEqual(['size', 'note']);
});

it('is none where an ordinary text makes a body match another alternative, too', () => {
  const named = { required: ['name'], properties: { name: text } };
  const numbered = { required: ['name'], properties: { name: integer } };
  expect(subject({ oneOf: [named, named, numbered] })).toBeUndefined();
});

it('asks of no media type that the document has beside JSON', () => {
  const content = { 'application/json': { schema: thing }, 'text/plain': { schema: text } };
  const ids = asked(thing, { requestBody: { required: true, content } });
  expect(ids).toContain('form-media-type');
  expect(ids).not.toContain('other-media-type');
  expect(asked(thing)).toContain('other-media-type');
});

describe('the subject of a question', () => {
  it('is what an operation takes, required texts first', () => {
    expect(subject(thing)).toMatchObject({
      mediaType: 'application/json',
      schemaPointer: '/paths/~1things/post/requestBody/content/application~1json/schema',
      identity: 'thingId',
      properties: ['note', 'thingId', 'title', 'count'],
      texts: ['title', 'note'],
      required: ['thingId', 'title'],
    });
  });

  it.each<[keyword: string, value: JsonValue]>([
    ['enum', ['x']],
    ['const', 'x'],
    ['pattern', 'x'],
    ['format', 'date'],
  ])('takes no text that %s limits for free', (keyword, value) => {
    const limited: JsonObject = { type: 'string', [keyword]: value };
    expect(subject({ properties: { a: text, b: limited } })?.texts).toEqual(['a']);
  });

  it('is nothing that the server sets', () => {
    const made = { type: 'integer', readOnly: true };
    const found = subject({ required: ['id', 'a'], properties: { id: made, a: text, b: text } });
    expect(found).toMatchObject({
      identity: undefined,
      properties: ['a', 'b'],
      required: ['a'],
      texts: ['a', 'b'],
    });
  });

  it('sends what is required and nowhere declared', () => {
    const found = subject({ type: 'object', required: ['a', 'b'], properties: { a: text } })!;
    const body = freshBody(found, createFreshValues({ seed: 1, runId: 'a' }));
    expect(Object.keys(body)).toEqual(['a', 'b']);
  });

  it('takes a text behind a reference for free', () => {
    const schema = { properties: { a: { $ref: '#/text' }, b: { $ref: '#/short' } } };
    const root = operationOf(schema)[0];
    const document = documentFromValue({ ...root, text, short: { ...text, maxLength: 9 } });
    expect(subjectOf(document, operations(document)[0]!)?.texts).toEqual(['a', 'b']);
  });

  it('sends the parameters that are required', () => {
    const parameters = [
      { name: 'limit', in: 'query', required: true, schema: { enum: [3] } },
      { name: 'X-Trace', in: 'header', required: true, schema: { enum: ['t'] } },
    ];
    const found = subject(thing, { parameters });
    expect(found?.target).toBe('/things?limit=3');
    expect(found?.headers).toEqual([['X-Trace', 't']]);
  });

  it('is named in ids where there are several', () => {
    const [root] = operationOf(thing);
    const paths = root['paths'] as JsonObject;
    const document = documentFromValue({ ...root, paths: { ...paths, '/a': { get: {} } } });
    const [first] = questionsByOperation(document).get('make') ?? [];
    const [probe] = first?.probe(countedValues()) ?? [];
    expect(probe?.id).toMatch(/^question\/make\/used-thing-?id/i);
    expect(probe?.outsideOperation).toBe(false);
  });

  it.each<[what: string, schema: JsonObject, parts?: Parts]>([
    ['that can not be made up', { required: ['a'], properties: { a: false } }],
    ['without a property', {}],
    ['of another media type', {}, { requestBody: { content: { 'text/csv': { schema: thing } } } }],
    ['without a schema', {}, { requestBody: { content: { 'application/json': {} } } }],
  ])('is none %s', (_what, schema, parts) => {
    expect(subject(schema, parts)).toBeUndefined();
    expect(asked(schema, parts)).toEqual([]);
  });
});

describe('questions', () => {
  const about = (...words: string[]): RegExp => new RegExp(words.join('|'));

  it('about an identity are asked where there is one', () => {
    const words = about('Id', 'used-', 'spelling');
    expect(asked(thing).filter((id) => words.test(id))).toEqual([
      'used-thingId',
      'thingId-in-response',
      'used-title',
      'fraction-spelling',
      'exponent-spelling',
    ]);
    const none = { required: ['a'], properties: { a: text } };
    expect(asked(none).filter((id) => words.test(id))).toEqual([]);
  });

  it('about a text are asked where there is one', () => {
    const words = about('empty-t', 'duplicate', 'used-t');
    const none = { required: ['id'], properties: { id: integer } };
    expect(asked(none).filter((id) => words.test(id) && id !== 'empty-token')).toEqual([]);
    expect(asked({ ...thing, required: ['thingId'] })).not.toContain('used-title');
  });

  it('about a bearer token are asked where nothing less would do', () => {
    const words = about('token', 'scheme$', 'bearer');
    const all = [
      'missing-token',
      'invalid-token',
      'other-scheme',
      'empty-token',
      'lowercase-bearer',
    ];
    const securities: [JsonObject[], string[]][] = [
      [[{ token: [] }], all],
      [[{ token: [], key: [] }], all],
      [[{ token: [] }, { key: [] }], []],
      [[{ token: [] }, {}], []],
      [[], []],
    ];
    for (const [security, ids] of securities) {
      expect(asked(thing, { security }).filter((id) => words.test(id))).toEqual(ids);
      expect(usesBearer(operationOf(thing, { security })[1])).toBe(ids.length > 0);
    }
  });

  it('about a missing body are asked where one is required, about a broken one where a part is', () => {
    const content = { 'application/json': { schema: thing } };
    expect(asked(thing)).toEqual(expect.arrayContaining(['missing-body', 'broken-schema']));
    expect(asked({}, { requestBody: { content } })).not.toContain('missing-body');
    expect(asked({ properties: { a: text } })).not.toContain('broken-schema');
  });

  it('about another method are not asked of GET', () => {
    expect(asked(thing)).toContain('other-method');
    expect(asked(thing, { method: 'get' })).not.toContain('other-method');
  });

  it('are listed by operation', () => {
    const [root] = operationOf(thing);
    const all = questionsByOperation(documentFromValue(root));
    expect([...all].map(([id, list]) => [id, list.map((question) => question.id)])).toEqual([
      ['make', asked(thing)],
    ]);
  });
});

describe('the question of a missing key', () => {
  it.each<[what: string, security: JsonObject[], isAsked: boolean]>([
    ['a key', [{ key: [] }], true],
    ['a key or a token', [{ key: [] }, { token: [] }], true],
    ['a token', [{ token: [] }], false],
    ['a key or nothing', [{ key: [] }, {}], false],
    ['nothing', [], false],
  ])('is asked where nothing less than a key would do: %s', (_what, security, isAsked) => {
    expect(asked(thing, { security }).includes('missing-key')).toBe(isAsked);
  });

  it('is asked without a credential', () => {
    const [root, operation] = operationOf(thing, { security: [{ key: [] }] });
    const all = questionsOf(documentFromValue(root), operation);
    const question = all.find(({ id }) => id === 'missing-key')!;
    const [probe] = question.probe(countedValues());
    expect(probe).toMatchObject({
      id: 'question/missing-key',
      validity: { kind: 'open', strictlyValid: false },
      request: { withCredential: false, value: { thingId: 1, title: 'Sample title no-1' } },
    });
    expect(question.read([exchangeOf(probe!, 401)])).toBe('refused 401');
    expect(question.enact('refused 403').problems).toEqual({ 'credential-missing': 403 });
    expect(question).toMatchObject({
      question: 'What happens without the API key, or without user and password?',
      usual: 'refused 400',
    });
    expect(question.leftOpenBy).toBe('No 401 is documented.');
  });
});

describe('a request', () => {
  const made = subject(thing)!;

  it('has fresh values for what is required', () => {
    expect(freshBody(made, countedValues())).toEqual({ thingId: 1, title: 'Sample title no-1' });
    expect(freshBody(made, countedValues(), { title: 'x', more: 1 })).toEqual({
      thingId: 1,
      title: 'x',
      more: 1,
    });
  });

  it('has samples for what is required and no free text', () => {
    const schema = { required: ['a', 'b'], properties: { a: { enum: [7] }, b: { type: 'null' } } };
    expect(freshBody(subject(schema)!, countedValues())).toEqual({ a: 7, b: null });
  });

  it.each([
    ['post', 'thingId'],
    ['put', undefined],
    ['delete', undefined],
  ])('has an identity that may be used only where %s creates', (method, identity) => {
    expect(subject(thing, { method })?.identity).toBe(identity);
  });

  it('has a fresh key, as the path names it, and fresh addresses', () => {
    const schema = {
      required: ['email', 'handle', 'size'],
      properties: {
        handle: { type: 'string', pattern: '^[a-z]{8,12}$' },
        email: { type: 'string', format: 'email' },
        site: { type: 'string', format: 'uri' },
        size: { type: 'integer', minimum: 3 },
      },
    };
    const [root] = operationOf(schema);
    const parameters = [{ name: 'handle', in: 'path', schema: text }];
    const document = documentFromValue({
      ...root,
      paths: { ...(root['paths'] as JsonObject), '/things/{handle}': { get: { parameters } } },
    });
    const subjectOfFirst = subjectOf(document, operations(document)[0]!)!;
    const fresh = countedValues();
    const [first, second] = [freshBody(subjectOfFirst, fresh), freshBody(subjectOfFirst, fresh)];
    expect(Object.keys(first)).toEqual(['handle', 'email', 'size']);
    expect(first['handle']).toMatch(/^[a-z]{8,12}$/);
    expect(second['handle']).not.toBe(first['handle']);
    expect([first['email'], second['email']]).toEqual(['no-1@example.com', 'no-2@example.com']);
  });

  it('tells nothing by a conflict where keys are few', () => {
    const ask = (key: JsonObject): (string | undefined)[] => {
      const [root] = operationOf({ required: ['key'], properties: { key } });
      const item = { get: { parameters: [{ name: 'key', in: 'path', schema: text }] } };
      const paths = { ...(root['paths'] as JsonObject), '/things/{key}': item };
      const document = documentFromValue({ ...root, paths });
      const question = questionsOf(document, operations(document)[0]!).find(
        ({ id }) => id === 'large-body',
      )!;
      const [probe] = question.probe(countedValues());
      return [409, 413].map((status) => question.read([exchangeOf(probe!, status)]));
    };
    expect(ask({ type: 'string', pattern: '^[a-z]{3}$' })).toEqual([undefined, 'refused 413']);
    expect(ask({ type: 'string', pattern: '^[a-z]+$' })).toEqual(['refused 409', 'refused 413']);
  });

  it('carries a value, bytes or nothing', () => {
    const headers = [['Content-Type', 'application/json']];
    const body = new TextEncoder().encode('{"a":1}');
    const base = { method: 'POST', target: '/things' };
    expect(requestWith(made, { a: 1 })).toEqual({ ...base, headers, body, value: { a: 1 } });
    expect(requestWith(made, body)).toEqual({ ...base, headers, body });
    expect(requestWith(made, undefined)).toEqual({ ...base, headers: [] });
    expect(requestWith(made, body, [['X', 'y']]).headers).toEqual([['X', 'y']]);
  });

  it('may spell one number otherwise', () => {
    const body = { a: 2n ** 63n, 'b"': 'x', c: 1 };
    const bytes = withNumberSpelling(body, 'a', (digits) => `+${digits}`);
    expect(new TextDecoder().decode(bytes)).toBe(
      String.raw`{"a":+9223372036854775808,"b\"":"x","c":1}`,
    );
  });
});

it('asks nothing about a text that refers, and puts no mark into it', () => {
  const account = { type: 'object', required: ['id'], properties: { id: text, owner: text } };
  const transfer = {
    type: 'object',
    required: ['fromAccountId', 'amount'],
    properties: { fromAccountId: text, amount: integer, note: text },
  };
  const taking = (schema: JsonObject): JsonObject => ({
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 201: { content: { 'application/json': { schema: account } } } },
  });
  const parameters = [{ name: 'accountId', in: 'path', required: true, schema: text }];
  const document = documentFromValue({
    paths: {
      '/accounts': { post: taking({ ...account, required: ['owner'] }) },
      '/accounts/{accountId}': { get: { parameters, responses: { 200: {} } } },
      '/transfers': { post: taking(transfer) },
    },
  });
  const post = operations(document).find(({ path }) => path === '/transfers')!;
  const found = subjectOf(document, post)!;
  expect(found.isReferring).toBe(true);
  expect(found.texts).toEqual(['note']);
  const fresh = createFreshValues({ seed: 1, runId: 'run', marker: 'MARK' });
  expect(JSON.stringify(freshBody(found, fresh))).not.toContain('MARK');
});

it('asks about a property that is called body by another name than about no body', () => {
  const ids = asked({ required: ['body'], properties: { body: text } });
  expect(ids.filter((id) => id.startsWith('empty-body'))).toEqual([
    'empty-body',
    'empty-body-text',
  ]);
});
