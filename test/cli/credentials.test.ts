import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, run, serve } from './run-main.ts';

const DOCUMENT = `openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /notes:
    get:
      operationId: list
      security: [{login: []}, {key: []}, {query: []}]
      responses: {'200': {description: done}, '401': {description: no}}
components:
  securitySchemes:
    login: {type: http, scheme: basic}
    key: {type: apiKey, in: header, name: X-Key}
    query: {type: apiKey, in: query, name: code}
`;
const LOGIN = 'user:pä ss';

describe('a login beyond ASCII, with a blank', () => {
  let folder: string;
  let mock: Serving;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'basic-'));
    await writeFile(join(folder, 'basic.yaml'), DOCUMENT);
    const words = ['mock', '--spec', 'basic.yaml', '--no-prism', '--port', '0', '--token', LOGIN];
    mock = await serve(words, { cwd: folder });
  });
  afterAll(async () => {
    await mock.stop();
    await rm(folder, { recursive: true });
  });

  const statusWith = async (bytes: Buffer): Promise<number> => {
    const authorization = `Basic ${bytes.toString('base64')}`;
    return (await fetch(`${mock.url}/notes`, { headers: { authorization } })).status;
  };

  it('is taken by the mock, in either encoding (RFC 7617, 2.1)', async () => {
    expect(await statusWith(Buffer.from(LOGIN))).toBe(200);
    expect(await statusWith(Buffer.from(LOGIN, 'latin1'))).toBe(200);
    expect(await statusWith(Buffer.from('user:pa ss'))).toBe(401);
  });

  it('in a query, it is not in the log of the mock', async () => {
    await fetch(`${mock.url}/notes?code=pass%2Fword9&a=1`);
    await fetch(`${mock.url}/notes?c%6Fde=pass%2Fword9`);
    expect(mock.stdout()).toMatch(/GET \/notes\?code=\*{3}&a=1 401 .*is missing/);
    expect(mock.stdout()).not.toContain('word9');
  });

  it.each([
    ['--credential', 'login=$LOGIN'],
    ['--token', LOGIN],
  ])('is sent by verify with %s', async (...words) => {
    const { code, stdout, stderr } = await run(
      ['verify', mock.url, '--spec', 'basic.yaml', '--max-cases', '1', ...words],
      { cwd: folder, env: { LOGIN }, signal: AbortSignal.timeout(20_000) },
    );
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('pä');
  });
});
