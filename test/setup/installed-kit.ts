import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';

/** Milliseconds that packing and installing may take. */
const PATIENCE = 230_000;

/** The packed kit, a `.tgz`, as `npm publish` would send it. */
export async function packedKit(): Promise<string> {
  return await appear('packed.tgz');
}

/** A folder with the packed kit and the optional peers installed in it; nobody may change it. */
export async function installedKit(): Promise<string> {
  return await appear('installed');
}

/** The same without the optional peers: Prism, Spectral and Dredd. */
export async function leanKit(): Promise<string> {
  return await appear('lean');
}

async function appear(name: string): Promise<string> {
  const folder = inject('kitFolder');
  const path = join(folder, name);
  const end = Date.now() + PATIENCE;
  while (!existsSync(path)) {
    const failed = join(folder, 'failed');
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'));
    if (Date.now() > end) throw new Error(`Packing the kit took more than ${PATIENCE} ms.`);
    await setTimeout(100);
  }
  return path;
}
