import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const module = fileURLToPath(new URL('../../../src/cli/verify/new-space.ts', import.meta.url));

/** Megabytes of the space for new objects after many of them were made. */
function grown(isBound: boolean): number {
  const script = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { setTimeout as delay } from 'node:timers/promises';
    ${isBound ? `(await import(${JSON.stringify(module)})).boundNewSpace();` : ''}
    const held = [];
    for (let i = 0; i < 60; i += 1) {
      for (let j = 0; j < 20_000; j += 1) held[j] = { text: String(i * j), list: [i, j] };
      await delay(2);
    }
    const { space_size: size } = getHeapSpaceStatistics().find((one) => one.space_name === 'new_space');
    process.stdout.write(String(size / 1e6));`;
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script]));
}

it('is bound where V8 alone would take more', () => {
  const [bound, free] = [grown(true), grown(false)];
  expect(bound).toBeLessThan(free);
  expect(bound).toBeLessThan(20);
});
