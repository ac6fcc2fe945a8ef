import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../src/index.ts';

/** On a machine that has other things to do. */
const SLOW = 120_000;

it.each(['trips', 'tickets', 'shop'])(
  'oracles find nothing in the mock of %s, and ask the same with a slash at the end of each path',
  async (name) => {
    const text = await readFile(join(import.meta.dirname, `${name}.openapi.yaml`), 'utf8');
    const slashed = text.replaceAll(/^( {2}\/[^\s:]*):$/gm, '$1/:');
    expect(slashed).not.toBe(text);
    const [plain, other] = await Promise.all([askedBy(text, name), askedBy(slashed, name)]);
    expect(plain.size).toBeGreaterThan(150);
    expect(other).toEqual(plain);
  },
  SLOW,
);

/** Ids of the oracles' cases, in a run on the document's own mock that passes. */
async function askedBy(text: string, file: string): Promise<ReadonlySet<string>> {
  const document = await loadDocument({ text, file });
  await using server = await createMock({ document }).listen();
  const run = verify({ document, baseUrl: server.url, only: ['oracle/'] });
  const asked = new Set<string>();
  for await (const event of run) if (event.type === 'exchange') asked.add(event.exchange.case.id);
  const { verdict, findings } = await run.result;
  const violations = findings.filter(({ severity }) => severity !== 'note');
  expect(violations.map(({ case: id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(verdict).toBe('pass');
  return asked;
}
