import type { Worker } from 'node:worker_threads';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { createValidator } from '../../../src/addons/prism/prism.ts';
import type { WireRequest, WireResponse } from '../../../src/http/exchange.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import {
  type Judgement,
  type Validator,
  type ValidatorFinding,
  type ValidatorOptions,
  findingsHeader,
  withFindings,
} from '../../../src/serve/validator.ts';
import { thingsDocument } from '../../setup/things-document.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function request(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  rest: Partial<WireRequest> = {},
): WireRequest {
  const all = { 'Content-Type': 'application/json', Authorization: 'Bearer t', ...headers };
  return {
    method: 'POST',
    target: '/things',
    headers: Object.entries(all),
    body: typeof body === 'string' ? encode(body) : body,
    ...rest,
  };
}

function response(body: string, status = 200, type = 'application/json'): WireResponse {
  return { status, headers: [['Content-Type', type]], body: encode(body) };
}

const troubles: string[] = [];
let prism: Validator;
beforeAll(async () => {
  prism = createValidator({
    document: thingsDocument,
    onTrouble: (message) => troubles.push(message),
  });
  await prism.ready;
});
afterAll(() => prism.close());

const FINE = '{"id":1,"name":"a"}';
const THING = response('{"name":"a"}');

async function findings(
  sent: WireRequest,
  answer: WireResponse = THING,
): Promise<ValidatorFinding[]> {
  const judgement = await prism.judge(sent, answer);
  expect(judgement.unjudged).toBeUndefined();
  return [...judgement.findings.request, ...judgement.findings.response];
}

