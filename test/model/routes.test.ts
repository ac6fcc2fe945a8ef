import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentFromValue } from '../../src/openapi/document.ts';
import { createRouter, matchOperation, pathTemplate } from '../../src/model/routes.ts';
import { operations } from '../../src/model/operation.ts';

const all = operations(
  documentFromValue({
    paths: {
      '/things/{id}': { get: {} },
      '/things/{a}-{b}': { get: {} },
      '/things/mine': { get: {} },
      '/shops/{shop}/things/{id}': { get: {}, post: {} },
      '/a.b(c)': { get: {} },
      '/things/{id}?acl': { get: {} },
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
    ['GET', '/v1/things/7?acl&to=/things', ['/things/{id}?acl', '/v1', { id: '7' }]],
    ['GET', '/v1/things/7?to=/things', ['/things/{id}', '/v1', { id: '7' }]],
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

/** The document's path that a request's path leads to. */
function templateFor(paths: readonly string[], path: string): string | undefined {
  const document = documentFromValue({
    paths: Object.fromEntries(paths.map((template) => [template, GET])),
  });
  const router = createRouter(operations(document), (operation) => operation);
  return router(path)?.byMethod.get('GET')?.path;
}

const GET = { get: {} };

describe('the path of a request', () => {
  it.each<[wins: string, over: string[], path: string]>([
    ['/docs/{id}:clone', ['/docs/{id}'], '/docs/7:clone'],
    ['/docs/{id}', ['/docs/{id}:clone'], '/docs/7:clon'],
    ['/docs/{id}', ['/docs/{id}:clone'], '/docs/:clone'],
    ['/a/{x}/mine', ['/a/{x}/{y}'], '/a/1/mine'],
    ['/a/b/{y}', ['/a/{x}/c', '/{x}/b/c'], '/a/b/c'],
    ['/a/{x}/c', ['/a/b/{y}/d'], '/a/b/c'],
    ['/{id}.pdf', ['/{id}'], '/a.b.pdf'],
    ['/{id}.tar.gz', ['/{id}.gz', '/{id}'], '/a.tar.gz'],
    ['/v{n}', ['/{id}'], '/v12'],
    ['/{id}', ['/v{n}'], '/v'],
    ['/{a}-{b}', ['/{a}'], '/x-y-z'],
    ['/{a}', ['/{a}-{b}'], '/-'],
    ['/docs/{id}:clone', ['/docs/{id}'], '/docs/7%3Aclone'],
    ['/~mine', ['/{id}'], '/%7Emine'],
    ['/%7Emine', ['/{id}'], '/~mine'],
    ['/größe', ['/{id}'], '/gr%C3%B6%C3%9Fe'],
    ['/gr%C3%B6%C3%9Fe', ['/{id}'], '/größe'],
    ['/größe-{id}', ['/{id}'], '/gr%c3%b6%c3%9fe-%2F'],
    ['/{id}', ['/{a}/{b}', '/a/b'], '/a%2Fb'],
    ['/a%2Fb', ['/{id}', '/a/b'], '/a%2fb'],
    ['/{id}', ['/a'], '/%zz'],
    ['/', ['/{id}'], '/'],
    ['/a/', ['/a/{id}', '/a'], '/a/'],
  ])('%s wins over %j: %s', (wins, over, path) => {
    expect(templateFor([wins, ...over], path)).toBe(wins);
    expect(templateFor([...over, wins], path)).toBe(wins);
  });

  it.each(['/a', '/a/b/c', '/a//c', '/a/b/', 'b'])('%s is none of the document', (path) => {
    expect(templateFor(['/a/{x}', '/{a}/{b}/d'], path)).toBeUndefined();
  });

  it('is the same for templates that differ in their names alone', () => {
    const paths = { '/a/{x}': { get: {}, put: {} }, '/a/{y}': { put: {}, post: {} } };
    const entries = Object.entries(paths);
    for (const order of [entries, entries.toReversed()]) {
      const document = documentFromValue({ paths: Object.fromEntries(order) });
      const route = createRouter(operations(document), (operation) => operation)('/a/1');
      const found = [...(route?.byMethod ?? [])].map(([method, { path }]) => [method, path]);
      expect(found).toEqual([
        ['GET', '/a/{x}'],
        ['PUT', '/a/{x}'],
        ['POST', '/a/{y}'],
      ]);
      expect(route?.allow).toBe('GET, PUT, POST, HEAD, OPTIONS');
    }
  });

  const segment = fc.constantFrom('a', 'b', 'ab', '{x}', '{y}', 'a{x}', '{x}b', '{x}-{y}', 'a-{x}');
  const template = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((all) => `/${all.join('/')}`);
  const text = fc.constantFrom('a', 'b', 'ab', 'aab', 'a-b', 'a%2Db', '%61', 'c', 'a-');
  const path = fc.array(text, { minLength: 1, maxLength: 3 }).map((all) => `/${all.join('/')}`);

  it('does not depend on the order of the paths', () => {
    const sets = fc.uniqueArray(template, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(sets, sets, path, (paths, others, sent) => {
        const order = [...new Set([...others.filter((other) => paths.includes(other)), ...paths])];
        expect(templateFor(order, sent)).toBe(templateFor(paths, sent));
      }),
    );
  });

  it('is found in whatever characters are encoded', () => {
    const encoded = (sent: string, which: readonly boolean[]): string =>
      sent.replaceAll(/[^/]/g, (character, at: number) =>
        which[at % which.length] === true ? `%${character.charCodeAt(0).toString(16)}` : character,
      );
    const plain = path.filter((part) => !part.includes('%'));
    const which = fc.array(fc.boolean(), { minLength: 1 });
    fc.assert(
      fc.property(fc.array(template), plain, which, (paths, sent, marks) => {
        expect(templateFor(paths, encoded(sent, marks))).toBe(templateFor(paths, sent));
      }),
    );
  });
});

it.each([
  ['/token', '', '/token'],
  ['/token', 'refresh', '/token?refresh'],
  ['/token', 'a=1&refresh', '/token?refresh'],
  ['/token', 'refresh=1', '/token'],
  ['/files/7', 'acl', '/files/{id}?acl'],
  ['/files/7', 'acl&version=2', '/files/{id}?acl&version=2'],
  ['/files/7', 'refresh', '/files/{id}'],
])('%s with the query "%s" leads to %s', (path, query, found) => {
  const paths = ['/token', '/token?refresh', '/files/{id}', '/files/{id}?acl'];
  const items = [...paths, '/files/{id}?acl&version=2'];
  const route = createRouter(items, (item) => ({ method: 'GET', path: item }));
  expect(route(query === '' ? path : `${path}?${query}`)?.byMethod.get('GET')).toBe(found);
  expect(pathTemplate(found).parts(path)).toBeDefined();
});

describe('a path template', () => {
  it.each<[template: string, path: string, parts: [string, string][] | undefined]>([
    [
      '/a.b/{x}/c(+)$/{y}',
      '/a.b/1/c(+)$/2',
      [
        ['x', '1'],
        ['y', '2'],
      ],
    ],
    ['/a.b/{x}/c(+)$/{y}', '/a-b/1/c(+)$/2', undefined],
    ['/a.b/{x}/c(+)$/{y}', '/x/a.b/1/c(+)$/2', undefined],
    [
      '/{a}-{b}.{c}',
      '/x-y-z.tar.gz',
      [
        ['a', 'x-y'],
        ['b', 'z.tar'],
        ['c', 'gz'],
      ],
    ],
    [
      '/{a}{b}',
      '/xyz',
      [
        ['a', 'xy'],
        ['b', 'z'],
      ],
    ],
    ['/{a}{b}', '/x', undefined],
    ['/v{n}', '/v%2C1%2C2', [['n', '%2C1%2C2']]],
    ['/{id}:clone', '/a%2Cb%3A%E4x%3Aclone', [['id', 'a%2Cb%3A%E4x']]],
    ['/{id}:x', '/%2E%2C%C3%BC%3Ax', [['id', '%2E%2C%C3%BC']]],
    ['/{id}', '/', undefined],
    ['/{open', '/{open', []],
  ])('%s has in %s the parts %j', (template, sent, parts) => {
    const found = pathTemplate(template).parts(sent);
    expect(found && [...found]).toEqual(parts);
  });

  it.each<[template: string, path: string]>([
    ['/größe/{x}', '/gr%C3%B6%C3%9Fe/1%2F2'],
    ["/a b#c/~:@!$&'()*+,;=", "/a%20b#c/~:@!$&'()*+,;="],
    ['/%7e/100%/{y}', '/%7e/100%25/{y}'],
    ['/"{x}"', '/%221%2F2%22'],
    ['/\uD800', '/%EF%BF%BD'],
  ])('%s is sent as %s', (template, sent) => {
    expect(pathTemplate(template).fill((name) => (name === 'x' ? '1%2F2' : undefined))).toBe(sent);
  });

  it('is read in time that grows with the text', () => {
    const template = pathTemplate(`/${'{a}x'.repeat(40)}y`);
    expect(template.parts(`/${'x'.repeat(100_000)}`)).toBeUndefined();
  });
});
