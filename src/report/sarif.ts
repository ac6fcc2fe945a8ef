import { utf8Text } from '../http/body-text.ts';
import { type HeaderList, headerValue } from '../http/exchange.ts';
import { type RuleId, type Severity, rules } from '../verify/checks/check.ts';
import type { JudgedExchange } from '../verify/cases/case.ts';
import type { Cause } from '../verify/causes.ts';
import { reportUri, shownPlace } from './report-path.ts';
import {
  type Reporter,
  type ReporterContext,
  type EndedRun,
  defaultTool,
  reportAtEnd,
} from './reporter.ts';
import { ruleHelp } from './rule-help.ts';
import { causeText, fingerprint, operationWords } from './words.ts';

/** SARIF's words for a severity (SARIF 2.1.0, 3.27.10). */
const LEVELS: Readonly<Record<Severity, string>> = {
  violation: 'error',
  warning: 'warning',
  note: 'note',
};

const RULE_IDS = Object.keys(rules) as RuleId[];

/** SARIF 2.1.0, for code-scanning viewers: each result stands at the document's line. */
export function sarif(context: ReporterContext): Reporter {
  return reportAtEnd((record) => {
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [toRun(record, context)],
    };
    context.write(`${JSON.stringify(log, null, 2)}\n`);
  });
}

function toRun(record: EndedRun, context: ReporterContext): object {
  const { result, startedAt } = record;
  const tool = context.tool ?? defaultTool;
  const ended = new Date(startedAt.getTime() + result.durationMs);
  return {
    tool: { driver: driver(tool, context.version) },
    // A viewer keeps the results of different targets apart by this id (3.17.3). A CI names what it
    // uploads by itself, and the address of a preview differs from run to run.
    ...(context.pipeline === undefined && {
      automationDetails: { id: `${tool}/${result.target}/` },
    }),
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: result.stopped === undefined,
        startTimeUtc: startedAt.toISOString(),
        endTimeUtc: ended.toISOString(),
        ...(result.stopped && {
          toolExecutionNotifications: [
            { level: 'error', message: { text: result.stopped.message } },
          ],
        }),
      },
    ],
    artifacts: [
      {
        location: artifactLocation(result.document, context),
        roles: ['analysisTarget'],
        mimeType: result.document.endsWith('.json') ? 'application/json' : 'application/yaml',
      },
    ],
    results: result.causes.map((cause) => toResult(cause, record, context)),
    properties: {
      target: result.target,
      seed: result.seed,
      verdict: result.verdict,
      coverage: result.coverage,
      counts: result.counts,
      answers: result.answers,
      created: result.created,
      ...(result.changed && { changed: result.changed }),
      ...(result.deleted && { deleted: result.deleted }),
      ...(result.leftOut && { leftOut: result.leftOut }),
      ...(result.rerun && { rerun: result.rerun }),
      ...(result.baseline && { baseline: result.baseline }),
    },
  };
}

function driver(name: string, version: string): object {
  return {
    name,
    version,
    semanticVersion: version,
    rules: RULE_IDS.map((id) => ({
      id,
      name: ruleHelp[id].name,
      shortDescription: { text: `${rules[id]}.` },
      fullDescription: { text: `${rules[id]}. ${ruleHelp[id].help}` },
      help: { text: ruleHelp[id].help, markdown: ruleHelp[id].help },
      defaultConfiguration: { level: id === 'R8' ? 'note' : 'error' },
      properties: { tags: ['contract', 'api'] },
    })),
  };
}

