import { describe, expect, it } from 'vitest';
import { type DreddEnd, spawnDredd } from '../../src/dredd/dredd-process.ts';

async function run(
  args: readonly string[],
  parts: { deadlineMs?: number; signal?: AbortSignal; env?: Record<string, string> } = {},
): Promise<{ end: DreddEnd; output: string }> {
  let output = '';
  const onOutput = (text: string): void => {
    output += text;
  };
  const end = await spawnDredd({
    args,
    cwd: import.meta.dirname,
    env: {},
    signal: new AbortController().signal,
    deadlineMs: 30_000,
    onOutput,
    onErrorOutput: onOutput,
    ...parts,
  });
  return { end, output };
}

describe('spawnDredd', () => {
  it('runs the Dredd that the kit depends on', async () => {
    const { end, output } = await run(['--version']);
    expect(end).toEqual({ code: 0 });
    expect(output).toMatch(/^dredd v14\.\d+\.\d+ /);
  });

  it('says nothing of proxies, whose addresses can hold passwords', async () => {
    const env = { HTTPS_PROXY: 'http://a:hidden@proxy.test' };
    const { output } = await run(['no-such-file.json', 'http://127.0.0.1:9'], { env });
    expect(output).toContain('no-such-file.json');
    expect(output).not.toContain('proxy');
  });

  it('ends by the deadline', async () => {
    expect((await run(['--version'], { deadlineMs: 1 })).end).toBe('deadline');
  });

  it('starts nothing for a signal that is aborted already', async () => {
    expect((await run(['--version'], { signal: AbortSignal.abort() })).end).toBe('aborted');
  });
});
