import { expect, it } from 'vitest';
import type { CheckContext } from '../../../src/verify/checks/check.ts';
import { echoedValues } from '../../../src/verify/checks/echoed-values.ts';
import { isInPath } from '../../../src/verify/checks/server-defaults.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { type Parts, context, exchange, open } from './exchanges.ts';

/** What is told of a text that comes back so, where the document says this of it. */
function told(
  a: JsonObject,
  sent: string,
  is: string,
  strict = false,
  required: string[] = [],
): number {
  const schema = { properties: { a }, required };
  const media = { content: { 'application/json': { schema } } };
  const post = { requestBody: media, responses: { 200: media } };
  const document = documentFromValue({ paths: { '/a': { post } } });
  const judged = exchange({
    operation: operations(document)[0]!,
    sent: { a: sent },
    body: `{"a":${is}}`,
    headers: [['Date', 'Fri, 27 Nov 2026 12:00:00 GMT']],
  });
  return [echoedValues.check(judged, { ...context, strict, document })].flat().length;
}

it('an empty text may be taken for none, but for the letter of the document', () => {
  const text = { type: 'string' };
  const orNull = { type: ['string', 'null'] };
  expect(told(orNull, '', 'null')).toBe(0);
  expect(told(orNull, '', 'null', false, ['a'])).toBe(0);
  expect(told(orNull, '', 'null', true)).toBe(1);
  expect(told({ ...text, default: 'x' }, '', '"x"')).toBe(0);
  const now = '"2026-11-27T12:00:01Z"';
  expect(told(text, '', now)).toBe(0);
  expect(told(text, '', now, false, ['a'])).toBe(1);
  expect(told(text, '', '"x"')).toBe(1);
  expect(told(text, 'y', now)).toBe(1);
});

it.each([
  [7, '{"id":7,"title":"A"}', 0],
  [7, '{"id":8,"title":"A"}', 1],
  [7, '8', 1],
])('for what names something, all of that may come back: %j as %s', (a, is, count) => {
  const whole = { type: 'object', properties: { id: { type: 'integer' } } };
  const properties = { a: { oneOf: [{ type: 'integer' }, whole] } };
  const media = { content: { 'application/json': { schema: { properties } } } };
  const post = { requestBody: media, responses: { 200: media } };
  const document = documentFromValue({ paths: { '/a': { post } } });
  const operation = operations(document)[0]!;
  const judged = exchange({ operation, sent: { a }, body: `{"a":${is}}` });
  const found = [echoedValues.check(judged, { ...context, document })].flat();
  expect(found).toHaveLength(count);
});

it('where nothing identifies a part, the server does', () => {
  const part = { type: 'object', properties: { id: { type: ['string', 'null'] } } };
  const schema = { properties: { parts: { type: 'array', items: part } } };
  const media = { content: { 'application/json': { schema } } };
  const post = { requestBody: media, responses: { 200: media } };
  const document = documentFromValue({ paths: { '/a': { post } } });
  const told = (id: string | null): number => {
    const operation = operations(document)[0]!;
    const judged = exchange({
      operation,
      sent: { parts: [{ id }] },
      body: '{"parts":[{"id":"x"}]}',
    });
    return [echoedValues.check(judged, { ...context, document })].flat().length;
  };
  expect([told(null), told('y')]).toEqual([0, 1]);
});

it('the time of an answer may come back for none in any unit', () => {
  const made = (is: string): number => {
    const properties = { a: { type: 'number' }, b: {} };
    const media = { content: { 'application/json': { schema: { properties } } } };
    const post = { requestBody: media, responses: { 200: media } };
    const document = documentFromValue({ paths: { '/a': { post } } });
    const judged = exchange({
      operation: operations(document)[0]!,
      sent: { b: 'x' },
      body: `{"a":${is},"b":"x"}`,
      headers: [['Date', 'Fri, 27 Nov 2026 12:00:00 GMT']],
    });
    return [echoedValues.check(judged, { ...context, document })].flat().length;
  };
  expect(made('1795780801')).toBe(0);
  expect(made('1795780801234')).toBe(0);
  expect(made('1795780901')).toBe(1);
});

