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

it.each([
  [
    ['mock', '--port', 'hush'],
    "option '-p, --port <port>' has a wrong value. It must be an integer",
  ],
  [['mock', '--port', 'a\nhush'], "option '-p, --port <port>' has a wrong value. It must be"],
  [
    ['mock', '--log', "it's hush"],
    "option '--log <format>' has a wrong value. Allowed choices are",
  ],
  [
    ['completion', 'hush'],
    "argument 'shell' has a wrong value. Allowed choices are bash, zsh, fish",
  ],
  [['mock', '--tokn=hush'], "unknown option '--tokn'. "],
  [['mock', 'hush'], "too many arguments for 'mock'. Expected 0 arguments but got 1. "],
])('%j is told without what was given, which may be a secret', async (words, cause) => {
  const { code, stderr } = await run(words);
  expect(stderr).toContain(`Failed to read the command line: ${cause}`);
  expect(stderr).not.toContain('hush');
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
