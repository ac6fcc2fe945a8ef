/** A server that holds texts and numbers to what their names tell, though its document says nothing of it. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../../../src/index.ts';
import { loadDocument } from '../../../src/model/load-document.ts';

const FORMS: Readonly<Record<string, RegExp>> = {
  phone: /^\+?[\d ()-]{7,20}$/,
  country: /^[A-Z]{2}$/,
  currency: /^[A-Z]{3}$/,
  zip: /^\d{5}$/,
  iban: /^[A-Z]{2}\d{2}[A-Z\d]{10,30}$/,
  locale: /^[a-z]{2}(?:-[A-Z]{2})?$/,
  timezone: /^(?:[A-Z][a-z]+\/[A-Z][A-Za-z_]+|UTC)$/,
  website: /^https?:\/\/\S+$/,
  domain: /^[a-z\d-]+(?:\.[a-z\d-]+)+$/,
  birthDate: /^\d{4}-\d\d-\d\d$/,
  color: /^#[\da-f]{6}$/i,
};
const RANGES: Readonly<Record<string, readonly [number, number]>> = {
  price: [0, 1e6],
  rating: [1, 5],
  year: [1900, 2100],
  latitude: [-90, 90],
  minAge: [0, 150],
  maxAge: [0, 150],
};
const properties = [
  ...['name', ...Object.keys(FORMS)].map((name) => `${name}: { type: string }`),
  ...Object.keys(RANGES).map((name) => `${name}: { type: number }`),
];
const NEW = `{ type: object, required: [name, phone, country], properties: { ${properties.join(', ')} } }`;
const TOLD = `{ allOf: [${NEW}, { type: object, required: [id], properties: { id: { type: integer } } }] }`;
const body = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const document = loadDocument(
  `openapi: 3.0.3
info: { title: Customers, version: '1' }
paths:
  /customers:
    post:
      operationId: add
      requestBody: { required: true, ${body(NEW)} }
      responses: { '201': { description: made, ${body(TOLD)} }, '400': { description: wrong } }
  /customers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: read
      responses: { '200': { description: it, ${body(TOLD)} }, '404': { description: none } }
  /rates:
    get:
      operationId: rates
      parameters: [{ name: currency, in: query, required: true, schema: { type: string } }]
      responses: { '200': { description: it, ${body('{ type: number }')} }, '400': { description: wrong } }
`,
  'customers.yaml',
);

const stored: object[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const answer = (status: number, value: unknown): void => {
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
    const [, item] = /^\/customers\/(\d+)$/.exec(pathname) ?? [];
    if (pathname === '/rates' && incoming.method === 'GET') {
      const isKnown = FORMS['currency']!.test(searchParams.get('currency') ?? '');
      answer(isKnown ? 200 : 400, isKnown ? 1.5 : 'currency is not valid');
    } else if (item !== undefined && incoming.method === 'GET') {
      const found = stored[Number(item) - 1];
      answer(found === undefined ? 404 : 200, found ?? {});
    } else if (pathname === '/customers' && incoming.method === 'POST') {
      json(incoming)
        .then((value) => add(value, answer))
        .catch(() => answer(400, { error: 'not JSON' }));
    } else answer(pathname === '/customers' || item !== undefined ? 405 : 404, {});
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
});

afterAll(() => {
  server.close();
});

function add(value: unknown, answer: (status: number, value: unknown) => void): void {
  const problem = problemOf(value);
  if (problem !== undefined) {
    answer(400, { error: problem });
    return;
  }
  const customer = { ...(value as object), id: stored.length + 1 };
  stored.push(customer);
  answer(201, customer);
}

function problemOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object';
  const members = value as Readonly<Record<string, unknown>>;
  const missing = ['name', 'phone', 'country'].find((name) => members[name] === undefined);
  if (missing !== undefined) return `${missing} is required`;
  for (const [name, form] of Object.entries({ name: /^/, ...FORMS })) {
    const text = members[name];
    if (text === undefined) continue;
    if (typeof text !== 'string') return `${name} must be a text`;
    if (!form.test(text)) return `${name} is not valid`;
  }
  for (const [name, [least, most]] of Object.entries(RANGES)) {
    const number = members[name];
    if (number === undefined) continue;
    if (typeof number !== 'number') return `${name} must be a number`;
    if (number < least || number > most) return 'a number is out of range';
  }
  const [least, most] = [members['minAge'], members['maxAge']];
  const isReversed = typeof least === 'number' && typeof most === 'number' && least > most;
  return isReversed ? 'the ages are not a range' : undefined;
}

it('takes what is created, and is not blamed', async () => {
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const { findings, verdict } = await verify({ document, baseUrl }).result;
  const told = findings.filter(({ severity }) => severity !== 'note');
  expect(told.map(({ message, ...finding }) => `${finding.case}: ${message}`)).toEqual([]);
  expect(verdict).toBe('pass');
  expect(stored.length).toBeGreaterThan(20);
  // A service may have each but once, though no schema can say so.
  const domains = stored.flatMap((customer) => ('domain' in customer ? customer.domain : []));
  expect(domains.length).toBeGreaterThan(20);
  expect(new Set(domains).size).toBeGreaterThan(0.9 * domains.length);
});
