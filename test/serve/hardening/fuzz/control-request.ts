import * as fc from 'fast-check';
import type { FrontFacts } from '../fronts.ts';
import { parseJson } from '../../../../src/openapi/json/parse-json.ts';
import type { Operation } from '../../../../src/model/operation.ts';
import { controlIssue, controlOperations, undocumented } from '../../control/control-document.ts';
import type { WireResponse } from '../raw-connection.ts';
import { controlBody, successes } from './control-value.ts';
import { fail, headerOf, jsonOf } from './expect-answer.ts';
import { type FuzzRequest, TOKEN, latin1 } from './fuzz-request.ts';
import { type WireContent, inShape, wireShape } from './wire-shape.ts';

/** A request as it is meant, before something is made wrong with it. */
interface Call {
  readonly operation: Operation;
  readonly prefix: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly statuses: readonly number[];
  /** Of the refusal, where it can only be one. */
  readonly code?: string;
  /** What is wrong with it. */
  readonly wrong?: string;
}

type Twist = fc.Arbitrary<(call: Call) => Call>;

const refused = (status: number, code: string, wrong: string) => ({
  statuses: [status],
  code,
  wrong,
});

/** In the order in which they are made: what is looked at first is made last. */
const twists: readonly Twist[] = [
  fc.constant((call) => call),
  // Nearly valid bodies; the kit's own schema says whether they still are.
  fc
    .record({
      at: fc.nat(400),
      removes: fc.nat(4),
      inserts: fc.constantFrom(
        '',
        '"',
        '{',
        '}',
        ',',
        '1',
        'null',
        'x',
        '\0',
        '\xff',
        '\xef\xbb\xbf',
      ),
    })
    .map(({ at, removes, inserts }) => (call) => {
      if (call.body === undefined || call.operation.requestBody === undefined) return call;
      const place = at % (call.body.length + 1);
      const body = call.body.slice(0, place) + inserts + call.body.slice(place + removes);
      return { ...call, body, ...bodyVerdict(call, body) };
    }),
  fc
    .constantFrom('null', '[]', '5', '{"x":{}}', '', '{}')
    .map(
      (body) => (call) =>
        call.operation.requestBody === undefined
          ? call
          : { ...call, body, ...bodyVerdict(call, body) },
    ),
  fc.constantFrom('', 'text/plain', 'application/x', 'json').map(
    (type) => (call) =>
      call.operation.requestBody === undefined
        ? call
        : {
            ...call,
            headers: { ...call.headers, 'Content-Type': type },
            ...refused(415, 'media-type', 'media type'),
          },
  ),
  fc
    .constantFrom('?x=1', '?__proto__=1', '?=', '?limit%00=1', '?LIMIT=1', '?x')
    .map((query) => (call) => ({
      ...call,
      query,
      ...refused(400, 'unknown-parameter', 'query'),
    })),
  fc
    .constantFrom(
      '0',
      'x',
      '1.0',
      '',
      '-1',
      '1e2',
      '99999999999999999999',
      '5?offset=1',
      '+5',
      '%00',
    )
    .map(
      (value) => (call) =>
        call.operation.id === 'listResources' || call.operation.id === 'listRequests'
          ? { ...call, query: `?limit=${value}`, ...refused(400, 'invalid-parameter', 'query') }
          : call,
    ),
  fc.constantFrom('PATCH', 'QUERY', 'TRACE', 'OPTIONS', 'PUT').map((method) => (call) => {
    const has = controlOperations.some(
      (controlOperation) =>
        controlOperation.path === call.operation.path && controlOperation.method === method,
    );
    return has ? call : { ...call, method, ...refused(405, 'unknown-method', 'method') };
  }),
  fc.constantFrom('gzip', 'br', 'nothing', '__proto__').map((coding) => (call) => ({
    ...call,
    body: call.body === undefined || call.body === '' ? '{}' : call.body,
    headers: { ...call.headers, 'Content-Encoding': coding },
    ...refused(400, 'content-coding', 'coding'),
  })),
  fc
    .constantFrom('evil.example', '', '127.0.0.1.evil.example', '127.0.0.1:80:80', 'localhost@evil')
    .map((host) => (call) => ({
      ...call,
      headers: { ...call.headers, Host: host },
      ...refused(403, 'foreign-host', 'Host'),
    })),
  fc
    .constantFrom('http://evil.example', 'null', 'http://127.0.0.1.evil')
    .map((origin) => (call) => ({
      ...call,
      headers: { ...call.headers, Origin: origin },
      ...refused(403, 'foreign-origin', 'Origin'),
    })),
];

/** What a changed body comes to. */
function bodyVerdict(call: Call, body: string): Partial<Call> {
  const pointer = call.operation.requestBody?.content[0]?.schemaPointer ?? '';
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'latin1'));
  } catch {
    return refused(400, 'invalid-json', 'body');
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return refused(400, 'invalid-json', 'body');
  if (controlIssue(parsed.value, pointer) !== undefined)
    return refused(400, 'invalid-body', 'body');
  // What the path names may not be there.
  const documented = call.operation.path.includes('{') ? call.statuses : [];
  return { statuses: [...successes(call.operation), 400, ...documented] };
}

