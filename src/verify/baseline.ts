/** Known findings: a file of causes that are reported and fail no run, until they are mended or expire. */
import { StateError } from '../mock/state-error.ts';
import { type JsonObject, isJsonObject } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import { type TypedSchema, validValue } from '../openapi/schema/compile-schema.ts';
import { stableCause } from './causes.ts';
import type { Finding, Known } from './checks/check.ts';
import type { BaselineResult, KnownCause, RunEvent, RunResult } from './run/event.ts';

/** What is known of a server before a run. */
export interface Baseline {
  /** How messages and reports call it. */
  readonly file: string;
  readonly known: readonly KnownCause[];
}

const text = { type: 'string', minLength: 1 } as const;

/** JSON Schema (2020-12) of the file. */
export const baselineSchema: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Known findings of a contract verification',
  type: 'object',
  required: ['baseline', 'known'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', description: 'For editors.' },
    baseline: { const: 1, description: "The format's version." },
    known: {
      type: 'array',
      items: {
        type: 'object',
        required: ['cause', 'operations'],
        additionalProperties: false,
        properties: {
          cause: {
            ...text,
            description: 'What is known, equal from run to run; written by a run.',
          },
          operations: {
            type: 'array',
            minItems: 1,
            items: text,
            description: 'Ids of the operations that may show it; any other one is new.',
          },
          message: { type: 'string', description: 'What it is, for people.' },
          reason: { type: 'string', description: 'Why it is accepted; reports show it.' },
          expires: {
            type: 'string',
            pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
            description:
              'The last day on which it is accepted (UTC), such as 2027-01-31. Default: always.',
          },
        },
      },
    },
  },
};

const fileType: TypedSchema<{ readonly known: readonly KnownCause[] }> = {
  schema: baselineSchema as JsonObject,
};

/**
 * Reads the file.
 *
 * @param file How messages call it.
 * @throws {StateError} with the first thing that is wrong with it.
 */
