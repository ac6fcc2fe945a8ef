import { exec } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificateFile, recordingProxy, recordingStore, send } from './recording-store.ts';
import { verify } from './run-verify.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-reaching-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const nowhere = 'http://127.0.0.1:1';

describe('--header', () => {
  const flags = ['--header', 'X-Key: hush-hush', '--header', 'X-Team: Key $TEAM_KEY'];
  const env = { TEAM_KEY: 'very-secret' };

  it('goes with every request, and stands in no report', async () => {
    await using store = await recordingStore((arrival, response) =>
      send(response, 500, { seen: arrival.headers }),
    );
    const reports = ['--reporter', 'pretty', '--reporter', `json=${join(folder, 'header.json')}`];
    const { code, stdout, stderr } = await verify([store.url, ...flags, ...reports], { env });
    expect(code).toBe(1);
    for (const { headers } of store.arrivals) {
      expect(headers).toMatchObject({ 'x-key': 'hush-hush', 'x-team': 'Key very-secret' });
    }
    const report = await readFile(join(folder, 'header.json'), 'utf8');
    expect(stdout + stderr + report).not.toMatch(/hush-hush|very-secret/);
    expect(stdout).toContain(`-H 'X-Key: '"$PLANT_STORE_HEADER_1"`);
    expect(stdout).toContain(`-H 'X-Team: Key '"$TEAM_KEY"`);
  });

  it('is in reproductions that run', async () => {
    await using store = await recordingStore((_, response) => send(response, 500, {}));
    const { stdout } = await verify([store.url, ...flags, '--bail'], { env });
    const [, line = ''] = /Reproduce +(curl .*)/.exec(stdout) ?? [];
    await promisify(exec)(line, {
      shell: 'bash',
      env: { ...process.env, ...env, PLANT_STORE_HEADER_1: 'hush-hush' },
    });
    expect(store.arrivals.at(-1)?.headers).toMatchObject({
      'x-key': 'hush-hush',
      'x-team': 'Key very-secret',
    });
  });

  it('may be Authorization, whose parts are secret, too', async () => {
    await using store = await recordingStore(({ headers }, response) =>
      send(response, 500, { seen: headers['authorization']?.slice('Bearer '.length) }),
    );
    const header = ['--header', 'Authorization: Bearer $LOGIN', '--only', 'plain'];
    const { stdout } = await verify([store.url, ...header], { env: { LOGIN: 'hush-hush' } });
    expect(store.arrivals[0]?.headers['authorization']).toBe('Bearer hush-hush');
    expect(stdout).not.toContain('hush');
    expect(stdout).toContain(`-H 'Authorization: Bearer '"$LOGIN"`);
  });

  it('takes the place of what the kit would send', async () => {
    await using store = await recordingStore();
    await verify([store.url, '--only', 'plain', '--header', 'User-Agent: me']);
    expect(store.arrivals.map(({ headers }) => headers['user-agent'])).toContain('me');
  });

  it.each<[string, string, RegExp]>([
    ['no name', 'hush', /--header number 1: it has no name/],
    ['a name with a blank', 'X Key: hush', /--header number 1: it has no name/],
    ['a length', 'Content-Length: 3', /can't be set/],
    ['a control character', 'X-Key: hush\u{7}', /control character/],
    ['no value', 'X-Key:', /is empty/],
    ['a variable that is not set', 'X-Key: $NOT_SET', /variable NOT_SET is not set/],
  ])('with %s is 2', async (_, header, message) => {
    const { code, stderr } = await verify([nowhere, '--header', header]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('hush');
  });
});

describe('--login', () => {
  const body = '{ type: object, required: [password], properties: { password: { type: string } } }';
  const ok = "responses: { '200': { description: it } }";
  const args = [
    '--spec',
    'login.yaml',
    '--login',
    'logIn#key.value',
    '--login-value',
    'password=$PASS',
  ];

  it('gets the token, with a password that stands nowhere', async () => {
    await writeFile(
      join(folder, 'login.yaml'),
      `openapi: 3.1.0\ninfo: { title: t, version: '1' }\npaths:\n  /login: { post: { operationId: logIn, requestBody: { content: { application/json: { schema: ${body} } } }, ${ok} } }\n  /notes: { get: { operationId: listNotes, security: [{ bearer: [] }], ${ok} } }\ncomponents: { securitySchemes: { bearer: { type: http, scheme: bearer } } }\n`,
    );
    await using store = await recordingStore(({ target, text, headers }, response) => {
      if (target === '/login') return send(response, 200, { key: { value: `of ${text}` } });
      return send(response, 500, { seen: headers });
    });
    const env = { PASS: 'hush-hush' };
    const around = { env, cwd: folder };
    const { stdout } = await verify([store.url, ...args, '--only', 'listNotes'], around);
    const sent = store.arrivals.map(({ headers }) => headers['authorization']);
    expect(sent).toContain('Bearer of {"password":"hush-hush"}');
    expect(stdout).not.toContain('hush');
  });
  it('without its variable is 2, and so are values without it', async () => {
    const { code, stderr } = await verify([nowhere, ...args], { cwd: folder });
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--login-value password: the environment variable PASS'),
    });
    expect((await verify([nowhere, '--login-value', 'a=b'])).code).toBe(2);
  });
});

