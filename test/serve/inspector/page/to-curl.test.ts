import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { toCurl } from '../../../../src/serve/inspector/page/to-curl.ts';
import { exchange, message } from './exchanges.ts';

/** The words that bash makes of a line. */
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\n' "$@"; }; ${line}`;
  const env = { ...process.env, TOKEN: 's3cret' };
  return execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }).split('\n').slice(0, -1);
}

describe('a copied line of curl', () => {
  it.each([
    `{"name":"O'Hara's $HOME \`id\` !"}`,
    String.raw`{"name":"back\\slash \n"}`,
    '{"name":"ü 桜 🌱"}',
    '@file',
  ])('sends %s as it is', (body) => {
    const line = toCurl(exchange({ request: message(body) }), 'http://127.0.0.1:1', 'TOKEN') ?? '';
    expect(wordsOf(line).at(-1)).toBe(body);
  });

  it('hides what a terminal would take for a command', () => {
    const body = '{"name":"\u001b[2J\u202e\u2028"}';
    const line = toCurl(exchange({ request: message(body) }), 'http://x', 'TOKEN') ?? '';
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(wordsOf(line).at(-1)).toBe(body);
  });

  it('takes a body that is no text from base64', () => {
    const request = message('AP8K', { encoding: 'base64' });
    const line = toCurl(exchange({ request }), 'http://x', 'TOKEN') ?? '';
    expect(line).toMatch(/^printf %s AP8K \| base64 -d \| curl .*--data-binary @-$/);
  });

  it('has a variable where a secret was', () => {
    const headers = [
      { name: 'Authorization', value: 'Bearer ***' },
      { name: 'Host', value: 'x' },
      { name: 'X-Empty', value: '' },
    ];
    const line = toCurl(exchange({ request: message('', { headers }) }), 'http://x', 'TOKEN') ?? '';
    expect(wordsOf(line)).toContain('Authorization: Bearer s3cret');
    expect(line).not.toContain('***');
    expect(wordsOf(line)).toContain('X-Empty;');
    expect(line).not.toContain('Host');
  });

  it('is not there for a body that was not kept', () => {
    expect(toCurl(exchange({ request: message(null) }), 'http://x', 'TOKEN')).toBeUndefined();
  });
});
