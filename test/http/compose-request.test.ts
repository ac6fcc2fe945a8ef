import { expect, it } from 'vitest';
import { composeRequest } from '../../src/http/compose-request.ts';
import type { Operation } from '../../src/model/operation.ts';

const simple = { required: true, pointer: '', style: 'simple', explode: false } as const;
const parameter = { ...simple, isJson: false, allowEmptyValue: false } as const;
const operation: Operation = {
  id: 'x',
  method: 'GET',
  path: '/things/{id}',
  pointer: '',
  parameters: [
    { ...parameter, name: 'id', in: 'path' },
    { ...parameter, name: 'sort by', in: 'query', style: 'form', explode: true },
    { ...parameter, name: 'X-Trace', in: 'header' },
    { ...parameter, name: 'theme', in: 'cookie', style: 'form', explode: true },
  ],
  responses: [],
  security: [],
};

it('puts parameters where the document has them', () => {
  const parameters = { id: 'a/b', 'sort by': ['x', 'y&'], 'X-Trace': 7n, theme: 'dark' };
  expect(composeRequest(operation, { parameters })).toEqual({
    method: 'GET',
    target: '/things/a%2Fb?sort%20by=x&sort%20by=y%26',
    headers: [
      ['X-Trace', '7'],
      ['Cookie', 'theme=dark'],
    ],
  });
});

it('encodes what no header can hold', () => {
  const parameters = { id: '1', 'X-Trace': { 'a\n': 'b\u0000c\td\u007f' }, theme: 'dark\r\nX: y' };
  expect(composeRequest(operation, { parameters }).headers).toEqual([
    ['X-Trace', 'a%0A,b%00c\td%7F'],
    ['Cookie', expect.not.stringMatching(/[\r\n]/)],
  ]);
});

it('encodes what a path template has beside its names', () => {
  const path = '/größe/{id}:clone';
  const { target } = composeRequest({ ...operation, path }, { parameters: { id: 'a:b' } });
  expect(target).toBe('/gr%C3%B6%C3%9Fe/a%3Ab:clone');
});

it('adds to the query that a path of the document has', () => {
  const { target } = composeRequest(
    { ...operation, path: '/things?depth=1' },
    { parameters: { 'sort by': ['x'] } },
  );
  expect(target).toBe('/things?depth=1&sort%20by=x');
});
