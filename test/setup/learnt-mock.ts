/**
 * Holds a mock against the server whose profile it was given: the profile is learnt, the server must
 * pass with it, and both get the same requests.
 */
import * as fc from 'fast-check';
import { type LoadedDocument, createMock, verify } from '../../src/index.ts';
import { composeWire } from '../../src/http/compose-wire.ts';
import { type RelativeRequest, headerValue } from '../../src/http/exchange.ts';
import { jsonOf } from '../../src/http/body-text.ts';
import { parseTarget } from '../../src/http/target.ts';
import { parseMediaType } from '../../src/model/media-type.ts';
import { type Operation, documentedResponse, operations } from '../../src/model/operation.ts';
import { createFreshValues } from '../../src/model/requests/fresh-values.ts';
import { type JsonValue, isJsonObject } from '../../src/openapi/json/json-value.ts';
import { stringifyJson } from '../../src/openapi/json/stringify-json.ts';
import type { ProfileAnswers } from '../../src/questions/answer.ts';
import { plainValues } from '../../src/verify/cases/generate/generate-cases.ts';
import { collectCases } from '../../src/verify/cases/read-case-file.ts';
import { Transport } from '../../src/verify/run/transport.ts';

/** A server that can be started, new and empty each time. */
export interface Subject {
  readonly document: LoadedDocument;
  readonly start: () => Promise<AsyncDisposable & { readonly url: string }>;
  readonly token?: string | undefined;
}

/** What came of it. */
export interface Comparison {
  readonly answers: ProfileAnswers;
  /** Violations and warnings of the run with the profile that the run before has learnt. */
  readonly findings: readonly string[];
  /** Requests that mock and server answer otherwise: `what: server, mock`. */
  readonly differences: readonly string[];
  readonly requests: number;
}

/** Learns, verifies with what was learnt, and compares the mock with the server. */
export async function compareLearnt(subject: Subject, seed: number): Promise<Comparison> {
  const { answers, findings } = await learnAndVerify(subject);
  const { document, token } = subject;
  await using server = await subject.start();
  await using mock = await createMock({ document, profile: answers, token }).listen({ port: 0 });
  const requests = seededRequests(document, seed);
  const differences: string[] = [];
  const [ask, askMock] = [client(server.url, token), client(mock.url, token)];
  for (const request of requests) {
    const [real, other] = [await ask(request), await askMock(request)];
    if (real !== other) differences.push(`${request.title}: ${real}, the mock ${other}`);
  }
  ask.close();
  askMock.close();
  return { answers, findings, differences, requests: requests.length };
}

async function learnAndVerify({
  document,
  start,
  token,
}: Subject): Promise<Pick<Comparison, 'answers' | 'findings'>> {
  await using server = await start();
  const options = { document, baseUrl: server.url, token };
  const { answers } = await verify(options).result;
  const { findings } = await verify({ ...options, profile: answers, seed: 2 }).result;
  const grave = findings.filter(({ severity }) => severity === 'violation');
  return { answers, findings: grave.map(({ rule, message }) => `${rule} ${message}`) };
}

/** A request of an operation. */
interface Addressed {
  readonly title: string;
  readonly operation: Operation;
  readonly request: RelativeRequest;
}

const COUNT = 200;

/** Requests of all kinds, the same for the same seed. */
function seededRequests(document: LoadedDocument, seed: number): Addressed[] {
  const fresh = createFreshValues({ seed, runId: `other-${seed}` });
  const made = [...collectCases({ document, caseFiles: [], seed: seed + 1000, large: false })]
    .filter(({ needs }) => needs === undefined)
    .map(({ id, operation, build }) => ({ title: id, operation, request: build(fresh) }))
    // What it says of itself, and how it reads what only claims to be coded, is no matter of a profile.
    .filter(({ request: { method, headers } }) => {
      return method !== 'OPTIONS' && headerValue(headers, 'content-encoding') === undefined;
    });
  const odd = operations(document)
    .filter(({ path }) => !path.includes('{'))
    .flatMap((operation) =>
      oddRequests(document, operation, () => plainValues(document, operation, fresh).body),
    );
  const all = [...odd, ...shuffled(made, seed).slice(0, Math.max(60, COUNT - odd.length))];
  return shuffled(all, seed);
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const all = fc.shuffledSubarray([...items], { minLength: items.length });
  return fc.sample(all, { seed, numRuns: 1 })[0]!;
}

const TYPES: readonly (string | undefined)[] = [
  undefined,
  '',
  'text/plain',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'application/vnd.api+json',
  'application/merge-patch+json',
  'application/json; charset=utf-8',
  'application/json; charset=UTF8',
  'application/json; charset=iso-8859-1',
  'application/json; charset=us-ascii',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'text/json',
];

