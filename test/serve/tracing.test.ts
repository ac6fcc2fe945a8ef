import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MockServer } from '../../src/index.ts';
import { thingsDocument } from '../setup/things-document.ts';
import { createThing } from './control/control-client.ts';
import { send } from './http-helpers.ts';
import { startProxy } from './proxy/start-proxy.ts';
import { serveThings } from './serve-things.ts';

/** A span as the kit has told it. */
interface Told {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Record<string, unknown>;
  readonly parent: unknown;
  readonly startTime: number;
  endTime?: number;
  status?: unknown;
}

/** What is used of `@opentelemetry/api`. */
interface Api {
  readonly trace: Registry & { getSpanContext(context: unknown): unknown };
  readonly propagation: Registry;
  readonly context: Registry;
  readonly ROOT_CONTEXT: { setValue(key: symbol, value: unknown): unknown };
}

interface Registry {
  setGlobalTracerProvider?(provider: unknown): boolean;
  setGlobalPropagator?(propagator: unknown): boolean;
  setGlobalContextManager?(manager: unknown): boolean;
  disable(): void;
}

/** Installed with the development dependencies; a worktree from before may lack it. */
const name: string = '@opentelemetry/api';
const api = (await import(name).catch(() => undefined)) as Api | undefined;
if (api === undefined) {
  process.stderr.write('\n*** SKIPPED: tracing. @opentelemetry/api is not installed. ***\n\n');
}

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe.skipIf(api === undefined)('where an SDK of OpenTelemetry is registered', () => {
  const { trace, propagation, context, ROOT_CONTEXT } = api ?? ({} as Api);
  const PARENT_KEY = Symbol('parent');
  const SPAN = Symbol.for('OpenTelemetry Context Key SPAN');
  let spans: Told[] = [];
  let server: MockServer;

  /** As the W3C's propagator and a tracer that samples everything. */
  beforeAll(async () => {
    trace.setGlobalTracerProvider?.({
      getTracer: () => ({
        startSpan: (
          spanName: string,
          options: Told,
          parent: { getValue(key: symbol): unknown },
        ) => {
          const span: Told = { ...options, name: spanName, parent: parent.getValue(PARENT_KEY) };
          spans.push(span);
          return {
            isRecording: () => true,
            setStatus: (status: unknown) => (span.status = status),
            end: (time: number) => (span.endTime = time),
          };
        },
      }),
    });
    propagation.setGlobalPropagator?.({
      inject: () => {},
      fields: () => ['traceparent'],
      extract: (
        parent: { setValue(key: symbol, value: unknown): unknown },
        carrier: unknown,
        getter: { get(carrier: unknown, key: string): unknown },
      ) => parent.setValue(PARENT_KEY, getter.get(carrier, 'traceparent')),
    });
    server = await serveThings({ profile: 'typical' }, { trustProxy: true });
  });
  afterAll(async () => {
    await server.close();
    for (const registry of [trace, propagation, context]) registry.disable();
  });

  it('each request is a server span by the semantic conventions, below that of the client', async () => {
    spans = [];
    const before = Date.now();
    await createThing(`${server.url}/@one`, 1, 'Lamp', { traceparent: PARENT });
    const [span] = spans;
    expect(span).toMatchObject({ name: 'POST /things', kind: 1, parent: PARENT });
    expect(span?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/things',
      'http.response.status_code': 200,
      'url.scheme': 'http',
      'url.path': '/things',
      'server.address': '127.0.0.1',
      'server.port': server.port,
      'kit.operation': 'createThing',
      'kit.sandbox': 'one',
    });
    expect(span?.startTime).toBeGreaterThan(before - 10);
    expect(span?.endTime).toBeGreaterThanOrEqual(span?.startTime ?? 0);
    expect(span).not.toHaveProperty('status');
  });

  it('says what failed, what nobody knows, and no secret', async () => {
    spans = [];
    server.failNext({ status: 503 });
    await createThing(server.url, 2);
    await fetch(`${server.url}/things/none?a=1&access_token=hidden-token`);
    await send(server.url, { method: 'PROPFIND' });
    const [failed, unknown, strange] = spans;
    expect(failed).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '503' } });
    expect(unknown).toMatchObject({
      name: 'GET',
      attributes: { 'url.query': 'a=1&access_token=***' },
    });
    expect(unknown?.attributes).not.toHaveProperty('http.route');
    expect(strange).toMatchObject({
      name: 'HTTP',
      attributes: {
        'http.request.method': '_OTHER',
        'http.request.method_original': 'PROPFIND',
      },
    });
  });

  it('has the address and the client of who is in front, where that is believed', async () => {
    spans = [];
    await createThing(server.url, 3, 'Lamp', {
      'x-forwarded-host': 'api.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '192.0.2.7, 10.0.0.1',
    });
    expect(spans[0]?.attributes).toMatchObject({
      'url.scheme': 'https',
      'server.address': 'api.example',
      'client.address': '192.0.2.7',
    });
  });

  it('what passes through a proxy is traced, too', async () => {
    await using behind = await serveThings();
    const options = { document: thingsDocument, target: new URL(behind.url), port: 0 };
    await using proxy = await startProxy(options);
    spans = [];
    await createThing(proxy.url, 4, 'Lamp', { traceparent: PARENT });
    const spansOfDefault = spans.filter(({ attributes }) => !('kit.sandbox' in attributes));
    expect(spansOfDefault).toMatchObject([
      { name: 'POST /things', parent: PARENT, attributes: { 'http.route': '/things' } },
    ]);
  });

  it('a span that HTTP instrumentation has begun is told the route, and there is no other', async () => {
    spans = [];
    const begun: { name?: string; attributes?: Record<string, unknown> } = {};
    const active = {
      isRecording: () => true,
      updateName: (given: string) => (begun.name = given),
      setAttributes: (given: Record<string, unknown>) => (begun.attributes = given),
    };
    context.setGlobalContextManager?.({
      active: () => ROOT_CONTEXT.setValue(SPAN, active),
      disable: () => {},
    });
    await createThing(`${server.url}/@two`, 1);
    context.disable();
    expect(spans).toEqual([]);
    expect(begun).toEqual({
      name: 'POST /things',
      attributes: {
        'http.route': '/things',
        'url.path': '/things',
        'kit.operation': 'createThing',
        'kit.sandbox': 'two',
      },
    });
  });
});