it.each([
  ['/rooms/{room}/chairs', '/rooms/red/chairs'],
  ['/rooms({room})/chairs', '/rooms(red)/chairs'],
  ["/rooms('{room}')/chairs", "/rooms('red')/chairs"],
  ['/rooms/{room}:furnish', '/rooms/red:furnish'],
])('what the path names may come back: %s', (template, path) => {
  const operation = { ...operations(thingsDocument)[0]!, path: template };
  const judged = exchange({ operation, path });
  expect(isInPath('red', judged)).toBe(true);
  expect(isInPath('blue', judged)).toBe(false);
});

it('what becomes of a text that another one has, or of an empty name, is for the server to say', () => {
  const told = (parts: Parts): string[] =>
    [echoedValues.check(exchange(parts), context)].flat().map(({ severity }) => severity);
  const renamed: Parts = {
    sent: { id: 1, name: 'ann' },
    body: '{"name":"ann 0"}',
    validity: open,
    requestHeaders: [['Content-Type', 'application/json']],
  };
  expect(told({ ...renamed, question: 'used-name-2' })).toEqual([]);
  expect(told({ ...renamed, question: 'used-name-1' })).toEqual(['violation']);
  expect(told({ ...renamed, question: 'used-name-2', body: '{"name":"bob"}' })).toEqual([
    'violation',
  ]);
  const named: Parts = { sent: { id: 1, name: '' }, body: '{"name":"Thing 1"}' };
  expect(told(named)).toEqual(['warning']);
});

it('what stands elsewhere in a request is not of another one', () => {
  const told = (sent: JsonObject): string[] => {
    const properties = { a: { type: 'number' }, b: { type: 'number' } };
    const media = { content: { 'application/json': { schema: { properties } } } };
    const post = { requestBody: media, responses: { 200: media } };
    const document = documentFromValue({ paths: { '/a': { post } } });
    const judged = exchange({
      operation: operations(document)[0]!,
      sent,
      body: '{"a":1789417680}',
    });
    const sentElsewhere = (): { readonly id: string } => ({ id: 'x' });
    return [echoedValues.check(judged, { ...context, document, sentElsewhere })]
      .flat()
      .map(({ message }) => message)
      .filter((message) => message.startsWith('a '));
  };
  expect(told({ a: 999, b: 1_789_417_680 })).toEqual(['a comes back, but not as it was sent']);
  expect(told({ a: 999, b: 7 })).toEqual(["a comes back another request's"]);
});

it('what is to be like another one has its values', () => {
  const told = (sent: JsonObject): number =>
    [echoedValues.check(exchange({ sent, body: '{"name":"Iris"}' }), context)].flat().length;
  expect(told({ id: 1, name: 'Rosa' })).toBe(1);
  expect(told({ id: 1, name: 'Rosa', cloneFromId: 7 })).toBe(0);
  expect(told({ id: 1, name: 'Rosa', cloneFromId: 0 })).toBe(1);
  expect(told({ id: 1, name: 'Rosa', copies: 7 })).toBe(1);
});

/** What is told of a text of a name that comes back as another one. */
function toldAs(name: string, parts: Parts, given: Partial<CheckContext> = {}): string[] {
  const media = {
    content: { 'application/json': { schema: { properties: { [name]: { type: 'string' } } } } },
  };
  const post = { requestBody: media, responses: { 200: media } };
  const document = documentFromValue({ paths: { '/a': { post } } });
  const judged = exchange({ operation: operations(document)[0]!, ...parts });
  const observations = [echoedValues.check(judged, { ...context, ...given, document })].flat();
  return observations.map(({ message }) => message);
}

it.each(['currency', 'countryCode', 'email', 'locale'])('a %s has no case', (name) => {
  const parts = { sent: { [name]: 'aBc' }, body: `{"${name}":"ABC"}` };
  expect(toldAs(name, parts)).toEqual([]);
  expect(toldAs(name, parts, { strict: true })).toEqual([`${name} comes back uppercased`]);
});

it('what was there before is nobody else’s', () => {
  const given = { parameters: {}, resource: { a: 'Rosa' } };
  const others = { sentElsewhere: () => exchange({ id: 'other' }).case };
  const parts = { sent: { a: 'Lilium' }, body: '{"a":"Rosa"}' };
  expect(toldAs('a', { ...parts, given }, others)).toEqual(['a comes back as it was before']);
  expect(toldAs('a', parts, others)).toEqual(["a comes back another request's"]);
});