const TOKENS: readonly (readonly [title: string, value: string | undefined])[] = [
  ['no token', undefined],
  ['another token', 'Bearer other-token'],
  ['an empty token', 'Bearer '],
  ['another scheme', 'Basic dXNlcjpwYXNz'],
  ['a word alone', 'secret'],
];

type Headers = RelativeRequest['headers'];

/** What no schema speaks of: media types, charsets, paths, tokens, bodies that are missing. */
function oddRequests(
  document: LoadedDocument,
  operation: Operation,
  body: () => JsonValue | undefined,
): Addressed[] {
  const { method, path } = operation;
  const JSON_TYPE: Headers = [['Content-Type', 'application/json']];
  const of = (
    title: string,
    value: JsonValue | string | undefined,
    headers: Headers = JSON_TYPE,
    parts: Partial<RelativeRequest> = {},
  ): Addressed => {
    const text =
      typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value);
    const bytes = text === '' ? undefined : new TextEncoder().encode(text);
    const request = { method, target: path, headers, body: bytes, ...parts };
    return { title: `${operation.id} ${title}`, operation, request };
  };
  const hasBody = operation.requestBody !== undefined;
  const type = (name: string | undefined): Headers =>
    name === undefined ? [] : [['Content-Type', name]];
  const broken = '{"name":7}';
  const bodies: [string, () => JsonValue | string | undefined][] = hasBody
    ? [
        ['a valid body', body],
        ['a broken body', () => broken],
        ['malformed JSON', () => '{"name":'],
        ['no body', () => undefined],
      ]
    : [['no body', () => undefined]];
  return [
    ...(hasBody ? TYPES : []).flatMap((name) => [
      of(`as ${name}`, body(), type(name)),
      of(`broken as ${name}`, broken, type(name)),
      of(`empty as ${name}`, undefined, type(name)),
    ]),
    ...['/', '//', '/x', '?x=1', '/?x=1'].map((end) =>
      of(`path with ${end}`, hasBody ? body() : undefined, JSON_TYPE, { target: path + end }),
    ),
    of('path in capitals', hasBody ? body() : undefined, JSON_TYPE, { target: path.toUpperCase() }),
    ...bodies.flatMap(([what, make]) =>
      (operation.security.length > 0 ? TOKENS : []).map(([title, value]) =>
        of(
          `${title}, ${what}`,
          make(),
          [...JSON_TYPE, ...(value === undefined ? [] : [['Authorization', value] as const])],
          { withCredential: false },
        ),
      ),
    ),
    ...['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD']
      .filter(
        (other) =>
          !operations(document).some(
            (candidate) => candidate.path === path && candidate.method === other,
          ),
      )
      .map((other) => of(`with ${other}`, undefined, [], { method: other })),
    of('an unknown path', undefined, [], { method: 'GET', target: '/no/such/path' }),
  ];
}

interface Client {
  (addressed: Addressed): Promise<string>;
  close(): void;
}

/** Sends requests, and tells status and shape of the answers. */
function client(url: string, token: string | undefined): Client {
  const target = parseTarget(url);
  const transport = new Transport({ target, timeoutMs: 5000 });
  const context = { target, credential: { token, variable: 'TOKEN' }, userAgent: 'comparison' };
  const send = async (addressed: Addressed): Promise<string> => {
    const { outcome } = await transport.send(
      composeWire(addressed, context).wire,
      new AbortController().signal,
    );
    if (outcome.kind !== 'response') return outcome.failure.kind;
    const { status, headers, body } = outcome.response;
    // Of a status that the document does not have, nothing tells how it is to look.
    const documented = documentedResponse(addressed.operation, status);
    if (documented === undefined || body.length === 0) return String(status);
    const type = parseMediaType(headerValue(headers, 'content-type') ?? '')?.essence ?? 'no type';
    return `${status} ${type} ${shapeOf(jsonOf(body), status < 300)}`;
  };
  return Object.assign(send, { close: () => transport.close() });
}

const OF_THE_SERVER = /^(?:id|\w+Id|\w+At|version|etag|links)$/;

/** What is told, and of errors only under which names. */
function shapeOf(value: JsonValue | undefined, isSuccess: boolean): string {
  if (!isJsonObject(value)) return Array.isArray(value) ? '[]' : typeof value;
  const members = Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b));
  return members
    .map(([name, member]) =>
      isSuccess && !OF_THE_SERVER.test(name) ? `${name}=${stringifyJson(member)}` : name,
    )
    .join(' ');
}
