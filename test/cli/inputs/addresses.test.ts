import { describe, expect, it } from 'vitest';
import { run } from '../run-main.ts';

const URL_WITH_PASSWORD = 'https://user:secret@store.example/x.yaml';
const SERVER = 'http://127.0.0.1:9';

describe('an address where a path is wanted', () => {
  it.each<[string, string[], string]>([
    ['mock', ['--spec'], 'read the document'],
    ['mock', ['--profile'], 'read the profile'],
    ['mock', ['--scenario'], 'read the scenario'],
    ['mock', ['--scenarios'], 'read the scenarios'],
    ['mock', ['--seed'], 'read the seed'],
    ['mock', ['--handlers'], 'load the handlers'],
    ['mock', ['--persist'], 'keep the store'],
    ['verify', [SERVER, '--profile'], 'read the profile'],
    ['verify', [SERVER, '--learn'], 'write the profile'],
    ['verify', [SERVER, '--har'], 'write the report'],
    ['verify', [SERVER, '--cases'], 'read the case file'],
    ['verify', [SERVER, '--config'], 'read the config file'],
    ['verify', [SERVER, '--rerun'], 'read the report'],
    ['verify', [SERVER, '--ca'], 'read the certificates'],
    ['proxy', [SERVER, '--har'], 'write the recording'],
    ['proxy', [SERVER, '--report'], 'write the report'],
    ['dredd', [SERVER, '--hooks'], 'read the hooks'],
    ['dredd', [SERVER, '--reporter', 'html', '--output'], 'write the report'],
    ['lint', ['--output'], 'write the report'],
  ])('%s %j is refused with a word on what to do', async (command, words, act) => {
    const outcome = await run([command, ...words, URL_WITH_PASSWORD]);
    const flag =
      words.at(-1) === '--har' && command === 'verify' ? '--reporter har=' : words.at(-1);
    const kind = flag === '--scenarios' ? 'folder' : 'file';
    expect(outcome).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        `^Failed to ${act}: it is an address, and only ${kind}s are taken here\\. (Save it, and name the|Name a) ${kind} after ${flag}\\.\n$`,
      ) as string,
    });
  });

  it.each([
    ['mock', '--persist'],
    ['verify', SERVER, '--learn'],
    ['proxy', SERVER, '--har'],
    ['proxy', SERVER, '--report'],
    ['dredd', SERVER, '--reporter', 'html', '--output'],
  ])('%j: so is - for an output', async (...words) => {
    const { code, stderr } = await run([...words, '-']);
    expect(stderr).toMatch(/^Failed to .*: - is no file, .* Name a file after --/);
    expect(code).toBe(2);
  });

  it('of a report, too', async () => {
    const outcome = await run(['verify', SERVER, '--reporter', `json=${URL_WITH_PASSWORD}`]);
    expect(outcome.stderr).toMatch(/^Failed to write the report: it is an address/);
    expect(outcome.stderr).not.toContain('secret');
  });
});
