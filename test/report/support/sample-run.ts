import type { Case, JudgedExchange } from '../../../src/verify/cases/case.ts';
import type { Validity } from '../../../src/model/validity.ts';
import type { ReceivedResponse } from '../../../src/http/exchange.ts';
import { causesOf } from '../../../src/verify/causes.ts';
import type { Finding } from '../../../src/verify/checks/check.ts';
import { operations } from '../../../src/model/operation.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import type { CreateReporter, ReporterContext } from '../../../src/report/reporter.ts';
import type { RunEvent, RunResult } from '../../../src/verify/run/event.ts';
import { thingsDocument, thingsFile } from '../../setup/things-document.ts';

const [operation] = operations(thingsDocument);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Markup, a workflow command, table bars, code fences, control and hidden characters. */
export const nasty =
  '<script>alert("x")</script> ]]> & \'q\' \u{7}\u{1B}[31m \u{202E}abc\n::error::no | `tick` ``` @someone 🌱 100%';

/** What a test says of an exchange; the rest is made up. */
export interface Sample {
  readonly id: string;
  readonly validity?: Validity;
  readonly sent?: string | Uint8Array;
  readonly withCredential?: boolean;
  readonly headers?: readonly (readonly [string, string])[];
  readonly response?: Partial<Omit<ReceivedResponse, 'body'>> & {
    readonly body: string | Uint8Array;
  };
  readonly failure?: string;
  readonly durationMs?: number;
}

export function sampleExchange(sample: Sample, sequence: number): JudgedExchange {
  const { sent } = sample;
  const body = typeof sent === 'string' ? bytes(sent) : sent;
  const parsed = typeof sent === 'string' ? parseJson(sent) : undefined;
  const headers = sample.headers ?? [['Content-Type', 'application/json']];
  const known: Case = {
    id: sample.id,
    title: `the case ${sample.id}`,
    operation: operation!,
    validity: sample.validity ?? { kind: 'valid' },
    request: {
      method: 'POST',
      target: '/things',
      headers,
      body,
      value: parsed?.ok ? parsed.value : undefined,
      withCredential: sample.withCredential,
    },
  };
  return {
    case: known,
    sequence,
    connection: { id: 1, request: sequence },
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:4010/things',
      headers:
        sample.withCredential === false
          ? headers
          : [...headers, ['Authorization', 'Bearer $TOKEN'] as const],
      body,
    },
    outcome: outcome(sample),
    startedAt: sequence * 3,
    durationMs: sample.durationMs ?? 1.5 + (sequence % 7),
  };
}

function outcome({ response, failure }: Sample): JudgedExchange['outcome'] {
  if (failure !== undefined) {
    return { kind: 'failure', failure: { kind: 'timeout', message: failure } };
  }
  const answer = response ?? { body: '{"name":"Ficus","tag":"tree"}' };
  const body = typeof answer.body === 'string' ? bytes(answer.body) : answer.body;
  return {
    kind: 'response',
    response: {
      status: 200,
      statusText: 'OK',
      headers: [['Content-Type', 'application/json']],
      rawBody: body,
      ...answer,
      body,
    },
  };
}

export function sampleFinding(exchange: number, parts: Partial<Finding> = {}): Finding {
  const pointer = parts.pointer ?? '/paths/~1things/post/responses/200';
  return {
    severity: 'violation',
    rule: 'R1',
    message: 'a valid request is not answered with success',
    received: '500 {"error":500}',
    documented: '200 application/json',
    pointer,
    check: 'refused-valid',
    operation: 'createThing',
    case: `case-${exchange}`,
    exchange,
    location: thingsDocument.locate(pointer),
    curl: `curl -sS -X POST 'http://127.0.0.1:4010/things' -H "Authorization: Bearer $TOKEN" -d '{"id":${exchange}}'`,
    ...parts,
  };
}

export function sampleResult(findings: readonly Finding[], exchanges: number): RunResult {
  const of = (severity: string): number => findings.filter((f) => f.severity === severity).length;
  const counts = {
    cases: exchanges,
    exchanges,
    violations: of('violation'),
    warnings: of('warning'),
    notes: of('note'),
  };
  return {
    verdict: counts.violations > 0 ? 'fail' : 'pass',
    target: 'http://127.0.0.1:4010',
    document: thingsFile,
    seed: 42,
    durationMs: 812,
    counts,
    findings,
    causes: causesOf(findings, []),
    answers: { createThing: { 'used-identity': 'refused 409', 'empty-name': 'accepted' } },
    failed: [],
    created: [],
    withToken: false,
  };
}

