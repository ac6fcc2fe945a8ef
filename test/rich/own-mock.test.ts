import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../src/index.ts';

it.each(['trips', 'tickets'])('no oracle finds anything in the mock of %s', async (name) => {
  const document = await loadDocument(join(import.meta.dirname, `${name}.openapi.yaml`));
  await using server = await createMock({ document }).listen();
  const { verdict, findings } = await verify({ document, baseUrl: server.url, maxCases: 20 })
    .result;
  const violations = findings.filter(({ severity }) => severity !== 'note');
  expect(violations.map(({ case: id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(verdict).toBe('pass');
});
