import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MockServer, createMock, loadDocument } from '../../src/index.ts';
import { METRICS, ServerMetrics } from '../../src/serve/metrics.ts';
import { thingsDocument } from '../setup/things-document.ts';
import { control, createThing } from './control/control-client.ts';
import { send } from './http-helpers.ts';
import { startProxy } from './proxy/start-proxy.ts';
import { serveThings } from './serve-things.ts';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-z_]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g;

/** Reads Prometheus's text format 0.0.4, and holds that it is well-formed. */
function parse(text: string): Sample[] {
  expect(text.endsWith('\n')).toBe(true);
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (word === 'HELP') {
      expect(types.has(name)).toBe(false);
      expect(rest).toBe(METRICS[name]?.[1]);
      current = name;
    } else if (word === 'TYPE') {
      expect([name, rest]).toEqual([current, METRICS[name]?.[0]]);
      types.set(name, rest);
    } else {
      const [, sample = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      const exp = types.get(current) === 'histogram' ? /_(?:bucket|sum|count)$/ : /$(?=x)/;
      expect([line, sample.replace(exp, '')]).toEqual([line, current]);
      const pairs = [...labels.matchAll(LABEL)];
      expect(pairs.map(([whole]) => whole).join('')).toBe(labels);
      const named = pairs.map(([, label = '', text = '']) => [label, text] as const);
      samples.push({ name: sample, labels: Object.fromEntries(named), value: Number(value) });
      expect(Number.isFinite(Number(value))).toBe(true);
    }
  }
  const keys = samples.map(({ name, labels }) => JSON.stringify([name, labels]));
  expect(new Set(keys).size).toBe(keys.length);
  return samples;
}