/** A run with these exchanges and findings, as the runner would tell it. */
export function sampleEvents(
  exchanges: readonly JudgedExchange[],
  findings: readonly Finding[],
  more: Partial<RunResult> = {},
): RunEvent[] {
  const result = { ...sampleResult(findings, exchanges.length), ...more };
  const { target, seed } = result;
  return [
    { type: 'start', target, document: result.document, seed, cases: exchanges.length },
    ...exchanges.map((exchange) => ({
      type: 'exchange' as const,
      exchange,
      findings: findings.filter((finding) => finding.exchange === exchange.sequence),
    })),
    { type: 'end', result },
  ];
}

/** The whole variety: equal findings on many cases, every severity, hostile text, no answer. */
export function richRun(): RunEvent[] {
  const exchanges = [
    ...Array.from({ length: 40 }, (_, i) =>
      sampleExchange(
        { id: `random/${i}`, sent: `{"id":${i},"name":"Ficus ${i}","tag":"tree"}` },
        i,
      ),
    ),
    sampleExchange(
      {
        id: 'curated/hostile',
        sent: JSON.stringify({ id: 1, name: nasty }),
        response: { status: 500, statusText: 'Internal Server Error', body: nasty },
      },
      40,
    ),
    sampleExchange(
      {
        id: 'broken/required-id',
        sent: '{"name":"Ficus"}',
        validity: {
          kind: 'invalid',
          pointer: '/components/schemas/NewThing/allOf/1/required',
          keyword: 'required',
          reason: 'id is required',
        },
        response: {
          status: 400,
          statusText: 'Bad Request',
          body: '{"error":400,"message":"id is required"}',
        },
      },
      41,
    ),
    sampleExchange(
      {
        id: 'broken/utf8',
        sent: Uint8Array.of(0xff, 0xfe, 0),
        failure: 'no answer within 5 s',
        durationMs: 5000,
        validity: {
          kind: 'invalid',
          pointer: '/paths/~1things/post/requestBody',
          keyword: 'syntax',
          reason: 'the body is not UTF-8',
        },
      },
      42,
    ),
    sampleExchange(
      {
        id: 'open/no-token',
        sent: '{"id":7,"name":"x"}',
        withCredential: false,
        validity: { kind: 'open', reason: 'no credential' },
        response: {
          status: 401,
          statusText: 'Unauthorized',
          body: '{"error":401,"message":"no token"}',
        },
      },
      43,
    ),
  ];
  const findings = [
    ...Array.from({ length: 12 }, (_, i) =>
      sampleFinding(i, {
        case: `random/${i}`,
        rule: 'R4',
        check: 'echoed-values',
        message: 'tag is not returned as it was sent',
        received: '"Tree"',
        documented: `"tree", as it was sent`,
        severity: 'violation',
      }),
    ),
    sampleFinding(40, {
      case: 'curated/hostile',
      message: nasty,
      received: `500 ${nasty}`,
      rule: 'R6',
    }),
    sampleFinding(42, {
      case: 'broken/utf8',
      rule: 'R6',
      message: 'the server does not answer',
      received: 'no answer within 5 s',
      documented: 'an answer',
      pointer: '/paths/~1things/post',
    }),
    sampleFinding(41, {
      case: 'broken/required-id',
      severity: 'warning',
      rule: 'R6',
      message: 'latency climbs',
      received: '5000 ms at the end',
      documented: 'no promise',
    }),
    sampleFinding(43, {
      case: 'open/no-token',
      severity: 'note',
      rule: 'R8',
      message: '401 is not documented',
      received: '401',
      documented: '400',
    }),
  ];
  return sampleEvents(exchanges, findings);
}

/** What a reporter writes for these events. */
export function reportOf(
  create: CreateReporter,
  events: readonly RunEvent[],
  context: Partial<ReporterContext> = {},
): string {
  let text = '';
  const reporter = create({
    color: false,
    version: '1.2.3',
    tool: 'verifier',
    document: thingsDocument,
    root: process.cwd(),
    write: (piece) => {
      text += piece;
    },
    ...context,
  });
  for (const event of events) reporter(event);
  return text;
}
