import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createHandlers } from '../../mocks/handlers.ts';
import { DiagnosticError, type OpenApiDocument, documentFrom } from '../../mocks/index.ts';
import { StateError, createMockServer, loadDocument, readDocument } from '../../mocks/server.ts';

const path = join(import.meta.dirname, '../own-api/workshop.openapi.json');

it('a document is read from a path, a URL, text, JSON and what is parsed from it', async () => {
  const { text, root } = await readDocument(path);
  const others = [
    await readDocument(pathToFileURL(path)),
    await loadDocument(text, 'workshop.json'),
    documentFrom(text),
    documentFrom(JSON.parse(text) as object),
  ];
  for (const document of others) {
    expect(document.root).toEqual(root);
    expect(createHandlers({ document }).length).toBeGreaterThan(0);
  }
  await using server = await createMockServer({ document: others[3] });
  expect((await fetch(`${server.url}/no-such-path`)).status).toBe(404);
});

it.each<[what: string, given: unknown]>([
  ['a path', 'api.yaml'],
  ['a URL', new URL('file:///api.yaml')],
  ['a parsed object', { openapi: '3.1.0', paths: {} }],
  ['nothing', null],
  ['what was not waited for', readDocument(path)],
])('%s in place of a document is refused with a word on what to give', async (_what, given) => {
  const document = given as OpenApiDocument;
  const exp = /^Failed to use the document: .* await readDocument\('api\.yaml'\)/;
  expect(() => createHandlers({ document })).toThrow(exp);
  await expect(createMockServer({ document })).rejects.toThrow(exp);
  await expect(createMockServer({ document })).rejects.toThrow(StateError);
});

it('what is no document is refused with what is wrong', async () => {
  expect(() => documentFrom('api.yaml')).toThrow(/json-syntax: .*\n {2}help: Give JSON/);
  expect(() => documentFrom([])).toThrow(/not-an-object/);
  expect(() => documentFrom({ openapi: '2.0' })).toThrow(DiagnosticError);
  await expect(readDocument('none.yaml')).rejects.toThrow(
    /^Failed to read the document none\.yaml: there is no such file\. /,
  );
});
