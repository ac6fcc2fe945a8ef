import { describe, expect, it } from 'vitest';
import { run } from './run-main.ts';

it.each([
  ['mock', '--spec', '--port', '4010'],
  ['verify', 'http://127.0.0.1:1', '--only', '--seed', '1'],
])('%s takes no option for the value of another: %s %s', async (...words) => {
  const { code, stderr } = await run(words);
  const needs = `needs a value, and ${words.at(-2)} is an option. Add --help for the usage.\n`;
  expect(stderr).toContain(needs);
  expect(code).toBe(2);
});

describe('help', () => {
  it.each([[['help', 'nix']], [['nix']]])(
    '%j says that there is no such command',
    async (words) => {
      const { code, stdout, stderr } = await run(words);
      expect(stderr).toMatch(/^Failed to read the command line: unknown command 'nix'\. /);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    },
  );

  it('suggests the command that was meant', async () => {
    expect((await run(['help', 'verfy'])).stderr).toContain(' Did you mean verify? ');
  });

  it.each([
    [['help'], 'Usage: plant-store [options] [command]'],
    [['help', 'verify'], 'Usage: plant-store verify'],
    [['help', 'help'], 'Usage: plant-store [options] [command]'],
  ])('%j shows the usage', async (words, usage) => {
    const { code, stdout } = await run(words);
    expect(stdout).toContain(usage);
    expect(code).toBe(0);
  });
});
