import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../src/openapi/document.ts';
import { matchOperation } from '../../src/model/match-operation.ts';
import { operations } from '../../src/model/operation.ts';

const all = operations(
  documentFromValue({
    paths: {
      '/things/{id}': { get: {} },
      '/things/{a}-{b}': { get: {} },
      '/things/mine': { get: {} },
      '/shops/{shop}/things/{id}': { get: {}, post: {} },
      '/a.b(c)': { get: {} },
    },
  }),
);

function match(method: string, path: string, basePath?: string): unknown {
  const found = matchOperation(all, method, path, basePath);
  return found && [found.operation.path, found.basePath, found.pathParameters];
}

describe('the operation of a request', () => {
  it.each<[method: string, path: string, found: unknown]>([
    ['GET', '/things/7', ['/things/{id}', '', { id: '7' }]],
    ['GET', '/v1/things/7', ['/things/{id}', '/v1', { id: '7' }]],
    ['GET', '/things/mine', ['/things/mine', '', {}]],
    ['GET', '/shops/s/things/7', ['/shops/{shop}/things/{id}', '', { shop: 's', id: '7' }]],
    ['POST', '/shops/s/things/7', ['/shops/{shop}/things/{id}', '', { shop: 's', id: '7' }]],
    ['GET', '/things/a%2Fb', ['/things/{id}', '', { id: 'a/b' }]],
    ['GET', '/things/%zz', ['/things/{id}', '', { id: '%zz' }]],
    ['GET', '/a.b(c)', ['/a.b(c)', '', {}]],
    ['GET', '/axb(c)', undefined],
    ['POST', '/things/7', undefined],
    ['GET', '/things/', undefined],
    ['GET', '/things/7/more', undefined],
    ['GET', '/other', undefined],
  ])('%s %s is found', (method, path, found) => {
    expect(match(method, path)).toEqual(found);
  });

  it('has just what stands in front, where that is known', () => {
    expect(match('GET', '/v1/things/7', '/v1')).toEqual(['/things/{id}', '/v1', { id: '7' }]);
    expect(match('GET', '/v1/things/7', '')).toBeUndefined();
    expect(match('GET', '/shops/s/things/7', '/shops/s')).toEqual([
      '/things/{id}',
      '/shops/s',
      { id: '7' },
    ]);
  });
});