describe('TLS', () => {
  it('with an unknown certificate is 3', async () => {
    await using store = await recordingStore(undefined, { secure: true });
    const { code, stderr } = await verify([store.url]);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /can't be reached: its certificate is not trusted \(\w+\)\. Name .* --ca <file>, .* --insecure\.\n$/,
    );
  });
  it.each<[string, readonly string[], string]>([
    ['--ca', ['--ca', certificateFile], `--cacert ${certificateFile}`],
    ['--insecure', ['--insecure'], ' -k '],
  ])('passes with %s, which reproductions have too', async (_, flags, words) => {
    await using store = await recordingStore(undefined, { secure: true });
    expect(await verify([store.url, '--only', 'plain', ...flags])).toMatchObject({ code: 0 });
    const { stdout } = await verify([store.url, '--only', 'plain', '--dry-run', ...flags]);
    expect(stdout).toContain(words);
  });
  it('without certificates in --ca is 2', async () => {
    await writeFile(join(folder, 'empty.pem'), 'nothing');
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    await writeFile(join(folder, 'broken.pem'), broken);
    const around = { cwd: folder };
    const none = await verify([nowhere, '--ca', 'none.pem'], around);
    const empty = await verify([nowhere, '--ca', 'empty.pem'], around);
    const wrong = await verify([nowhere, '--ca', 'broken.pem'], around);
    expect([none.code, empty.code, wrong.code]).toEqual([2, 2, 2]);
    expect(none.stderr).toMatch(/certificates none\.pem: there is no such file/);
    expect(empty.stderr).toMatch(/there is none in it/);
    expect(wrong.stderr).toMatch(/number 1 is broken/);
  });
});

describe('a proxy', () => {
  it('is used for http', async () => {
    await using store = await recordingStore();
    await using proxy = await recordingProxy(store.url);
    const around = { env: { HTTP_PROXY: proxy.url } };
    const { code, stdout } = await verify(['http://store.test/base'], around);
    expect({ code, failed: /violation:.*/.exec(stdout)?.[0] }).toEqual({ code: 0 });
    expect(new Set(proxy.lines)).toContain('POST http://store.test/base/plants');
    expect(store.arrivals.length).toBeGreaterThan(100);
    expect(store.arrivals[0]?.headers['host']).toBe('store.test');
  });
  it('is used for https, through CONNECT', async () => {
    await using store = await recordingStore(undefined, { secure: true });
    await using proxy = await recordingProxy(store.url);
    const around = { env: { https_proxy: proxy.url } };
    const { code } = await verify(['https://store.test', '--ca', certificateFile], around);
    expect(code).toBe(0);
    expect(new Set(proxy.lines)).toEqual(new Set(['CONNECT store.test:443']));
    expect(store.arrivals.length).toBeGreaterThan(100);
  });
  it('is not used for what NO_PROXY names', async () => {
    await using store = await recordingStore();
    await using proxy = await recordingProxy(store.url);
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' };
    const { code } = await verify([store.url, '--only', 'plain'], { env });
    expect({ code, lines: proxy.lines }).toEqual({ code: 0, lines: [] });
  });
});

