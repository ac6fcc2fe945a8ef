import { describe, expect, it } from 'vitest';
import { type Case, buildCase } from '../../../../src/verify/cases/case.ts';
import { generateCases } from '../../../../src/verify/cases/generate/generate-cases.ts';
import { loadDocument } from '../../../../src/model/load-document.ts';
import { operations } from '../../../../src/model/operation.ts';

const document = loadDocument(
  `openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    get:
      parameters: [{ name: size, in: query, schema: { type: integer } }]
      responses: { '200': { description: all } }
    post: { responses: { '201': { description: created } } }
  /things/{id}/parts/{part}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: part, in: path, required: true, schema: { type: integer } }
    get:
      parameters: [{ name: since, in: query, schema: { type: string, format: date-time }, example: '2027-03-04T05:06:07Z' }]
      responses: { '200': { description: one } }
    put: { responses: { '204': { description: replaced } } }
  /turn:
    post: { responses: { '204': { description: done } } }
`,
  'things.yaml',
);

/** The cases of an operation, by title. */
function casesOf(method: string, path: string): Map<string, Case> {
  const operation = operations(document).find(
    (candidate) => candidate.method === method && candidate.path === path,
  )!;
  const templates = [...generateCases({ document, operation, seed: 1 })];
  const built = templates.map((template) =>
    buildCase(template, { integer: () => 1_234_567_890, text: (base) => `${base} mark` }),
  );
  return new Map(built.map((template) => [template.title, template]));
}

const target = (template: Case | undefined): string => template!.request.target;

describe('targets of requests', () => {
  const list = casesOf('GET', '/things');
  const item = casesOf('GET', '/things/{id}/parts/{part}');

  it('are encoded badly in the path and in the query', () => {
    expect(target(item.get('a bad percent-encoding in the path'))).toMatch(/\/parts\/%zz$/);
    expect(target(list.get('a bad percent-encoding in the query'))).toBe('/things?size=%zz');
    expect(target(item.get('a slash and NUL in the path'))).toMatch(/\/parts\/x%2Fy%00z$/);
    expect(list.has('a bad percent-encoding in the path')).toBe(false);
    const creation = casesOf('PUT', '/things/{id}/parts/{part}');
    expect(creation.has('a bad percent-encoding in the path')).toBe(false);
  });

  it('have a parameter twice, and a long query', () => {
    expect(target(list.get('the query parameter size twice'))).toMatch(
      /^\/things\?size=\d+&size=\d+$/,
    );
    expect(target(list.get('a query of 8192 bytes')).length).toBeGreaterThan(8192);
    expect(item.has('a query of 8192 bytes')).toBe(true);
    expect(casesOf('POST', '/turn').has('a query of 8192 bytes')).toBe(false);
  });

  it('have a time with an offset, whose plus is encoded', () => {
    const time = item.get('query parameter since with an offset');
    expect(target(time)).toContain('since=2027-03-04T07%3A06%3A07%2B02%3A00');
    expect(time?.validity).toMatchObject({ kind: expect.not.stringMatching('invalid') });
  });

  it('are asked for with OPTIONS once each path, and with HEAD where it has a GET', () => {
    const found = operations(document).flatMap(({ method, path }) =>
      [...casesOf(method, path).values()]
        .filter(({ request }) => ['HEAD', 'OPTIONS'].includes(request.method))
        .map((template) => `${template.request.method} for ${method} ${path}`),
    );
    expect(found).toEqual([
      'HEAD for GET /things',
      'OPTIONS for GET /things',
      'HEAD for GET /things/{id}/parts/{part}',
      'OPTIONS for GET /things/{id}/parts/{part}',
      'OPTIONS for POST /turn',
    ]);
    expect(list.get('HEAD')?.request.body).toBeUndefined();
  });

  it('are not asked for with OPTIONS where the document has that, though it is broken there', () => {
    const options = { id: 'turns', method: 'OPTIONS', path: '/turn', diagnostics: [] };
    const broken = { ...document, quarantined: [options] };
    const turn = operations(broken).find(({ path }) => path === '/turn')!;
    const cases = [...generateCases({ document: broken, operation: turn, seed: 1 })];
    expect(cases.length).toBeGreaterThan(0);
    expect(cases.map(({ title }) => title)).not.toContain('OPTIONS');
  });

  it('promise nothing but an answer', () => {
    for (const title of [
      'HEAD',
      'OPTIONS',
      'a query of 8192 bytes',
      'a bad percent-encoding in the path',
      'a slash and NUL in the path',
    ]) {
      expect(item.get(title)).toMatchObject({ outsideOperation: true, validity: { kind: 'open' } });
    }
  });
});