const QUERIES: Readonly<Record<string, readonly string[]>> = {
  listResources: [
    '',
    '?q=a&sort=-id',
    '?sort=__proto__',
    '?limit=1',
    '?limit=10000&offset=1',
    '?offset=2147483647',
    '?',
  ],
  listRequests: ['', '?after=1', '?limit=3&after=0', '?after=9007199254740993', '?%6cimit=2'],
};
const FAULT_IDS = ['1', '2', '0', '-1', '2147483647', '%31'];
const NO_FAULT_IDS = ['x', '1.0', '01', '99999999999', '%00', '__proto__'];
const NAMES = ['default', 's1', 'nobody', '%zz', '__proto__', 'a%2Fb', 'x'.repeat(500)];

function pathOf({ path }: Operation): fc.Arbitrary<Pick<Call, 'path'> & Partial<Call>> {
  if (path === '/sandboxes/{name}')
    return fc.constantFrom(...NAMES).map((name) => ({
      path: `/sandboxes/${name}`,
      statuses: name === 'default' ? [204] : [204, 404],
    }));
  // The document has none.
  if (path === '/webhooks/{name}')
    return fc.constantFrom(...NAMES).map((name) => ({
      path: `/webhooks/${name}`,
      statuses: [400, 404],
    }));
  if (path === '/resources/{identity}') {
    // The body names an identity of its own.
    return fc.constantFrom(...NAMES, '1', '9223372036854775807').map((name) => ({
      path: `/resources/${name}`,
      statuses: [200, 204, 400, 404],
    }));
  }
  if (path !== '/faults/{id}') return fc.constant({ path });
  return fc.oneof(
    fc.constantFrom(...FAULT_IDS).map((id) => ({ path: `/faults/${id}`, statuses: [204, 404] })),
    fc.constantFrom(...NO_FAULT_IDS).map((id) => ({
      path: `/faults/${id}`,
      ...refused(400, 'invalid-parameter', 'path'),
    })),
  );
}

function callOf(operation: Operation): fc.Arbitrary<Call> {
  const hasBody = operation.requestBody !== undefined;
  const body = hasBody
    ? controlBody(operation)
    : fc.constantFrom(undefined, undefined, '', 'x').map((text) => ({ text, statuses: undefined }));
  return fc
    .record({
      body,
      path: pathOf(operation),
      query: fc.constantFrom(...(QUERIES[operation.id] ?? ['', '', '?'])),
      prefix: fc.constantFrom('/_kit', '/@s1/_kit', '/@s2/_kit', '/%40s2/_kit'),
      head: fc.boolean(),
    })
    .map(({ body, path, query, prefix, head }) => {
      const call: Call = {
        operation,
        prefix,
        method: operation.method === 'GET' && head ? 'HEAD' : operation.method,
        query,
        headers: {
          Host: '127.0.0.1',
          Authorization: `Bearer ${TOKEN}`,
          ...(hasBody && { 'Content-Type': 'application/json' }),
        },
        body: body.text === undefined ? undefined : latin1(body.text),
        statuses: body.statuses ?? successes(operation),
        ...path,
      };
      const verdict = hasBody ? bodyVerdict(call, call.body ?? '') : {};
      return verdict.wrong === undefined ? call : { ...call, ...verdict };
    });
}

/** What a proxy has itself. */
const OF_PROXY: ReadonlySet<string> = new Set([
  'getHealth',
  'getReady',
  'getMetrics',
  'getControlDocument',
  'getDocument',
  'listRequests',
  'clearRequests',
  'getRecording',
]);

/** Requests to the control API, valid and with one thing wrong. */
export function controlRequests({ isProxy }: FrontFacts): fc.Arbitrary<FuzzRequest> {
  // A stream of events has no end.
  const answering = controlOperations.filter(({ id }) => id !== 'streamEvents');
  return fc
    .record({
      call: fc.oneof(...answering.map(callOf)),
      twist: fc.oneof(
        { weight: 10, arbitrary: twists[0]! },
        { weight: 5, arbitrary: twists[1]! },
        ...twists.slice(2),
      ),
      shape: wireShape,
    })
    .map(({ call: right, twist, shape }) => {
      const call = twist(right);
      const isForeign = right.wrong !== undefined && call.wrong === right.wrong;
      const none = isProxy && call.prefix === '/_kit' && !OF_PROXY.has(call.operation.id);
      const hasNone = none && call.wrong === undefined && !isForeign;
      const { method, prefix, path, query, headers, body } = call;
      const content: WireContent = {
        method,
        target: `${prefix}${path}${query}`,
        headers: Object.entries(headers),
        body,
      };
      const plain = { ...shape, extra: shape.extra.filter(([name]) => name !== 'Origin') };
      return {
        kind: `control: ${call.wrong ?? 'valid'}`,
        method,
        bytes: inShape(content, plain),
        statuses: hasNone ? [404] : call.statuses,
        inspect: (answer) => inspect(call, answer, hasNone ? 'no-store' : call.code),
      };
    });
}

function inspect({ method, path }: Call, answer: WireResponse, code: string | undefined): void {
  if (headerOf(answer, 'x-content-type-options') !== 'nosniff') fail('May be sniffed', answer);
  if (answer.status === 405 && headerOf(answer, 'allow') === undefined) fail('No Allow', answer);
  if (method === 'HEAD') return;
  const isText = headerOf(answer, 'content-type')?.startsWith('text/plain') === true;
  const value = answer.body === '' ? undefined : isText ? answer.body : jsonOf(answer);
  const problem = undocumented(method, path, answer.status, value);
  if (problem !== undefined) fail(problem, answer);
  const { error } = (value ?? {}) as { error?: { code?: unknown } };
  if (code !== undefined && error?.code !== code) fail(`Its code is not ${code}`, answer);
}
