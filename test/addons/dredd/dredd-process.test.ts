import { describe, expect, it } from 'vitest';
import { type DreddEnd, spawnDredd } from '../../../src/addons/dredd/run-dredd.ts';

async function run(
  parts: { deadlineMs?: number; signal?: AbortSignal; env?: Record<string, string> } = {},
): Promise<{ end: DreddEnd; output: string }> {
  let output = '';
  const onOutput = (text: string): void => {
    output += text;
  };
  const end = await spawnDredd({
    configuration: { path: ['no-such-file.json'], endpoint: 'http://127.0.0.1:9', color: false },
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
  const env = { HTTPS_PROXY: 'http://a:hidden@proxy.test' };

  it('runs Dredd, and says nothing of proxies, whose addresses can hold passwords', async () => {
    const { end, output } = await run({ env });
    expect(end).toEqual({ code: 1 });
    expect(output).toMatch(/^error: Could not find any files on path: '.*no-such-file\.json'/);
    expect(output).not.toContain('proxy');
  });

  it('ends by the deadline', async () => {
    expect((await run({ deadlineMs: 1 })).end).toBe('deadline');
  });

  it('starts nothing for a signal that is aborted already', async () => {
    expect((await run({ signal: AbortSignal.abort() })).end).toBe('aborted');
  });
});
