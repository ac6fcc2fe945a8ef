import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readCaseFile } from '../../../../src/verify/cases/read-case-file.ts';
import { OutlineDrawer } from '../../../../src/serve/inspector/outline.ts';
import { asCase, asCurl } from '../../../../src/serve/inspector/page/copy-as.ts';
import type { ExchangeView } from '../../../../src/serve/sandbox/exchange-view.ts';
import { thingsDocument } from '../../../setup/things-document.ts';
import { exchange, message } from './exchanges.ts';
import { readYaml } from '../../../../src/openapi/read-yaml.ts';

const document = thingsDocument;
const operation = new OutlineDrawer(document).operationOf('createThing');

function kindOf(parts: Partial<ExchangeView>): string | undefined {
  const text = asCase(exchange(parts), operation);
  return text && readCaseFile(readYaml(text, 'copied.yaml'), document)[0]?.validity.kind;
}

function refused(
  kind: string,
  body: string | null,
  headers = message('').headers,
): Partial<ExchangeView> {
  return {
    status: 400,
    problem: { kind, message: `wrong: "${kind}"` },
    request: message(body, { headers }),
  };
}

describe('a copied case', () => {
  it('is read as it was meant', () => {
    expect(kindOf({})).toBe('valid');
    expect(kindOf({ status: 503 })).toBe('valid');
    expect(kindOf(refused('schema', '{"id":"x","name":"y"}'))).toBe('invalid');
    expect(kindOf(refused('json-malformed', '{'))).toBe('invalid');
    expect(kindOf(refused('used-id', '{"id":1,"name":"y"}'))).toBe('open');
  });

  it('is refused where the body is missing, or of another type', () => {
    expect(kindOf(refused('body-missing', '', []))).toBe('invalid');
    const headers = [{ name: 'content-type', value: 'text/plain' }];
    expect(kindOf(refused('media-type', '{"id":1,"name":"y"}', headers))).toBe('open');
  });

  it('goes by what Prism found where no mock was asked', () => {
    const location = ['request', 'body', 'id'];
    const finding = { location, severity: 'Error', message: 'must be integer' } as const;
    const request = message('{"id":"x","name":"y"}');
    expect(kindOf({ status: 200, findings: [finding], request })).toBe('invalid');
  });

  it.each([
    ['a credential', refused('credential-missing', '{"id":1,"name":"y"}')],
    ['what a case would take for a placeholder', { request: message('{"id":1,"name":"{{id}}"}') }],
    ['bytes', { request: message('AP8K', { encoding: 'base64' }) }],
    ['a body that was not kept', { request: message(null) }],
  ] satisfies [string, Partial<ExchangeView>][])('can not say %s', (_, parts) => {
    expect(asCase(exchange(parts), operation)).toBeUndefined();
  });

  it('has a damaged value of a path as it was sent', () => {
    const id = { path: 'id', in: 'path', type: 'string', rules: '', description: '' };
    const item = { ...operation!, path: '/things/{id}', parameters: [{ ...id, required: true }] };
    expect(asCase(exchange({ target: '/things/%E0%A4' }), item)).toContain('%E0%A4');
  });

  it('is not there for a path that the document does not have', () => {
    expect(asCase(exchange({ operation: null }), undefined)).toBeUndefined();
  });
});

/** The words that bash makes of a line. */
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\n' "$@"; }; ${line}`;
  const env = { ...process.env, TOKEN: 's3cret' };
  return execFileSync('bash', ['--norc', '-c', script], { env, encoding: 'utf8' })
    .split('\n')
    .slice(0, -1);
}

describe('a copied line of curl', () => {
  it.each([
    `{"name":"O'Hara's $HOME \`id\` !"}`,
    String.raw`{"name":"back\\slash \n"}`,
    '{"name":"ü 桜 🌱"}',
    '@file',
  ])('sends %s as it is', (body) => {
    const line = asCurl(exchange({ request: message(body) }), 'http://127.0.0.1:1', 'TOKEN') ?? '';
    expect(wordsOf(line).at(-1)).toBe(body);
  });

  it('hides what a terminal would take for a command', () => {
    const body = '{"name":"\u001b[2J\u202e\u2028"}';
    const line = asCurl(exchange({ request: message(body) }), 'http://x', 'TOKEN') ?? '';
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(wordsOf(line).at(-1)).toBe(body);
  });

  it('takes a body that is no text from base64', () => {
    const request = message('AP8K', { encoding: 'base64' });
    const line = asCurl(exchange({ request }), 'http://x', 'TOKEN') ?? '';
    expect(line).toMatch(/^printf %s AP8K \| base64 -d \| curl .*--data-binary @-$/);
  });

  it('has a variable where a secret was', () => {
    const headers = [
      { name: 'Authorization', value: 'Bearer ***' },
      { name: 'Host', value: 'x' },
      { name: 'X-Empty', value: '' },
    ];
    const line = asCurl(exchange({ request: message('', { headers }) }), 'http://x', 'TOKEN') ?? '';
    expect(wordsOf(line)).toContain('Authorization: Bearer s3cret');
    expect(line).not.toContain('***');
    expect(wordsOf(line)).toContain('X-Empty;');
    expect(line).not.toContain('Host');
  });

  it('is not there for a body that was not kept', () => {
    expect(asCurl(exchange({ request: message(null) }), 'http://x', 'TOKEN')).toBeUndefined();
  });
});
