import { afterEach, describe, expect, it } from 'vitest';
import { Mock, type MockServer } from '../../src/serve/mock.ts';
import type { ExchangeRecord } from '../../src/serve/exchange-record.ts';
import { type ProxyServer, createProxyServer } from '../../src/serve/proxy/proxy-server.ts';
import type { ServerExchange } from '../../src/serve/server-events.ts';
import type { Judgement, Validator, ValidatorFinding } from '../../src/serve/validator.ts';
import { type Received, send, serve, until } from './http-helpers.ts';
import { thingsDocument } from '../setup/things-document.ts';

const FINDING: ValidatorFinding = {
  location: ['request', 'body'],
  severity: 'Error',
  message: 'm',
};
const FOUND: Judgement = {
  findings: { request: [FINDING], response: [] },
  operation: 'POST /things',
  refusal: 422,
};
const BODY = '{"id":1,"name":"a"}';

/** A validator that judges when it is told to. */
class HeldValidator implements Validator {
  readonly name = 'Held';
  readonly ready: Promise<void>;
  state: Validator['state'] = 'loading';
  isFull = false;
  isBusy = false;
  /** Of what is asked: method, and whether with a response. */
  readonly asked: [string, boolean][] = [];
  readonly #load: () => void;
  readonly #waiting: ((judgement: Judgement) => void)[] = [];

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#load = resolve;
  }

  load(state: Validator['state'] = 'ready'): this {
    this.state = state;
    this.#load();
    return this;
  }

  isPrompt(): boolean {
    return this.state === 'ready' && !this.isBusy;
  }

  judge(request: { readonly method: string }, response?: unknown): Promise<Judgement> {
    this.asked.push([request.method, response !== undefined]);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Judges the oldest that waits. */
  async settle(judgement: Judgement = FOUND): Promise<void> {
    (await until(() => this.#waiting.shift()))(judgement);
  }

  async close(patience = 0): Promise<void> {
    if (patience > 0) return;
    for (const settle of this.#waiting) settle({ ...FOUND, unjudged: 'closed' });
  }
}

const stack: AsyncDisposable[] = [];
afterEach(async () => {
  for (const disposable of stack.splice(0).reverse()) await disposable[Symbol.asyncDispose]();
});

const violations = ({ headers }: Received): unknown => headers['sl-violations'];

describe('a mock with a validator', () => {
  let told: string[];
  let exchanges: ServerExchange[];
  let late: ServerExchange[];

  async function start(validator: Validator, deadline = 20_000): Promise<MockServer> {
    const mock = new Mock({ document: thingsDocument }, async () => () => validator);
    const server = await mock.listen({ prism: true, prismDeadline: deadline });
    stack.push(server);
    [told, exchanges, late] = [[], [], []];
    server.events.on('validation', (message) => told.push(message));
    server.events.on('exchange', (event) => exchanges.push(event));
    server.events.on('late', (event) => late.push(event));
    return server;
  }

  it('answers at once while it is loading, and says so once', async () => {
    const validator = new HeldValidator();
    const { url } = await start(validator);
    const answers = [
      await send(url, { path: '/things', body: BODY }),
      await send(url, { path: '/things', body: BODY }),
    ];
    expect(answers.map(violations)).toEqual([undefined, undefined]);
    expect(told).toEqual(['Held is still loading: until then, answers have no findings.']);
    validator.load();
    await until(() => told[1]);
    expect(told[1]).toBe('Held has loaded: it validates from now on.');
    expect(validator.asked).toEqual([]);
  });

  it('answers at once where it never takes part', async () => {
    const { url } = await start(new HeldValidator().load('gone'));
    expect(violations(await send(url, { path: '/things', body: BODY }))).toBeUndefined();
    expect(exchanges.map(({ note }) => note)).toEqual([undefined]);
  });

  it('has its findings in the header, told once to listeners', async () => {
    const validator = new HeldValidator().load();
    const { url } = await start(validator);
    const [answer] = await Promise.all([
      send(url, { path: '/things', body: BODY }),
      validator.settle(),
    ]);
    expect(JSON.parse(String(violations(answer)))).toEqual([FINDING]);
    expect(exchanges).toMatchObject([{ status: 200, findings: [FINDING] }]);
    expect(validator.asked).toEqual([['POST', true]]);
  });

  it('answers at the deadline; what comes late is told late, and kept', async () => {
    const validator = new HeldValidator().load();
    const server = await start(validator, 20);
    const answer = await send(server.url, { path: '/things', body: BODY });
    expect(answer.status).toBe(200);
    expect(violations(answer)).toBeUndefined();
    expect(exchanges).toMatchObject([{ findings: undefined, note: 'not judged within 20 ms' }]);
    await validator.settle();
    await until(() => late[0]);
    expect(late).toMatchObject([{ findings: [FINDING], note: 'judged late' }]);
    const received = await send(server.url, { method: 'GET', path: '/_kit/requests' });
    expect(JSON.parse(received.body.toString())).toMatchObject({
      requests: [{ findings: [FINDING], note: 'judged late' }],
    });
  });

  it('tells nothing of a late judgement without findings', async () => {
    const validator = new HeldValidator().load();
    const { url } = await start(validator, 20);
    await send(url, { path: '/things', body: BODY });
    await validator.settle({ findings: { request: [], response: [] } });
    await send(url, { path: '/things', body: BODY });
    expect(late).toEqual([]);
  });

  it('asks nothing of a validator that is too busy', async () => {
    const validator = new HeldValidator().load();
    validator.isBusy = true;
    const { url } = await start(validator);
    await send(url, { path: '/things', body: BODY });
    expect(validator.asked).toEqual([]);
    expect(exchanges.map(({ note }) => note)).toEqual(['not judged within 20000 ms']);
  });

  it('says why one is not judged', async () => {
    const validator = new HeldValidator().load();
    const { url } = await start(validator);
    await Promise.all([
      send(url, { path: '/things', body: BODY }),
      validator.settle({ ...FOUND, unjudged: 'it failed' }),
    ]);
    expect(exchanges).toMatchObject([{ findings: undefined, note: 'not judged: it failed' }]);
  });

  it("leaves alone what browsers ask, and what can't be read", async () => {
    const validator = new HeldValidator().load();
    const { url } = await start(validator);
    const headers = { origin: 'http://a', 'access-control-request-method': 'POST' };
    await send(url, { path: '/things', method: 'OPTIONS', headers });
    await send(url, { path: '/things', body: 'x'.repeat(11 * 1024 * 1024) });
    expect(validator.asked).toEqual([]);
  });
});

describe('a proxy with a validator', () => {
  let records: ExchangeRecord[];
  let forwarded: number;

  async function start(
    validator: Validator,
    options: { readonly deadline?: number; readonly errors?: boolean } = {},
  ): Promise<ProxyServer> {
    forwarded = 0;
    const upstream = await serve((incoming, outgoing) => {
      forwarded += 1;
      incoming.resume();
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"a"}');
    });
    stack.push(upstream);
    const proxy = await createProxyServer({
      document: thingsDocument,
      target: new URL(upstream.url),
      port: 0,
      deadline: 20_000,
      ...options,
      createValidator: () => validator,
    });
    stack.push(proxy);
    records = [];
    proxy.events.on('exchange', (record) => records.push(record));
    return proxy;
  }

  it.each(['loading', 'late', 'busy'])(
    'passes an answer on while it is %s, and records it when it is judged',
    async (why) => {
      const validator = new HeldValidator();
      if (why !== 'loading') validator.load();
      validator.isBusy = why === 'busy';
      const proxy = await start(validator, why === 'late' ? { deadline: 20 } : {});
      const answer = await send(proxy.url, { path: '/things', body: BODY });
      expect(answer.body.toString()).toBe('{"name":"a"}');
      expect(violations(answer)).toBeUndefined();
      expect(records).toEqual([]);
      await validator.settle();
      await until(() => records[0]);
      expect(records).toMatchObject([{ findings: FOUND.findings, note: undefined }]);
    },
  );

  it('has clients wait where too much waits to be judged', async () => {
    const validator = new HeldValidator().load();
    validator.isBusy = true;
    validator.isFull = true;
    const proxy = await start(validator, { deadline: 0 });
    const [answer] = await Promise.all([
      send(proxy.url, { path: '/things', body: BODY }),
      validator.settle(),
    ]);
    expect(violations(answer)).toBeDefined();
  });

  it('waits with --errors for the judgement of the request before it passes it on', async () => {
    const validator = new HeldValidator();
    const proxy = await start(validator, { errors: true, deadline: 0 });
    const refused = send(proxy.url, { path: '/things', body: BODY });
    await validator.settle();
    expect((await refused).status).toBe(400);
    expect(forwarded).toBe(0);
    const passed = send(proxy.url, { path: '/things', body: BODY });
    await validator.settle({ findings: { request: [], response: [] } });
    await validator.settle({ findings: { request: [], response: [FINDING] }, refusal: 502 });
    expect((await passed).status).toBe(502);
    expect(forwarded).toBe(1);
    expect(validator.asked).toEqual([
      ['POST', false],
      ['POST', false],
      ['POST', true],
    ]);
  });

  it('passes nothing on for a client that left while its request was judged', async () => {
    const validator = new HeldValidator().load();
    const proxy = await start(validator, { errors: true });
    const client = new AbortController();
    const sent = send(proxy.url, { path: '/things', body: BODY, signal: client.signal });
    await until(() => validator.asked[0]);
    client.abort();
    await expect(sent).rejects.toThrow('abort');
    // What the proxy reads on a later connection, it reads after the end of this one.
    await send(proxy.url, { method: 'GET', path: '/_kit/health' });
    await validator.settle({ findings: { request: [], response: [] } });
    await until(() => records[0]);
    expect(records).toMatchObject([{ failedBy: 'client' }]);
    expect(forwarded).toBe(0);
  });

  it('records at its end what was not judged, with the reason', async () => {
    const validator = new HeldValidator();
    const proxy = await start(validator);
    await send(proxy.url, { path: '/things', body: BODY });
    const closing = proxy.close();
    await validator.settle({ ...FOUND, unjudged: 'the validation was ended before' });
    await closing;
    const note = 'it was not validated: the validation was ended before';
    expect(records).toMatchObject([{ note }]);
  });
});
