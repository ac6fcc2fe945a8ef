import { expect, test } from 'vitest';
import { coverageOf, constraintsOf } from '../../src/report/coverage.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { sampleExchange } from './support/sample-run.ts';
import { thingsDocument } from '../setup/things-document.ts';

const rows = (list: readonly { place: string; words: string; kept: number; broken: number }[]) =>
  Object.fromEntries(
    list.map(({ place, words, kept, broken }) => [`${place} ${words}`, `${kept}/${broken}`]),
  );

test('counts what was kept and broken, by what was really sent', () => {
  const invalid = { kind: 'invalid', pointer: '', keyword: 'required', reason: '' } as const;
  const [coverage] = coverageOf(thingsDocument, [
    sampleExchange({ id: 'a', sent: '{"id":1,"name":"x","tag":"t"}' }, 0),
    sampleExchange({ id: 'b', sent: '{"id":"1","name":"x"}', validity: invalid }, 1),
    sampleExchange({ id: 'c', sent: '{"id":9223372036854775808}', validity: invalid }, 2),
    sampleExchange({ id: 'd', validity: invalid, withCredential: false }, 3),
    sampleExchange(
      { id: 'e', sent: 'nope', headers: [['content-type', 'text/plain']], validity: invalid },
      4,
    ),
  ]);
  expect(coverage?.requests).toEqual({ valid: 1, invalid: 4, open: 0 });
  expect(rows(coverage!.constraints)).toMatchObject({
    'the request carries a credential': '4/1',
    'the request has a body': '4/1',
    'the request has a documented media type': '4/1',
    'the request has a body that is JSON': '3/2',
    'the body id is required': '3/0',
    'the body name is required': '2/1',
    'id type: integer': '2/1',
    'id format: int64': '2/1',
    'tag type: string': '1/0',
  });
});

test('responses are counted by documented status, and undocumented ones named', () => {
  const [coverage] = coverageOf(thingsDocument, [
    sampleExchange({ id: 'a' }, 0),
    sampleExchange({ id: 'b', response: { body: '{"tag":5}' } }, 1),
    sampleExchange({ id: 'c', response: { status: 409, body: '' } }, 2),
    sampleExchange({ id: 'd', failure: 'no answer' }, 3),
  ]);
  expect(
    coverage?.responses.map(({ status, documented, count }) => [status, documented, count]),
  ).toEqual([
    ['200', true, 2],
    ['400', true, 0],
    ['409', false, 1],
  ]);
  expect(rows(coverage!.responses[0]!.constraints)).toMatchObject({
    'the body name is required': '1/1',
    'tag type: string': '1/1',
  });
});

test('a schema that contains itself has an end', () => {
  const text = `openapi: 3.1.0
info: {title: t, version: '1'}
paths: {}
components:
  schemas:
    Node:
      type: object
      required: [next]
      properties:
        next: {$ref: '#/components/schemas/Node'}
        list: {type: array, maxItems: 3, items: {type: string, enum: [a, b]}}
        any: {oneOf: [{type: string}, {type: integer}]}
`;
  const { root } = loadDocument(text, 'a.yaml');
  const found = constraintsOf(root, '/components/schemas/Node');
  expect(found.length).toBeLessThan(60);
  expect(found.slice(0, 2).map(({ words }) => words)).toEqual(['type: object', 'next is required']);
  expect(found.map(({ words }) => words)).toEqual(
    expect.arrayContaining(['maxItems: 3', 'enum: [a,b]', 'oneOf: 2 forms']),
  );
});