describe('--wait', () => {
  it('waits until the server is up', async () => {
    await using place = await recordingStore();
    const { port } = new URL(place.url);
    await place[Symbol.asyncDispose]();
    const run = verify([place.url, '--only', 'plain', '--wait', '10']);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await using store = await recordingStore(undefined, { port: Number(port) });
    expect((await run).code).toBe(0);
    expect(store.arrivals[0]).toMatchObject({ method: 'GET', target: '/' });
  });
  it('waits for what stands behind a gateway', async () => {
    await using store = await recordingStore((_, response, count) =>
      count < 3 ? send(response, 503, {}) : undefined,
    );
    expect((await verify([store.url, '--only', 'plain', '--wait', '10'])).code).toBe(0);
  });
  it('ends with 3 when the time is over, and reports that', async () => {
    const startedAt = performance.now();
    const args = [nowhere, '--wait', '0.6', '--reporter', 'json'];
    const { code, stdout, stderr } = await verify(args);
    expect(code).toBe(3);
    expect(stderr).toMatch(/was not there within 0\.6 s: .*ECONNREFUSED/);
    expect(JSON.parse(stdout)).toMatchObject({ stopped: { reason: 'unreachable' } });
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
  it('is ended by Ctrl-C', async () => {
    const signal = AbortSignal.timeout(300);
    expect((await verify([nowhere, '--wait', '60'], { signal })).code).toBe(130);
  });
});

it('reports redirects, and follows none', async () => {
  await using elsewhere = await recordingStore();
  await using store = await recordingStore(({ target }, response) => {
    const isCreating = target === '/plants';
    return send(response, isCreating ? 307 : 404, {}, { location: `${elsewhere.url}/others` });
  });
  const { code, stdout } = await verify([store.url]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/violation R1: a request is redirected with 307/);
  expect(stdout).toContain(`307 to ${elsewhere.url}/others`);
  expect(elsewhere.arrivals).toEqual([]);
});

it('--timeout gives a request up', async () => {
  await using store = await recordingStore((_, response, count) => {
    if (count === 5) return 'answered';
    return response.writableEnded ? 'answered' : undefined;
  });
  const { code, stdout } = await verify([store.url, '--timeout', '400']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/no answer in \d{3} ms/);
});

it('says where an https address answers without TLS', async () => {
  await using store = await recordingStore();
  const { code, stderr } = await verify([store.url.replace('http:', 'https:')]);
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /^Failed to verify: https:\S+ can't be reached: it answers without TLS, as http:\/\/ addresses do\./,
  );
});

it('asks about the path where it finds nothing below base_url', async () => {
  await using store = await recordingStore((_, response) =>
    send(response, 404, { error: 1, message: 'no such path' }),
  );
  const lost = await verify([`${store.url}/apii`, '--only', 'curated/*']);
  expect(lost.code).toBe(1);
  expect(lost.stderr).toContain('was refused, with 404: is the path in base_url right?');
  let count = 0;
  await using found = await recordingStore((_, response) => {
    count += 1;
    if (count % 2 === 0) return undefined;
    return send(response, 404, { error: 1, message: 'no such thing' });
  });
  expect((await verify([found.url, '--only', 'curated/*'])).stderr).not.toContain('base_url');
});
