import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRequest as createThing, exchange, freshBody } from '../serve/hardening/fronts.ts';
import { main } from './run-main.ts';

const MARKER = 'm4rker-t0ken-7f3a';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Running {
  readonly port: number;
  readonly url: string;
  output(): string;
  stop(): Promise<number>;
}

/** Runs a command in the folder; resolves when it listens. */
async function start(...words: string[]): Promise<Running> {
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  let output = '';
  const write = (text: string): void => {
    output += text;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
    if (url !== undefined) resolve(url);
  };
  const ended = run(words, write, controller.signal);
  const url = await promise;
  return {
    url,
    port: Number(new URL(url).port),
    output: () => output,
    stop: () => {
      controller.abort('SIGTERM');
      return ended;
    },
  };
}

function run(
  words: readonly string[],
  write: (text: string) => void,
  signal: AbortSignal,
): Promise<number> {
  return main(words, {
    stdout: { write },
    stderr: { write },
    env: { PATH: process.env['PATH'] },
    cwd: folder,
    signal,
  });
}

/** The bytes of a request to create a plant, of a host that the proxy serves. */
function createRequest(body: string, headers: readonly string[]): string {
  return createThing(body, headers)
    .replace('/things', '/plants')
    .replace('store.example', '127.0.0.1');
}

/** The marker wherever a client may put a credential, well-formed or not. */
async function attack(port: number): Promise<string> {
  const bearer = 'Authorization: Bearer t';
  const create = createRequest(freshBody(), ['Connection: close']);
  const requests = [
    create.replace(bearer, `Authorization: Bearer ${MARKER}`),
    create.replace(bearer, `Authorization: bearer  ${MARKER}`),
    create.replace(bearer, `Authorization: Basic ${MARKER}`),
    create.replace(bearer, `Authorization: ${MARKER}`),
    create.replace(bearer, `Authorization: Bearer ${MARKER}\r\nAuthorization: Bearer ${MARKER}`),
    create.replace(bearer, `${bearer}\r\nCookie: session=${MARKER}`),
    create.replace(bearer, `Authorization Bearer ${MARKER}`),
    create.replace(bearer, `Authorization : Bearer ${MARKER}`),
    create.replace(bearer, `Authorization: Bearer ${MARKER}\x00`),
    create.replace('/plants', `/plants?access_token=${MARKER}`),
    create.replace('/plants', `/none?api_key=${MARKER}&x=1`),
  ];
  const answers: string[] = [];
  for (const request of requests) answers.push(JSON.stringify(await exchange(port, request)));
  return answers.join('\n');
}

async function filesOf(): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))).join(
    '\n',
  );
}

it.each(['pretty', 'json'])('a token is in no output of mock and proxy, log %s', async (log) => {
  const mock = await start('mock', '--port', '0', '--log', log, '--token', MARKER);
  const files = ['--har', `${log}.har`, '--report', `${log}.json`];
  const proxy = await start('proxy', mock.url, '--port', '0', '--log', log, ...files);
  const answers = [await attack(mock.port), await attack(proxy.port)];
  for (const { url } of [mock, proxy]) {
    answers.push(await (await fetch(`${url}/_kit/requests`)).text());
  }
  await proxy.stop();
  await mock.stop();
  expect(await filesOf()).toContain('plants');
  for (const text of [...answers, mock.output(), proxy.output(), await filesOf()]) {
    expect(text).not.toContain(MARKER);
    expect(text).not.toContain(Buffer.from(MARKER).toString('base64').replace(/=+$/, ''));
  }
});

it.each(['pretty', 'json'])('nor is one that the client repeats elsewhere, log %s', async (log) => {
  const mock = await start('mock', '--port', '0', '--log', log);
  const running = await start('mock', '--port', '0', '--no-prism', '--log', log, '--token', MARKER);
  const proxy = await start('proxy', mock.url, '--port', '0', '--log', log);
  const bearer = 'Authorization: Bearer t';
  const create = createRequest(freshBody(), ['Connection: close']);
  const inQuery = create.replace('/plants', `/plants?x=${MARKER}`);
  const carrying = create.replace(bearer, `Authorization: Bearer ${MARKER}`);
  const inBody = JSON.stringify({ id: MARKER, name: 'Fern', [MARKER]: 1 });
  const requests = [
    ...[
      `Authorization: Bearer ${MARKER}`,
      `Authorization:Bearer\t${MARKER}`,
      `Authorization: ${MARKER}`,
      `Authorization: Token token="${MARKER}"`,
      `Authorization: Basic ${Buffer.from(`u:${MARKER}`).toString('base64')}`,
      `${bearer}\r\nCookie: session=${MARKER}`,
      `Proxy-Authorization: Bearer ${MARKER}`,
    ].map((header) => inQuery.replace(bearer, header)),
    carrying.replace('/plants', `/${MARKER}`),
    carrying.replace('/plants', `/@a/${MARKER}`),
    carrying.replace('application/json', `text/${MARKER}`),
    createRequest(inBody, ['Connection: close']).replace(bearer, `Authorization: Bearer ${MARKER}`),
  ];
  for (const request of requests) await exchange(mock.port, request);
  const recorded = await (await fetch(`${mock.url}/_kit/requests`)).text();
  const logged = mock.output();
  // The mock behind the proxy sees the query without the header that makes it a secret.
  for (const request of requests) await exchange(proxy.port, request);
  // The one token that a mock takes is masked without any header.
  await exchange(running.port, create.replace('/plants', `/${MARKER}`));
  const known = await (await fetch(`${running.url}/_kit/requests`)).text();
  await Promise.all([proxy.stop(), mock.stop(), running.stop()]);
  for (const text of [logged, recorded, proxy.output(), running.output(), known]) {
    expect(text).toContain('/***');
    expect(text).not.toContain(MARKER);
  }
});

it('nor in what verify, judge and dredd say and write', { timeout: 90_000 }, async () => {
  const mock = await start('mock', '--port', '0', '--no-prism', '--log', 'json', '--token', MARKER);
  let output = '';
  const say = (...words: string[]): Promise<number> =>
    run(words, (text) => (output += text), AbortSignal.timeout(80_000));
  const reports = ['json', 'junit', 'har', 'html', 'markdown', 'sarif'].flatMap((name) => [
    '--reporter',
    `${name}=verify.${name}`,
  ]);
  const code = await say('verify', mock.url, '--token', MARKER, ...reports);
  expect([0, 1], output).toContain(code);
  expect([0, 1], output).toContain(await say('judge', 'verify.har'));
  expect([0, 1], output).toContain(await say('dredd', mock.url, '--token', MARKER));
  await mock.stop();
  await writeFile(join(folder, 'output.txt'), output + mock.output());
  expect(await filesOf()).toContain('createPlant');
  expect(await filesOf()).not.toContain(MARKER);
});
