import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProxyReport } from '../../src/serve/proxy/proxy-report.ts';
import {
  type Received,
  type Sent,
  send as sendTo,
  serve as serveHttp,
  until,
} from '../serve/http-helpers.ts';
import { startListening } from '../setup/listening-process.ts';
import { type Serving, run, serve } from './run-main.ts';

let folder: string;
let upstream: Server;
let target: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  upstream = createServer((incoming, outgoing) => {
    incoming.resume();
    const isBad = incoming.headers['x-bad'] !== undefined;
    outgoing.writeHead(200, { 'Content-Type': 'application/json' });
    outgoing.end(isBad ? '{"name":17}' : '{"name":"a"}');
  }).listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  target = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1/`;
});

afterEach(async () => {
  upstream.close();
  upstream.closeAllConnections();
  await rm(folder, { recursive: true });
});

async function start(...words: string[]): Promise<Serving> {
  return await serve(['proxy', target, '--port', '0', ...words], { cwd: folder });
}

const PLANT = '{"id":9223372036854775807,"name":"a"}';
const BAD = { 'content-type': 'application/json', authorization: 'Bearer hunter22', 'x-bad': '1' };

/** One request, a POST to /plants where nothing else is said. */
function send(url: string, sent: Sent): Promise<Received> {
  return sendTo(url, { path: '/plants', ...sent });
}

/** Without what differs from run to run. */
function stable(text: string, url: string): string {
  return text
    .replaceAll(url, 'URL')
    .replaceAll(target, 'TARGET')
    .replaceAll(/\d\d:\d\d:\d\d/g, 'TIME')
    .replaceAll(/\d+\.\d ms/g, 'N ms');
}

describe('proxy', () => {
  it('answers violations itself with --errors, in the shape of the document', async () => {
    const proxy = await start('--errors', '--log', 'silent', '--timeout', '5000');
    const answer = await send(proxy.url, { headers: BAD, body: PLANT });
    const { code } = await proxy.stop('SIGINT');
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(answer.body.toString())).toEqual({
      error: expect.any(Number),
      message: expect.stringContaining('name'),
    });
    expect(code).toBe(1);
  });

  it('says what it does, logs every request, and ends with 0 where nothing was wrong', async () => {
    const proxy = await start();
    expect((await send(proxy.url, { body: PLANT })).body.toString()).toBe('{"name":"a"}');
    const { code, stdout, stderr } = await proxy.stop('SIGINT');
    expect(stable(stdout, proxy.url)).toBe(
      [
        'plant-store proxy on URL, in front of TARGET',
        '  POST /plants  createPlant',
        'Inspector: URL/_kit/',
        'Ctrl-C ends it and prints what was found.',
        'TIME POST /plants 200 N ms',
        'pass: 1 exchange, 0 violations, 0 warnings',
        '',
      ].join('\n'),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('ends with 1 where there was a violation', async () => {
    const proxy = await start();
    await send(proxy.url, { body: PLANT, headers: BAD });
    await send(proxy.url, { body: PLANT, headers: BAD });
    const { code, stdout } = await proxy.stop('SIGINT');
    expect(stable(stdout, proxy.url).split('\n').slice(4)).toEqual([
      'TIME POST /plants 200 N ms',
      '  violation  response.body.name: Response body property name must be string',
      'TIME POST /plants 200 N ms',
      '  violation  response.body.name: Response body property name must be string',
      '  violation  POST /plants  response.body.name: Response body property name must be string (2 times)',
      'fail: 2 exchanges, 2 violations, 0 warnings',
      '',
    ]);
    expect(code).toBe(1);
  });

  it('judges what came before it was told to end, also where Prism has not loaded yet', async () => {
    const program = join(import.meta.dirname, '../../bin/plant-store.js');
    const words = ['proxy', target, '--port', '0', '--log', 'json'];
    await using proxy = await startListening([program, ...words]);
    await send(proxy.url, { body: PLANT, headers: BAD });
    expect(await proxy.end('SIGINT')).toBe(1);
    expect(proxy.stdout()).toContain('Response body property name must be string');
  });

  it('records a HAR and a report, without secrets', async () => {
    const proxy = await start('--har', 'x.har', '--report', 'r.json', '--log', 'json');
    await send(proxy.url, { body: PLANT, headers: BAD });
    const halfway = await until(async () => {
      const text = await readFile(join(folder, 'x.har'), 'utf8');
      return text.includes('/v1/plants') ? text : undefined;
    });
    // Complete at every moment.
    expect(JSON.parse(halfway)).toHaveProperty('log.entries.0.request.method', 'POST');
    await send(proxy.url, { body: '{"id":1,"name":"b"}' });
    const { code, stdout, stderr } = await proxy.stop('SIGINT');
    const har = await readFile(join(folder, 'x.har'), 'utf8');
    const report = await readFile(join(folder, 'r.json'), 'utf8');
    expect(har + report + stdout + stderr).not.toContain('hunter22');
    expect(JSON.parse(har)).toMatchObject({
      log: {
        version: '1.2',
        creator: { name: 'plant-store' },
        entries: [
          {
            request: { url: `${target}plants`, postData: { text: PLANT } },
            response: { status: 200, content: { text: '{"name":17}' } },
            _findings: [{ location: ['response', 'body', 'name'] }],
          },
          { _findings: [] },
        ],
      },
    });
    expect(JSON.parse(report) as ProxyReport).toMatchObject({
      verdict: 'fail',
      target,
      counts: { exchanges: 2, violations: 1, warnings: 0, notes: 0, unvalidated: 0, failures: 0 },
      findings: [{ severity: 'violation', operation: 'POST /plants', code: 'type', count: 1 }],
    });
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { listening: proxy.url },
      { method: 'POST', target: '/plants', status: 200 },
      { method: 'POST', target: '/plants', status: 200 },
    ]);
    expect(stderr).toContain('fail: 2 exchanges');
    expect(code).toBe(1);
  });

  it('prints its summary although the report cannot be written any more', async () => {
    await mkdir(join(folder, 'gone'));
    const proxy = await start('--report', 'gone/r.json');
    await rm(join(folder, 'gone'), { recursive: true });
    const { code, stdout, stderr } = await proxy.stop('SIGINT');
    expect(stdout).toContain('pass: 0 exchanges');
    expect(stderr).toMatch(/^Failed to write the report gone\/r\.json: its folder is not there/);
    expect(code).toBe(2);
  });

  it('says once that the disk is full, goes on, and ends with 2', async () => {
    const proxy = await start('--har', 'r.har');
    const file = await open(join(folder, 'r.har'));
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const writing = vi.spyOn(Object.getPrototypeOf(file) as typeof file, 'write');
    await file.close();
    writing.mockRejectedValueOnce(full).mockRejectedValueOnce(full);
    const record = async (): Promise<void> => {
      const writes = writing.mock.calls.length;
      await send(proxy.url, { body: PLANT });
      await until(() => (writing.mock.calls.length > writes ? true : undefined));
    };
    await record();
    await record();
    await record();
    const { code, stdout, stderr } = await proxy.stop('SIGINT');
    writing.mockRestore();
    expect(stdout).toContain('3 exchanges');
    expect(stderr).toBe(
      'Failed to record in r.har: the disk is full. The proxy goes on.\n' +
        'Failed to record in r.har: 2 exchanges are not in it. Make room for it.\n',
    );
    expect(code).toBe(2);
    const har = JSON.parse(await readFile(join(folder, 'r.har'), 'utf8')) as {
      log: { entries: unknown[] };
    };
    expect(har.log.entries).toHaveLength(1);
  });

  it('says why there was no answer, and fails, as judge does on its recording', async () => {
    upstream.close();
    upstream.closeAllConnections();
    const proxy = await start('--timeout', '500', '--har', 'dead.har');
    expect((await send(proxy.url, { body: PLANT })).status).toBe(502);
    const { code, stdout } = await proxy.stop('SIGINT');
    expect(stdout).toMatch(/POST \/plants 502 .* nothing listens there\n/);
    expect(stdout).toContain('fail: 1 exchange, 0 violations, 0 warnings, 1 without an answer');
    expect(code).toBe(1);
    const judged = await run(['judge', 'dead.har', '--base-url', target], { cwd: folder });
    expect(judged.code).toBe(1);
    expect(judged.stdout).toContain('nothing listens there');
    expect(judged.stdout).not.toContain('server error');
  });

  it('records that a client left, or what it answered itself, for which judge blames nobody', async () => {
    await using patient = await serveHttp((incoming, outgoing) => {
      incoming.resume();
      if (incoming.url === '/plants?1') return;
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"a"}');
    });
    const words = ['--port', '0', '--har', 'left.har', '--errors'];
    const proxy = await serve(['proxy', patient.url, ...words], { cwd: folder });
    await expect(
      send(proxy.url, { path: '/plants?1', body: PLANT, signal: AbortSignal.timeout(300) }),
    ).rejects.toThrow('abort');
    expect((await send(proxy.url, { body: '{' })).status).toBe(400);
    expect((await send(proxy.url, { body: PLANT })).status).toBe(200);
    await proxy.stop('SIGINT');
    const judged = await run(['judge', 'left.har'], { cwd: folder });
    // They are recorded as they are judged, not as they came.
    const [, ...left] = judged.stderr.trimEnd().split(/: |, |\.$/);
    expect(left.toSorted((a, b) => a.localeCompare(b))).toEqual([
      '',
      '1 request that the client ended itself',
      '1 request that the proxy answered itself',
    ]);
    expect(judged.code).toBe(0);
  });

  it.each([
    [['proxy'], /missing required argument 'base_url'/],
    [['proxy', 'nowhere'], /^Failed to read base_url: expected an http:/],
    [
      ['proxy', 'http://u:secret@h/'],
      /^Failed to use base_url: it holds credentials\. Leave them out: what clients/,
    ],
    [['proxy', 'http://h', '--port', 'x'], /must be an integer/],
    [['proxy', 'http://h', '--timeout', '0'], /must be whole milliseconds from 1/],
    [['proxy', 'http://h', '--log', 'loud'], /Allowed choices are pretty, json, silent/],
    [['proxy', 'http://h', '--spec', 'none.yaml'], /^Failed to read the document none\.yaml/],
    [
      ['proxy', 'http://h', '--har', 'no/x.har'],
      /^Failed to write the recording no\/x\.har: its folder is not there/,
    ],
    [
      ['proxy', 'http://h', '--report', 'no/r.json'],
      /^Failed to write the report no\/r\.json: its folder is not there\. Check the path after --report/,
    ],
    [['proxy', 'http://h', '--report', '.'], /^Failed to write the report \.: it is a folder/],
  ])('%j ends with 2 and says why', async (words, message) => {
    const { code, stderr } = await run(words, { cwd: folder });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('secret');
    expect(code).toBe(2);
  });

  it('ends with 2 where the port is taken', async () => {
    const port = String((upstream.address() as AddressInfo).port);
    const { code, stderr } = await run(['proxy', target, '--port', port], { cwd: folder });
    expect(stderr).toMatch(/^Failed to listen on 127\.0\.0\.1: port \d+ is in use/);
    expect(code).toBe(2);
  });
});