export function readBaseline(source: string, file: string): Baseline {
  const fail = (problem: string): never => {
    const message = `Failed to read the baseline ${file}: ${problem}. Correct it, or write it again with --write-baseline ${file}.`;
    throw new StateError('invalid-baseline', message);
  };
  const parsed = parseJson(source);
  if (!parsed.ok) return fail(parsed.message);
  if (!isJsonObject(parsed.value)) return fail('it is no object');
  const { known } = validValue(
    parsed.value,
    fileType,
    ([issue]) => fail(issue?.message ?? 'it has another form'),
    'the file',
  );
  for (const [i, { expires }] of known.entries()) {
    if (expires !== undefined && !isDay(expires))
      fail(`known[${i}].expires is no day of the calendar: ${expires}`);
  }
  return { file, known };
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** Says of a finding whether it is known. */
export type Lookup = (finding: Omit<Finding, 'known'>) => Known | undefined;

/** The baseline's word on findings; what has expired is not known. */
export function lookupIn({ known }: Baseline, today: string): Lookup {
  const byCause = Map.groupBy(
    known.filter((cause) => !isExpired(cause, today)),
    ({ cause }) => cause,
  );
  return (finding) => {
    const entries = byCause.get(stableCause(finding));
    const entry = entries?.find(({ operations }) => operations.includes(finding.operation));
    if (entry === undefined) return undefined;
    const { reason, expires } = entry;
    return { ...(reason !== undefined && { reason }), ...(expires !== undefined && { expires }) };
  };
}

/** Today in UTC, as a baseline writes it. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function isExpired({ expires }: KnownCause, today: string): boolean {
  return expires !== undefined && expires < today;
}

/** What a comparison with a baseline takes for granted. */
interface Comparison {
  /** Ids of the operations that requests went to: of any other one, nothing is known. */
  readonly asked: ReadonlySet<string>;
  readonly today: string;
}

/** What became of the entries. */
export function compareBaseline(
  { file, known }: Baseline,
  findings: readonly Finding[],
  { asked, today }: Comparison,
): BaselineResult {
  const found = Map.groupBy(findings, stableCause);
  const shows = (entry: KnownCause, operation: string): boolean =>
    found.get(entry.cause)?.some((finding) => finding.operation === operation) === true;
  const only = (keep: (entry: KnownCause, operation: string) => boolean): KnownCause[] =>
    known.flatMap((entry) => {
      const operations = entry.operations.filter((operation) => keep(entry, operation));
      return operations.length > 0 ? [{ ...entry, operations }] : [];
    });
  return {
    file,
    mended: only((entry, operation) => asked.has(operation) && !shows(entry, operation)),
    expired: only((entry, operation) => isExpired(entry, today) && shows(entry, operation)),
  };
}

/**
 * The events of a run that was held against a baseline; its result says what became of the entries.
 *
 * @param isWhole Whether the run sends all that there is: what a part doesn't find may be there still.
 */
export async function* withBaseline(
  events: AsyncIterable<RunEvent>,
  baseline: Baseline,
  isWhole: boolean,
): AsyncGenerator<RunEvent, void, undefined> {
  const asked = new Set<string>();
  for await (const event of events) {
    if (event.type === 'exchange') asked.add(event.exchange.case.operation.id);
    if (event.type !== 'end') {
      yield event;
      continue;
    }
    const { result } = event;
    const causes = new Set(baseline.known.map(({ cause }) => cause));
    const seen = result.findings.filter((finding) => causes.has(stableCause(finding)));
    const found = seen.map((finding) => `${finding.operation} ${stableCause(finding)}`);
    const isCut = result.stopped ?? result.leftOut?.some(({ reason }) => reason !== 'harm');
    const isPart = result.shard !== undefined;
    const compared = compareBaseline(baseline, result.findings, {
      asked: isWhole && !isCut ? asked : new Set(),
      today: dayOf(new Date()),
    });
    const more = isPart && isWhole && !isCut ? { found: [...new Set(found)] } : {};
    yield { type: 'end', result: { ...result, baseline: { ...compared, ...more } } };
  }
}

/**
 * The text of a baseline: every violation of runs, known or not, with the reasons and days of the earlier
 * file. What is not found any more is left out, unless a run could not tell.
 */
export function formatBaseline(
  results: readonly Pick<RunResult, 'findings' | 'baseline'>[],
  before?: Baseline,
): string {
  const entries = new Map<string, { entry: KnownCause; operations: Set<string> }>();
  const add = (entry: KnownCause): void => {
    const { cause, reason = '', expires = '' } = entry;
    const key = JSON.stringify([cause, reason, expires]);
    const known = entries.get(key) ?? { entry, operations: new Set() };
    for (const operation of entry.operations) known.operations.add(operation);
    entries.set(key, known);
  };
  const gone = new Set(results.flatMap(({ baseline }) => baseline?.mended ?? []).flatMap(pairs));
  for (const entry of before?.known ?? []) {
    const operations = entry.operations.filter(
      (operation) => !gone.has(pair(entry.cause, operation)),
    );
    if (operations.length > 0) add({ ...entry, operations });
  }
  const knownPairs = new Set((before?.known ?? []).flatMap(pairs));
  for (const finding of results.flatMap(({ findings }) => findings)) {
    const { operation, message, severity } = finding;
    const cause = stableCause(finding);
    if (severity !== 'violation' || knownPairs.has(pair(cause, operation))) continue;
    add({ cause, operations: [operation], message });
  }
  const known = [...entries.values()]
    .map(({ entry, operations }) => ({ ...entry, operations: [...operations].toSorted() }))
    .toSorted((a, b) => (a.cause < b.cause ? -1 : a.cause > b.cause ? 1 : 0));
  return `${JSON.stringify({ baseline: 1, known }, null, 2)}\n`;
}

function pairs({ cause, operations }: KnownCause): string[] {
  return operations.map((operation) => pair(cause, operation));
}

function pair(cause: string, operation: string): string {
  return JSON.stringify([cause, operation]);
}