async function scrape(base: string, headers: Record<string, string> = {}): Promise<Sample[]> {
  const response = await fetch(`${base}/_kit/metrics`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parse(await response.text());
}

function value(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const found = samples.find((sample) => {
    const isSame = Object.entries(labels).every(([label, text]) => sample.labels[label] === text);
    return sample.name === name && isSame;
  });
  return found?.value;
}

describe('the metrics of a mock', () => {
  let server: MockServer;
  let samples: Sample[];

  beforeAll(async () => {
    server = await serveThings({ profile: 'typical' });
    await createThing(server.url, 1);
    await createThing(server.url, 2);
    await createThing(`${server.url}/@one`, 1);
    await createThing(server.url, 1);
    await fetch(`${server.url}/nothing`);
    for (const method of ['PROPFIND', 'PROPPATCH']) await send(server.url, { method });
    await scrape(server.url);
    await delay(30);
    samples = await scrape(server.url);
  });
  afterAll(() => server.close());

  it('count requests by operation, method and status', () => {
    const name = 'kit_http_requests_total';
    const created = { method: 'POST', operation: 'createThing' };
    expect(value(samples, name, { ...created, status: '200' })).toBe(3);
    expect(value(samples, name, { ...created, status: '409' })).toBe(1);
    expect(value(samples, name, { method: 'GET', operation: '', status: '404' })).toBe(1);
    expect(value(samples, name, { method: 'other', operation: '', status: '405' })).toBe(2);
  });

  it('have how long they took, as a histogram', () => {
    const labels = { method: 'POST', operation: 'createThing' };
    const name = 'kit_http_request_duration_seconds';
    const buckets = samples.filter((sample) => {
      return sample.name === `${name}_bucket` && sample.labels['operation'] === 'createThing';
    });
    const counts = buckets.map((bucket) => bucket.value);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(buckets.map(({ labels }) => labels['le'])).toContain('0.0005');
    expect(buckets.at(-1)).toMatchObject({ labels: { ...labels, le: '+Inf' }, value: 4 });
    expect(value(samples, `${name}_count`, labels)).toBe(4);
    const sum = value(samples, `${name}_sum`, labels)!;
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(10);
  });

  it('say why requests were refused', () => {
    const name = 'kit_http_requests_refused_total';
    expect(value(samples, name, { reason: 'path-unknown' })).toBe(1);
    expect(value(samples, name, { reason: 'method-unknown' })).toBe(2);
  });

  it('say what is stored, in all sandboxes', () => {
    expect(value(samples, 'kit_stored_resources')).toBe(3);
    expect(value(samples, 'kit_sandboxes')).toBe(2);
    expect(value(samples, 'kit_build_info', { mode: 'mock' })).toBe(1);
  });

  it('have the process and its event loop, as others call them', () => {
    expect(value(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(value(samples, 'process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(value(samples, 'process_start_time_seconds')).toBeLessThan(Date.now() / 1000);
    expect(value(samples, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('are the same in every sandbox, and count nothing that is asked of the control API', async () => {
    const name = 'kit_http_requests_total';
    const all = (list: readonly Sample[]): number =>
      list.filter((sample) => sample.name === name).reduce((sum, sample) => sum + sample.value, 0);
    expect(all(await scrape(`${server.url}/@one`))).toBe(all(samples));
  });
});

it('every metric is there, once it has something to count', async () => {
  await using server = await serveThings();
  await createThing(server.url, 1);
  await scrape(server.url);
  await delay(30);
  const samples = await scrape(server.url);
  const names = new Set(samples.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, '')));
  const silent = ['kit_http_requests_refused_total', 'kit_findings_total'];
  const missing = Object.keys(METRICS).filter((name) => !names.has(name));
  expect(missing).toEqual(silent);
});

it('names of operations are escaped', async () => {
  const id = 'a "quoted"\\\nname';
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { '/a': { get: { operationId: id, responses: { 200: { description: 'd' } } } } },
  });
  const document = await loadDocument({ text, file: 'a.json' });
  await using server = await createMock({ document }).listen();
  await fetch(`${server.url}/a`);
  const operation = id.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
  expect(value(await scrape(server.url), 'kit_http_requests_total', { operation })).toBe(1);
});

it('a client can make up neither methods nor operations', () => {
  const metrics = new ServerMetrics();
  for (let i = 0; i < 1000; i += 1) {
    metrics.count({ method: `M${i}`, status: 405, durationMs: 1 }, undefined);
  }
  const lines = metrics.text({ mode: 'mock', version: '1' }).split('\n');
  expect(lines.filter((line) => line.startsWith('kit_http_requests_total{'))).toHaveLength(1);
});

it('without the control API there are none', async () => {
  await using server = await serveThings({}, { control: false });
  expect((await fetch(`${server.url}/_kit/metrics`)).status).toBe(404);
});

it('everybody may scrape who reaches the server beyond this machine, and no foreign page on it', async () => {
  await using open = await serveThings({}, { host: '0.0.0.0', controlToken: 'a-long-token' });
  await scrape(`http://127.0.0.1:${open.port}`);
  await using closed = await serveThings();
  const headers = { host: 'evil.example' };
  expect((await control(closed.url, 'GET', '/metrics', undefined, headers)).status).toBe(403);
});

it('a proxy has them, with what Prism has found and who kept an answer back', async () => {
  const behind = await serveThings();
  const options = { document: thingsDocument, target: new URL(behind.url), port: 0 };
  await using proxy = await startProxy(options);
  await createThing(proxy.url, 1);
  await send(proxy.url, { body: '{"id":"x"}' });
  await behind.close();
  await createThing(proxy.url, 2);
  const samples = await scrape(proxy.url);
  const operation = 'createThing';
  const name = 'kit_http_requests_total';
  expect(value(samples, name, { operation, status: '200' })).toBe(1);
  expect(value(samples, name, { operation, status: '400' })).toBe(1);
  expect(value(samples, 'kit_findings_total', { severity: 'error' })).toBeGreaterThan(0);
  expect(value(samples, 'kit_http_requests_refused_total', { reason: 'upstream' })).toBe(1);
  expect(value(samples, 'kit_build_info', { mode: 'proxy' })).toBe(1);
  expect(value(samples, 'kit_sandboxes')).toBeUndefined();
});
