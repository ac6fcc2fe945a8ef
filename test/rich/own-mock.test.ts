import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type LoadedDocument, createMock, loadDocument, verify } from '../../src/index.ts';

const fileOf = (name: string): string => join(import.meta.dirname, `${name}.openapi.yaml`);

it.each(['trips', 'tickets'])('no oracle finds anything in the mock of %s', async (name) => {
  const document = await loadDocument(fileOf(name));
  await using server = await createMock({ document }).listen();
  const { verdict, findings } = await verify({ document, baseUrl: server.url, maxCases: 20 })
    .result;
  const violations = findings.filter(({ severity }) => severity !== 'note');
  expect(violations.map(({ case: id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(verdict).toBe('pass');
});

it.each(['trips', 'tickets', 'shop'])(
  'with a slash at the end of each path of %s, oracles ask the same',
  async (name) => {
    const text = await readFile(fileOf(name), 'utf8');
    const slashed = text.replaceAll(/^( {2}\/[^\s:]*):$/gm, '$1/:');
    expect(slashed).not.toBe(text);
    const [plain, other] = await Promise.all(
      [text, slashed].map(
        async (one) => await askedIn(await loadDocument({ text: one, file: name })),
      ),
    );
    expect(other).toEqual(plain);
  },
);

/** Ids of the oracles' cases, in a run on the document's own mock that passes. */
async function askedIn(document: LoadedDocument): Promise<ReadonlySet<string>> {
  await using server = await createMock({ document }).listen();
  const run = verify({ document, baseUrl: server.url });
  const asked = new Set<string>();
  for await (const event of run) {
    const id = event.type === 'exchange' ? event.exchange.case.id : '';
    if (id.startsWith('oracle/')) asked.add(id);
  }
  const { verdict } = await run.result;
  expect(verdict).toBe('pass');
  return asked;
}
