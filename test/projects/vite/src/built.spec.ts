import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Server {
  render(): Promise<string>;
}

it.each(['server', 'bundled'])('the build for the %s renders with the mock', async (folder) => {
  const file = join(import.meta.dirname, `../dist/${folder}/server.js`);
  const { render } = (await import(file)) as Server;
  expect(await render()).toBe('<p>200</p>');
});

it('the build for pages has nothing of Node in it', () => {
  const assets = join(import.meta.dirname, '../dist/page/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts).not.toEqual([]);
  for (const name of scripts)
    expect(readFileSync(join(assets, name), 'utf8')).not.toMatch(/from\s*["']node:/);
});