function toResult(cause: Cause, record: EndedRun, context: ReporterContext): object {
  const { rule, severity, check, operations, cases, received, documented } = cause;
  const exchange = record.exchangeOf(cause);
  const sentence = `${operationWords(cause)}: ${cause.message}.`.replace(/\.\.$/, '.');
  return {
    ruleId: rule,
    ruleIndex: RULE_IDS.indexOf(rule),
    level: LEVELS[severity],
    kind: 'fail',
    message: { text: causeText(cause, sentence) },
    locations: [location(cause, record, context)],
    occurrenceCount: cause.times,
    ...known(cause, record.result),
    partialFingerprints: { 'cause/v1': fingerprint(cause) },
    ...(exchange && { webRequest: webRequest(exchange) }),
    ...(exchange && { webResponse: webResponse(exchange) }),
    properties: {
      check,
      impact: cause.impact,
      operations,
      cases,
      received,
      documented,
      reproduction: cause.curl,
      ...(cause.smallest && { smallest: cause.smallest.curl }),
      ...(cause.suspects && { suspects: cause.suspects }),
      ...(cause.remedy !== undefined && { remedy: cause.remedy }),
    },
  };
}

/** A result that is suppressed is shown as such, and is no alert (SARIF 2.1.0, 3.27.23 and 3.27.24). */
function known({ known: told }: Cause, { baseline }: EndedRun['result']): object {
  if (told === undefined) return baseline ? { baselineState: 'new', suppressions: [] } : {};
  const { reason, expires } = told;
  const until = expires === undefined ? {} : { properties: { expires } };
  const why = reason === undefined ? {} : { justification: reason };
  const suppression = { kind: 'external', status: 'accepted', ...why, ...until };
  return { baselineState: 'unchanged', suppressions: [suppression] };
}

function location(cause: Cause, { result }: EndedRun, context: ReporterContext): object {
  // A viewer shows nothing of a result without a place, so the document's start has to do.
  const place = cause.location ?? { file: result.document, line: 1, column: 1 };
  const shown = shownPlace(place, context);
  const { file, line, column } = shown;
  const lines = shown === place ? context.document?.text?.split(/\r\n|\r|\n/) : undefined;
  const text = lines?.[line - 1];
  return {
    physicalLocation: {
      artifactLocation: artifactLocation(file, context),
      region: {
        startLine: line,
        startColumn: column,
        ...(text !== undefined && text.length >= column && { endColumn: text.length + 1 }),
        ...(text !== undefined && { snippet: { text } }),
      },
    },
    logicalLocations: [{ fullyQualifiedName: cause.pointer, kind: 'member' }],
  };
}

function artifactLocation(file: string, context: ReporterContext): object {
  const uri = reportUri(file, context);
  return uri.startsWith('file:') ? { uri } : { uri, uriBaseId: '%SRCROOT%' };
}

/** A report is read by people: what is longer is cut, and the HAR has it whole. */
const MAX_BODY = 16_384;

/** SARIF 2.1.0, 3.46. */
function webRequest({ request }: JudgedExchange): object {
  return {
    protocol: 'HTTP',
    version: '1.1',
    method: request.method,
    target: request.url,
    headers: headerBag(request.headers),
    ...(request.body && { body: content(request.body) }),
  };
}

/** SARIF 2.1.0, 3.47. */
function webResponse({ outcome }: JudgedExchange): object {
  if (outcome.kind === 'failure') return { noResponseReceived: true };
  const { status, statusText, headers, body } = outcome.response;
  return {
    protocol: 'HTTP',
    version: '1.1',
    statusCode: status,
    reasonPhrase: statusText,
    headers: headerBag(headers),
    body: content(body),
  };
}

function headerBag(headers: HeaderList): Record<string, string> {
  return Object.fromEntries(headers.map(([name]) => [name, headerValue(headers, name) ?? '']));
}

function content(body: Uint8Array): object {
  const isCut = body.length > MAX_BODY;
  const shown = body.subarray(0, MAX_BODY);
  // A cut within a character would make text of what isn't, so a long body stays binary.
  const text = isCut ? undefined : utf8Text(shown);
  const part = text === undefined ? { binary: Buffer.from(shown).toString('base64') } : { text };
  return isCut ? { ...part, properties: { totalBytes: body.length } } : part;
}
