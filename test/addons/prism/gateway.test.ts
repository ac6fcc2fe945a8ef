import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentFromValue } from '../../../src/openapi/document.ts';
import {
  type Gateway,
  type GatewayResponse,
  type ValidatorFinding,
  findingsHeader,
} from '../../../src/serve/validator.ts';
import { createGateway } from '../../../src/addons/prism/gateway.ts';
import type { WireRequest } from '../../../src/http/exchange.ts';
import { serviceDocument } from '../../serve/http-helpers.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function request(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  rest: Partial<WireRequest> = {},
): WireRequest {
  const all = { 'Content-Type': 'application/json', Authorization: 'Bearer t', ...headers };
  return {
    method: 'POST',
    target: '/plants',
    headers: Object.entries(all),
    body: typeof body === 'string' ? encode(body) : body,
    ...rest,
  };
}

function response(body: string, status = 200, type = 'application/json'): GatewayResponse {
  return { status, headers: [['Content-Type', type]], body: encode(body) };
}

const troubles: string[] = [];
let gateway: Gateway;
beforeAll(async () => {
  gateway = createGateway({
    document: serviceDocument(),
    onTrouble: (message) => troubles.push(message),
  });
  await gateway.ready;
});

const FINE = '{"id":1,"name":"a"}';
const PLANT = response('{"name":"a"}');

async function findings(
  sent: WireRequest,
  answer: GatewayResponse = PLANT,
): Promise<ValidatorFinding[]> {
  const outcome = await gateway.exchange(sent, async () => answer);
  return [...outcome.findings.request, ...outcome.findings.response];
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
    for (const rest of [{ target: '/none' }, { method: 'DELETE' }, { target: '//plants?%zz' }]) {
      const found = await findings(request('{"broken', {}, rest));
      expect(found.map(({ severity }) => severity)).toEqual(['Warning']);
    }
  });

  it('of a browser that only asks is left alone', async () => {
    const headers = { Origin: 'http://a', 'Access-Control-Request-Method': 'POST' };
    expect(await findings(request('', headers, { method: 'OPTIONS' }))).toEqual([]);
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
    expect(await findings(request(FINE), { ...PLANT, body: undefined })).toEqual([]);
  });

  it('comes back with the very same bytes, and the findings in a header', async () => {
    const answer = response('{ "name" : 1 }');
    const outcome = await gateway.exchange(request(FINE), async () => answer);
    expect(outcome.response.body).toBe(answer.body);
    const header = outcome.response.headers.find(([name]) => name === 'sl-violations')?.[1];
    expect(JSON.parse(header ?? '')).toEqual([
      {
        location: ['response', 'body', 'name'],
        severity: 'Error',
        code: 'type',
        message: 'Response body property name must be string',
      },
    ]);
    expect(outcome.operation).toBe('POST /plants');
  });

  it('without findings comes back as it is', async () => {
    const outcome = await gateway.exchange(request(FINE), async () => PLANT);
    expect(outcome.response).toBe(PLANT);
  });
});

describe('the inner answer', () => {
  it('is asked for exactly once, also while Prism is loading', async () => {
    const fresh = createGateway({ document: serviceDocument() });
    let asked = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, id) =>
        fresh.exchange(request(`{"id":${id},"name":${id}}`), async () => {
          asked += 1;
          return response('{"name":"a"}');
        }),
      ),
    );
    expect(asked).toBe(50);
    expect(outcomes.every(({ findings }) => findings.request.length === 1)).toBe(true);
  });

  it('fails through the gateway with its own error', async () => {
    const failing = gateway.exchange(request(FINE), () => Promise.reject(new Error('down')));
    await expect(failing).rejects.toThrow('down');
    expect(troubles).toEqual([]);
  });

  it('is passed on where Prism can not be made, and that is told', async () => {
    const told: string[] = [];
    const broken = createGateway({
      document: documentFromValue({}),
      onTrouble: (message) => told.push(message),
    });
    const outcome = await broken.exchange(request(FINE), async () => PLANT);
    expect(outcome.response).toBe(PLANT);
    expect(told).toEqual([expect.stringMatching(/^Failed to start Prism: .+\. Answers are/)]);
  });

  it('is passed on where Prism throws, and is not asked for again', async () => {
    const told: string[] = [];
    const responses = { '2(': { description: 'breaks the pattern that Prism makes of it' } };
    const broken = createGateway({
      document: documentFromValue({
        openapi: '3.1.0',
        info: { title: 't', version: '1' },
        paths: { '/plants': { post: { responses } } },
      }),
      onTrouble: (message) => told.push(message),
    });
    let asked = 0;
    const outcome = await broken.exchange(request(FINE), async () => {
      asked += 1;
      return PLANT;
    });
    expect(outcome.response).toBe(PLANT);
    expect(asked).toBe(1);
    expect(told).toEqual([expect.stringMatching(/^Failed to validate an exchange: /)]);
  });

  it('is not asked for where violations are refused', async () => {
    const strict = createGateway({
      document: serviceDocument(),
      refuse: (_request, violations, status) => response(violations[0]!.message, status),
    });
    let asked = 0;
    const ask = async (sent: WireRequest, answer = PLANT): Promise<number> => {
      const outcome = await strict.exchange(sent, async () => {
        asked += 1;
        return answer;
      });
      return outcome.response.status;
    };
    expect(await ask(request('{}'))).toBe(422);
    expect(await ask(request('{"id":9223372036854775808,"name":"a"}'))).toBe(422);
    expect(await ask(request('{'))).toBe(422);
    expect(await ask(request(FINE, { Authorization: '' }))).toBe(401);
    expect(await ask(request(FINE, { 'Content-Type': 'text/plain' }))).toBe(415);
    expect(await ask(request(FINE, {}, { target: '/none' }))).toBe(404);
    expect(await ask(request(FINE, {}, { method: 'PUT' }))).toBe(405);
    expect(asked).toBe(0);
    expect(await ask(request(FINE))).toBe(200);
    expect(await ask(request(FINE), response('{}'))).toBe(502);
    expect(asked).toBe(2);
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
  it('is not imported before a gateway is made', async () => {
    const module = join(import.meta.dirname, '../../../src/addons/prism/gateway.ts');
    const script = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context); } });
      await import(${JSON.stringify(module)});
      console.log(seen.filter((url) => url.includes('@stoplight')).length);`;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout.trim()).toBe('0');
  });
});
