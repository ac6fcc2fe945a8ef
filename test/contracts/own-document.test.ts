import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { describeContract } from '../../contracts/vitest.ts';
import { startStore } from '../family/base-store.ts';

// The suite itself is what is tested: it has a test for each case, and all must pass.
describe('of a document without an operation of the kit’s cases, against its mock', () => {
  describeContract({ document: 'test/own-api/workshop.openapi.json' });
});

describe('of a case file alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  const file = join(folder, 'cases.yaml');
  const fields = 'fresh: { id: integer, name: text }\nusual: { name: Rosa }';
  const cases = 'cases:\n  - name: a plain one\n    request: {}\n    expect: success\n';
  writeFileSync(file, `operation: createPlant\n${fields}\n${cases}`);
  let store: Awaited<ReturnType<typeof startStore>>;
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });
  const baseUrl = async (): Promise<string> => (store = await startStore()).url;
  describeContract({ baseUrl, cases: [file], generated: false });
});
