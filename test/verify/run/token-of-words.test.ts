import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../../src/index.ts';

it('a token that is a word of the requests, too, raises no alarm', async () => {
  const file = join(import.meta.dirname, '../../own-api/library.openapi.yaml');
  const document = await loadDocument(file);
  await using server = await createMock({ document }).listen({ port: 0 });
  const options = { document, baseUrl: server.url, allowChanges: true, maxCases: 150, seed: 1 };
  const { verdict, findings } = await verify({ ...options, token: 'sample' }).result;
  expect(findings.map(({ message }) => message)).toEqual([]);
  expect(verdict).toBe('pass');
});
