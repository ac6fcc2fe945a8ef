import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, describe } from 'vitest';
import type { Case, JudgedExchange } from '../../../src/verify/cases/case.ts';
import { collectCases } from '../../../src/verify/cases/read-case-file.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { isJsonObject } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { exchangeOf } from '../../questions/ask.ts';
import type { RunResult } from '../../../src/verify/run/event.ts';
import { run } from '../../../src/verify/run/run.ts';
import { SHRINK_BUDGET, shrink, simplerValues } from '../../../src/verify/run/shrink.ts';
import { parseTarget } from '../../../src/http/target.ts';
import { thingsDocument, thingsFile } from '../../setup/things-document.ts';

/** Adds a tag of its own where the body has one that begins like the given one. */
async function store(isFaulty: (body: string) => boolean): Promise<{
  url: string;
  requests: () => number;
  close: () => void;
}> {
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests += 1;
      const body = Buffer.concat(chunks).toString();
      const { name, tag } = JSON.parse(body) as { name: string; tag?: string };
      const answer = isFaulty(body) ? { name, tag: 'wrong' } : { name, tag };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function verify(url: string): Promise<RunResult> {
  const random = [...collectCases({ document: thingsDocument, caseFiles: [], seed: 7 })].filter(
    ({ id }) => id.startsWith('random/'),
  );
  const events = run({
    target: parseTarget(url),
    document: thingsDocument,
    documentName: thingsFile,
    cases: random,
    fresh: createFreshValues({ seed: 7, runId: 'shrink' }),
    seed: 7,
    credential: { variable: 'STORE_TOKEN' },
    userAgent: 'shrink-test',
    requests: 0,
  });
  let result: RunResult | undefined;
  for await (const event of events) if (event.type === 'end') ({ result } = event);
  return result!;
}

it('a failing random case is shrunk to the smallest request that still fails', async () => {
  const { url, requests, close } = await store((body) => body.includes('"tag":'));
  try {
    const { findings, counts } = await verify(url);
    const finding = findings.find(({ severity }) => severity === 'violation');
    expect(finding?.rule).toBe('R4');
    expect(finding?.smallest?.curl).toMatch(/"name":"a".*"tag":"a"|"tag":"a".*"name":"a"/);
    expect(requests()).toBe(counts.exchanges);
  } finally {
    close();
  }
});

it('shrinking stays within its budget', async () => {
  const { url, requests, close } = await store((body) => body.length > 40);
  try {
    const { counts } = await verify(url);
    expect(requests()).toBeLessThanOrEqual(counts.cases + 3 * SHRINK_BUDGET);
  } finally {
    close();
  }
});

it('shrinking sends no made-up address twice, and keeps those that somebody chose', async () => {
  const made = 'verify-shrink-1@example.com';
  const email = { type: 'string', format: 'email' };
  const schema = {
    required: ['name', 'email'],
    properties: { name: { type: 'string' }, email, other: email, note: { type: 'string' } },
  };
  const requestBody = { content: { 'application/json': { schema } } };
  const people = documentFromValue({
    paths: { '/people': { post: { operationId: 'create', requestBody } } },
  });
  const addresses = new Set<unknown>();
  const answer = (sent: Case): JudgedExchange => {
    const { value } = sent.request;
    if (!isJsonObject(value)) throw new Error('no body');
    const isUsed = addresses.has(value['email']);
    addresses.add(value['email']);
    const isFaulty = 'note' in value && value['other'] === 'own@store.example';
    return exchangeOf(sent, isUsed ? 409 : isFaulty ? 500 : 200);
  };
  const value = { name: 'Rosa', email: made, other: 'own@store.example', note: 'long' };
  const first = answer({
    id: 'random/1',
    title: '',
    operation: operations(people)[0]!,
    validity: { kind: 'valid' },
    request: { method: 'POST', target: '/people', headers: [], value },
  });
  const smallest = await shrink(first, {
    document: people,
    fresh: createFreshValues({ seed: 1, runId: 'again' }),
    send: async (smaller) => answer(smaller),
    fails: ({ outcome }) => outcome.kind === 'response' && outcome.response.status === 500,
  });
  expect(smallest.case.request.value).toEqual({
    name: 'a',
    email: expect.stringMatching(/^verify-again-\d+@example\.com$/),
    other: 'own@store.example',
    note: 'a',
  });
});

it('shrinking draws a new key for every attempt, whatever its name is', async () => {
  const handle = { type: 'string', pattern: '^[a-z]{3,12}$' };
  const schema = {
    required: ['handle'],
    properties: { handle, note: { type: 'string' }, age: { type: 'integer' } },
  };
  const requestBody = { content: { 'application/json': { schema } } };
  const parameters = [{ name: 'handle', in: 'path', required: true, schema: handle }];
  const shop = documentFromValue({
    paths: {
      '/customers': { post: { operationId: 'create', requestBody } },
      '/customers/{handle}': { get: { operationId: 'read', parameters } },
    },
  });
  const operation = operations(shop)[0]!;
  const keys = new Set<unknown>();
  const answer = (sent: Case): JudgedExchange => {
    const { value } = sent.request;
    if (!isJsonObject(value)) throw new Error('no body');
    const isUsed = keys.has(value['handle']);
    keys.add(value['handle']);
    return exchangeOf(sent, isUsed ? 409 : 'note' in value ? 500 : 200);
  };
  const value = { handle: 'someone', age: 7, note: 'long' };
  const first = answer({
    id: 'random/1',
    title: '',
    operation,
    validity: { kind: 'valid' },
    request: { method: 'POST', target: '/customers', headers: [], value },
  });
  const smallest = await shrink(first, {
    document: shop,
    fresh: createFreshValues({ seed: 1, runId: 'shrink' }),
    send: async (smaller) => answer(smaller),
    fails: ({ outcome }) => outcome.kind === 'response' && outcome.response.status === 500,
  });
  expect(smallest.case.request.value).toEqual({
    handle: expect.stringMatching(/^[a-z]{12}$/),
    note: 'a',
  });
});

describe('simplerValues', () => {
  it.each([
    ['', []],
    ['a', []],
    [0, []],
    [false, []],
    [null, []],
    [true, [false]],
    [1, [0]],
    [9007199254740993n, [0, 1, 4503599627370496n]],
    ['🌱b', ['a', '🌱', 'b', 'b', '🌱']],
    [{ a: 1 }, [{}, { a: 0 }]],
    [[true], [[], [false]]],
  ])('of a value, case %#', (value, expected) => {
    expect([...simplerValues(value)]).toEqual(expected);
  });

  it('never come back to where they began, so that shrinking ends', () => {
    let value: unknown = { name: 'Monstera deliciosa 🌱', tag: 'climber', n: 12_345 };
    let steps = 0;
    for (; steps < 1000; steps += 1) {
      const next = [...simplerValues(value as never)].at(-1);
      if (next === undefined) break;
      value = next;
    }
    expect(steps).toBeLessThan(1000);
  });
});
