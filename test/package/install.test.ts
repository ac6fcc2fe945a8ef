import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runNpm } from '../setup/run-npm.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await runNpm(['install', ...flags, inject('packedKit')], folder);
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe('the packed kit, installed into an empty project', () => {
  it('has a command that runs', async () => {
    expect(await runNpm(['exec', '--', 'plant-store', '--version'], folder)).toMatch(/^\d+\.\d+\./);
  });
});
