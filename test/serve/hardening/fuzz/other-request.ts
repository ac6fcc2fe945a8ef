import * as fc from 'fast-check';
import { expectError, fail, headerOf, jsonOf } from './expect-answer.ts';
import { type FuzzRequest, TOKEN } from './fuzz-request.ts';
import { inShape, wireShape } from './wire-shape.ts';

const BEARER = ['Authorization', `Bearer ${TOKEN}`] as const;
const METHODS = ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'];
const body = fc.constantFrom(undefined, '', '{}', '{"id":1,"name":"a"}', 'x'.repeat(200));

/** Methods that the document doesn't have. */
const otherMethod = fc
  .record({
    method: fc.constantFrom(...METHODS),
    target: fc.constantFrom('/things', '/things?x', '/@s1/things', 'http://h/things'),
    preflight: fc.boolean(),
    body,
    shape: wireShape,
  })
  .map(({ method, target, preflight, body, shape }): FuzzRequest => {
    const headers = [['Host', 'store.example'], BEARER, ...(preflight ? PREFLIGHT : [])] as const;
    const isOptions = method === 'OPTIONS';
    return {
      kind: 'another method',
      method,
      bytes: inShape({ method, target, headers, body }, shape),
      statuses: [isOptions ? 204 : 405],
      inspect: (answer) => {
        if (isOptions && preflight) {
          const origin = headerOf(answer, 'access-control-allow-origin');
          if (origin === undefined) fail('The preflight gets no origin', answer);
        } else if (!/post.*options/.test(headerOf(answer, 'allow') ?? '')) {
          fail('No Allow', answer);
        }
        if (!isOptions && method !== 'HEAD') expectError(answer);
      },
    };
  });

const PREFLIGHT = [
  ['Origin', 'http://shop.example'],
  ['Access-Control-Request-Method', 'POST'],
] as const;

const segment = fc
  .string({ maxLength: 12 })
  .map((text) => encodeURIComponent(text.replaceAll(/[@_]/g, 'x').toWellFormed()));

/** Paths that the service hasn't. */
const unknownPath = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE'),
    target: fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '/things/',
        '/things/1',
        '/things//',
        '/Things',
        '//things',
        '/things;a=b',
        '/..',
        '/../..',
        '/../things',
        '/things/../things',
        '/./things',
        '/%2e%2e/things',
        '/%zz',
        '/../../../../etc/passwd',
        '//etc/passwd',
        '/..%2f..%2fetc/passwd',
        '/..%5c..%5c',
        '/%00',
        '/@s1/',
        '/@s1',
        '/@s1/../things',
        '/@s1/@s2/things',
        '/@s1//things',
        '/__proto__',
        '/_kitx',
        '/constructor',
        '/toString',
        '/_kit%2f',
        '/package.json',
        '/.git/config',
        '/%5fkit/health',
        `/${'a'.repeat(8000)}`,
        `/${'/'.repeat(3000)}`,
        `/${'../'.repeat(1000)}`,
      ),
      fc.array(segment, { minLength: 2, maxLength: 5 }).map((all) => `/x/${all.join('/')}`),
    ),
    body,
    shape: wireShape,
  })
  .map(({ method, target, body, shape }): FuzzRequest => {
    const headers = [['Host', 'store.example'], BEARER] as const;
    return {
      kind: 'unknown path',
      method,
      bytes: inShape({ method, target, headers, body }, shape),
      statuses: [404],
      inspect: (answer) => {
        if (method !== 'HEAD') expectError(answer);
      },
    };
  });

/** Files of the page, and their types. */
const FILES: Readonly<Record<string, string>> = {
  '/': 'text/html; charset=utf-8',
  '/page.json': 'application/json',
  '/assets/serve/inspector/page/main.ts': 'text/javascript; charset=utf-8',
  '/assets/serve/inspector/page/style.css': 'text/css; charset=utf-8',
  '/assets/serve/inspector/page/icon.svg': 'image/svg+xml',
  '/assets/openapi/json/parse-json.ts': 'text/javascript; charset=utf-8',
  '/assets/lit-html/lit-html.js': 'text/javascript; charset=utf-8',
};

/** Neither files of the page nor paths of the control API. */
const NO_FILES = [
  '/assets',
  '/assets/',
  '/assets//',
  '/assets/..',
  '/assets/../page.json',
  '/assets/../..',
  '/assets/serve/inspector/inspector.ts',
  '/assets/serve/inspector/page/../inspector.ts',
  '/assets/serve/inspector/page/',
  '/assets/serve/inspector/page',
  '/assets/package.json',
  '/assets/../../../../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/%00',
  '/assets/..%2f..%2fpackage.json',
  '/assets/serve/inspector/page/..%5cinspector.ts',
  '/assets//etc/passwd',
  '/assets/file:/etc/passwd',
  '/assets/lit-html/../lit/package.json',
  '/assets/__proto__',
  '/assets/constructor',
  '/assets/serve/inspector/page/MAIN.ts',
  '/..',
  '/Health',
  '/health/',
  '//health',
  '/openapi.yaml',
  '/openapi.json/x',
  '/faults/1/2',
  '/%00',
  `/${'a'.repeat(8000)}`,
  '/resources;x',
  '/__proto__',
  '/constructor',
  '/requests/1',
];

const shape = wireShape.map((wire) => ({
  ...wire,
  // A page of another origin may see nothing of all this.
  extra: wire.extra.filter(([name]) => name !== 'Origin'),
}));
const HOST = ['Host', '127.0.0.1'] as const;
const prefix = fc.constantFrom('/_kit', '/_kit', '/@s1/_kit', '/%40s2/_kit');

/** The inspector's files, and attempts to get at others. */
const file = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'HEAD'),
    prefix,
    path: fc.oneof(fc.constantFrom(...Object.keys(FILES)), fc.constantFrom(...NO_FILES)),
    query: fc.constantFrom('', '', '?x=1', '?../../x'),
    shape,
  })
  .map(({ method, prefix, path, query, shape }): FuzzRequest => {
    const type = FILES[path];
    const target = `${prefix}${path}${query}`;
    return {
      kind: type === undefined ? 'no such file' : 'inspector',
      method,
      bytes: inShape({ method, target, headers: [HOST, BEARER] }, shape),
      statuses: [type === undefined ? 404 : 200],
      inspect: (answer) => {
        if (headerOf(answer, 'x-content-type-options') !== 'nosniff')
          fail('May be sniffed', answer);
        if (type === undefined) {
          if (method !== 'HEAD') jsonOf(answer);
          return;
        }
        if (headerOf(answer, 'content-type') !== type) fail('Another type', answer);
        if (headerOf(answer, 'content-security-policy') === undefined) fail('No policy', answer);
        if (method === 'GET' && answer.body === '') fail('Empty', answer);
      },
    };
  });

/** Well-formed requests that are for no operation of the service. */
export const otherRequest: fc.Arbitrary<FuzzRequest> = fc.oneof(otherMethod, unknownPath);

/** Requests for what the inspector's page loads. */
export const fileRequest: fc.Arbitrary<FuzzRequest> = file;