describe('a request', () => {
  it.each([
    '-9223372036854775808',
    '-9007199254740993',
    '9007199254740993',
    '9223372036854775807',
    '1.0',
    '92e1',
  ])('with id %s is valid', async (id) => {
    expect(await findings(request(`{"id":${id},"name":"a"}`))).toEqual([]);
  });

  it.each(['9223372036854775808', '-9223372036854775809', '1e19', '1e400'])(
    'with id %s is beyond int64, and the finding says so exactly',
    async (id) => {
      const [finding, ...others] = await findings(request(`{"id":${id},"name":"a"}`));
      expect(others).toEqual([]);
      expect(finding).toMatchObject({ location: ['request', 'body', 'id'], severity: 'Error' });
      expect(finding?.message).toContain('must be an int64');
    },
  );

  it.each(['1.00000000000000001', '9007199254740992.5', '-0.5'])(
    'with id %s is no integer',
    async (id) => {
      expect(await findings(request(`{"id":${id},"name":"a"}`))).not.toEqual([]);
    },
  );

  it.each([
    ['null', 'got null'],
    ['0', 'got 0'],
    ['false', 'got false'],
    ['""', 'got the string ""'],
  ])('with body %s is told what it is, not that it is missing', async (body, words) => {
    const found = await findings(request(body));
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toContain(words);
  });

  it.each([
    ['truncated', '{"id":1'],
    ['blank', ' '],
    ['with a trailing comma', '{"id":1,"name":"a",}'],
  ])('%s is not JSON, and nothing else is said of the body', async (_name, body) => {
    const found = await findings(request(body));
    expect(found.map(({ location, code }) => ({ location, code }))).toEqual([
      { location: ['request', 'body'], code: 'syntax' },
    ]);
  });

  it('with bytes that are not UTF-8 is unreadable', async () => {
    const [finding] = await findings(request(new Uint8Array([0x22, 0xff, 0x22])));
    expect(finding?.code).toBe('encoding');
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('in %s is unpacked for validation', async (coding, pack) => {
    const headers = { 'Content-Encoding': coding };
    expect(await findings(request(pack(FINE), headers))).toEqual([]);
    expect(await findings(request(pack('{"id":"1","name":"a"}'), headers))).not.toEqual([]);
  });

  it('in two codings is unpacked in reverse order', async () => {
    const sent = request(brotliCompressSync(gzipSync(FINE)), { 'Content-Encoding': 'gzip, br' });
    expect(await findings(sent)).toEqual([]);
  });

  it.each([
    ['gzip', encode('not gzip')],
    ['pigeon', encode(FINE)],
    ['gzip', gzipSync(Buffer.alloc(70 * 1024 * 1024))],
  ])('that %s does not unpack is told so', async (coding, body) => {
    const [finding] = await findings(request(body, { 'Content-Encoding': coding }));
    expect(finding).toMatchObject({ location: ['request', 'body'], code: 'encoding' });
  });

  it.each([
    ['an array', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['a name', `{"id":1,"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['an open array', '['.repeat(100_000)],
  ])('nested 100,000 deep in %s is refused', async (_name, body) => {
    expect(await findings(request(body))).not.toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('of 10 MiB is validated', async () => {
    const name = 'x'.repeat(10 * 1024 * 1024);
    expect(await findings(request(`{"id":1,"name":"${name}"}`))).toEqual([]);
    expect(await findings(request(`{"id":"1","name":"${name}"}`))).not.toEqual([]);
  });

  it.each(['bearer t', 'BEARER t', 'Bearer t'])('with %s has a credential', async (value) => {
    expect(await findings(request(FINE, { Authorization: value }))).toEqual([]);
  });

  it.each(['Basic dDp0', 'Bearer', 'bearer ', 'Bearert', ''])(
    'with "%s" has none',
    async (value) => {
      const [finding] = await findings(request(FINE, { Authorization: value }));
      expect(finding?.code).toBe(401);
    },
  );

  it.each(['text/plain', 'garbage', 'application/json/x', 'application/x-json'])(
    'of type %s has the wrong media type',
    async (type) => {
      const found = await findings(request(FINE, { 'Content-Type': type }));
      expect(found.map(({ code }) => code)).toContain(415);
      expect(troubles).toEqual([]);
    },
  );

  it('in chunks has its media type checked too', async () => {
    const chunked = { 'Transfer-Encoding': 'chunked', 'Content-Type': 'text/plain' };
    expect((await findings(request(FINE, chunked))).map(({ code }) => code)).toContain(415);
  });

  it('for another route is only a warning', async () => {
    for (const rest of [{ target: '/none' }, { method: 'DELETE' }, { target: '//things?%zz' }]) {
      const found = await findings(request('{"broken', {}, rest));
      expect(found.map(({ severity }) => severity)).toEqual(['Warning']);
    }
  });
});

describe('a response', () => {
  it.each([
    ['{"name":1}', 200, 'name'],
    ['{"error":2147483648,"message":"m"}', 400, 'error'],
    ['{"error":-2147483649,"message":"m"}', 400, 'error'],
    ['{"error":9007199254740993,"message":"m"}', 400, 'error'],
  ])('%s with status %i breaks the document', async (body, status, property) => {
    const found = await findings(request(FINE), response(body, status));
    expect(found.every(({ severity }) => severity === 'Error')).toBe(true);
    expect(found[0]?.location).toEqual(['response', 'body', property]);
  });

  it('that is not JSON is told so', async () => {
    const [finding] = await findings(request(FINE), response('{"name":'));
    expect(finding).toMatchObject({ location: ['response', 'body'], code: 'syntax' });
  });

  it('with an undocumented status is a violation for success, a warning for an error', async () => {
    const severity = async (status: number): Promise<unknown> =>
      (await findings(request(FINE), response('{}', status)))[0]?.severity;
    expect(await severity(201)).toBe('Error');
    expect(await severity(503)).toBe('Warning');
  });

  it.each(['text/html', 'garbage', ''])('of type "%s" has the wrong media type', async (type) => {
    expect(await findings(request(FINE), response('{"name":"a"}', 200, type))).not.toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('that is too large to be held is not validated', async () => {
    expect(await findings(request(FINE), { ...THING, body: undefined })).toEqual([]);
  });

  it('breaks the document in a way that its operation and its header tell', async () => {
    const answer = response('{ "name" : 1 }');
    const { findings: found, operation } = await prism.judge(request(FINE), answer);
    const told = withFindings(answer, found);
    expect(told.body).toBe(answer.body);
    const header = told.headers.find(([name]) => name === 'sl-violations')?.[1];
    expect(JSON.parse(header ?? '')).toEqual([
      {
        location: ['response', 'body', 'name'],
        severity: 'Error',
        code: 'type',
        message: 'Response body property name must be string',
      },
    ]);
    expect(operation).toBe('POST /things');
  });

  it('without findings stays as it is', async () => {
    const { findings: found } = await prism.judge(request(FINE), THING);
    expect(withFindings(THING, found)).toBe(THING);
  });
});

/** A document whose one operation takes a body of a schema. */
function documentWith(
  schema: JsonObject,
  responses: JsonObject = {},
): ValidatorOptions['document'] {
  const requestBody = { content: { 'application/json': { schema } } };
  return documentFromValue({
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    paths: { '/things': { post: { requestBody, responses } } },
  });
}

/** A list that takes Prism a minute. */
const SLOW = JSON.stringify(Array.from({ length: 40_000 }, (_, i) => ({ i, text: 'x' })));

describe('what Prism judges', () => {
  it('is each judged by itself, though it comes sooner than Prism is done with the others', async () => {
    const judging: Promise<ValidatorFinding[]>[] = [];
    for (let id = 0; id < 300; id += 1) {
      const name = id % 3 === 0 ? id : `"${id}"`;
      judging.push(findings(request(`{"id":${id},"name":${name}}`)));
      if (id % 7 === 0) await setImmediate();
    }
    const found = await Promise.all(judging);
    expect(found.map(({ length }) => length)).toEqual(found.map((_, id) => Number(id % 3 === 0)));
  });

  it('is judged in the order in which it came, also while Prism is loading', async () => {
    await using stack = new AsyncDisposableStack();
    const fresh = createValidator({ document: thingsDocument });
    stack.defer(() => fresh.close());
    expect(fresh.state).toBe('loading');
    const order: number[] = [];
    const judgements = await Promise.all(
      Array.from({ length: 50 }, async (_, id) => {
        const judgement = await fresh.judge(request(`{"id":${id},"name":${id}}`), THING);
        order.push(id);
        return judgement;
      }),
    );
    expect(fresh.state).toBe('ready');
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(judgements.every(({ findings: found }) => found.request.length === 1)).toBe(true);
  });

  it.each<
    [
      string,
      Omit<Partial<WireRequest>, 'headers'> & { headers?: Record<string, string> },
      number | undefined,
    ]
  >([
    ['{}', {}, 422],
    ['{"id":9223372036854775808,"name":"a"}', {}, 422],
    ['{', {}, 422],
    [FINE, { headers: { Authorization: '' } }, 401],
    [FINE, { headers: { 'Content-Type': 'text/plain' } }, 415],
    [FINE, { target: '/none' }, 404],
    [FINE, { method: 'PUT' }, 405],
    [FINE, {}, undefined],
  ])('of %s with %o would be refused with %s', async (body, { headers, ...rest }, status) => {
    const strict = await strictPrism();
    expect((await strict.judge(request(body, headers, rest))).refusal).toBe(status);
  });

  it('of a wrong response would be refused with 502', async () => {
    const strict = await strictPrism();
    expect((await strict.judge(request(FINE), response('{}'))).refusal).toBe(502);
    expect((await strict.judge(request(FINE), THING)).refusal).toBeUndefined();
  });

  let strict: Promise<Validator> | undefined;
  afterAll(async () => (await strict)?.close());
  function strictPrism(): Promise<Validator> {
    strict ??= readyPrism({ document: thingsDocument, strict: true });
    return strict;
  }
});

async function readyPrism(options: ValidatorOptions): Promise<Validator> {
  const validator = createValidator(options);
  await validator.ready;
  return validator;
}

describe('a Prism that fails', () => {
  let told: string[];
  const stack = new AsyncDisposableStack();
  afterAll(() => stack.disposeAsync());

  async function start(options: ValidatorOptions): Promise<Validator> {
    told = [];
    const validator = await readyPrism({ ...options, onTrouble: (text) => told.push(text) });
    stack.defer(() => validator.close());
    return validator;
  }

  it('at a document does not take part, and says why', async () => {
    const broken = await start({ document: documentFromValue({}) });
    expect(broken.state).toBe('gone');
    expect(await broken.judge(request(FINE))).toMatchObject({
      findings: { request: [], response: [] },
      unjudged: 'Prism does not take part',
    });
    expect(told).toEqual([expect.stringMatching(/^Prism does not take part: .+\. Exchanges pass/)]);
  });

  it('at an exchange says so of that one', async () => {
    const document = documentWith({}, { '2(': { description: 'breaks the pattern made of it' } });
    const broken = await start({ document });
    const { unjudged } = await broken.judge(request(FINE), THING);
    expect(unjudged).toMatch(/^Prism failed: /);
    expect(broken.state).toBe('ready');
  });

  it('to come to an end with a body gives it up, starts again and judges the others', async () => {
    const document = documentWith({ type: 'array', uniqueItems: true });
    const slow = await start({ document, patience: 2000 });
    const bodies = ['{}', SLOW, '[1,1]', '[1,2]'];
    const judgements = await Promise.all(bodies.map((body) => slow.judge(request(body))));
    const seen = judgements.map(({ findings: { request: found }, unjudged }) => [
      found.map(({ code }) => code),
      unjudged,
    ]);
    expect(seen).toEqual([
      [['type'], undefined],
      [[], 'it took more than 2 s'],
      [['uniqueItems'], undefined],
      [[], undefined],
    ]);
    expect(told).toEqual([
      'Prism is started again, 1 of 3 times: it took more than 2 s with POST /things.',
    ]);
  });

  it('again and again takes part no more, and none of its threads works on', async () => {
    const threads: Worker[] = [];
    const note = (thread: Worker): void => void threads.push(thread);
    process.on('worker', note);
    const document = documentWith({ type: 'array', uniqueItems: true });
    const slow = await start({ document, patience: 300 });
    const judgements: Judgement[] = [];
    for (let i = 0; i < 5; i += 1) judgements.push(await slow.judge(request(SLOW)));
    expect(judgements.every(({ unjudged }) => unjudged !== undefined)).toBe(true);
    expect(slow.state).toBe('gone');
    expect(told.at(-1)).toMatch(/^Prism does not take part: it took more .+, after 3 new starts\./);
    process.off('worker', note);
    expect(threads.length).toBeGreaterThanOrEqual(3);
    // One that has ended has no number any more.
    await expect.poll(() => threads.filter(({ threadId }) => threadId !== -1)).toEqual([]);
  });

  it('is nobody to wait for while it is busy', async () => {
    const slow = await start({ document: documentWith({ type: 'array', uniqueItems: true }) });
    expect(slow.isPrompt(50)).toBe(true);
    const judging = slow.judge(request(SLOW));
    await expect.poll(() => slow.isPrompt(50)).toBe(false);
    await slow.close();
    expect((await judging).unjudged).toBe('the validation was ended before');
  });

  it('is given time at its end for what waits', async () => {
    const validator = await start({ document: documentWith({ type: 'array' }) });
    const judging = validator.judge(request('{}'));
    await validator.close(5000);
    expect((await judging).findings.request).toHaveLength(1);
    expect((await validator.judge(request('{}'))).unjudged).toBe('Prism does not take part');
  });
});

describe('the header', () => {
  const finding = (message: string): ValidatorFinding => ({
    location: ['request'],
    severity: 'Error',
    message,
  });

  it('holds what a header can hold, and reads the same', () => {
    const value = findingsHeader([finding('桜 "🌱"\n')]) ?? '';
    expect(value).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(value)).toEqual([finding('桜 "🌱"\n')]);
  });

  it('is cut as Prism cuts it', () => {
    const value = findingsHeader([finding('x'.repeat(10_000))]) ?? '';
    expect(value).toMatch(/^Too many violations! \[\{/);
    expect(value.length).toBeLessThan(8192);
  });

  it('is absent where there is nothing to say', () => {
    expect(findingsHeader([])).toBeUndefined();
  });
});

describe('Prism', () => {
  it('begins in the thread that another has left, and shares none that is in use', async () => {
    await using stack = new AsyncDisposableStack();
    let threads = 0;
    const count = (): void => void (threads += 1);
    process.on('worker', count);
    const [array, text] = [documentWith({ type: 'array' }), documentWith({ type: 'string' })];
    await (await readyPrism({ document: array })).close();
    const before = threads;
    const left = await readyPrism({ document: text });
    stack.defer(() => left.close());
    expect(threads).toBe(before);
    const other = await readyPrism({ document: array });
    stack.defer(() => other.close());
    expect(threads).toBe(before + 1);
    process.off('worker', count);
    const faults = async (prism: Validator): Promise<number> =>
      (await prism.judge(request('[]'))).findings.request.length;
    expect([await faults(left), await faults(other)]).toEqual([1, 0]);
  });

  it('is never imported into the thread of the server, and keeps no process alive', async () => {
    const module = join(import.meta.dirname, '../../../src/addons/prism/prism.ts');
    const script = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context); } });
      const { createValidator } = await import(${JSON.stringify(module)});
      const prism = createValidator({ document: { root: { openapi: '3.1.0', paths: {} } } });
      const wait = setInterval(() => {}, 1000);
      await prism.ready;
      clearInterval(wait);
      console.log(prism.state, seen.filter((url) => url.includes('@stoplight')).length);`;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout.trim()).toBe('ready 0');
  });
});
