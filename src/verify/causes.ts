/** Causes: what a run has found, one entry for each thing to mend, the gravest first. */
import { listed } from '../openapi/count.ts';
import { anyIndex } from './checks/breach.ts';
import { type Finding, byGravity } from './checks/check.ts';
import { FAILS_ALWAYS } from './checks/constant-failures.ts';
import { MERGED } from './checks/server-defaults.ts';
import { acceptanceOf, type JudgedExchange } from './cases/case.ts';
import { whatDiffers } from './what-differs.ts';

/** What a cause does to those who use the service, the worst first. */
export const impacts = ['security', 'data', 'outage', 'contract', 'coercion'] as const;

/** One of {@link impacts}. */
export type Impact = (typeof impacts)[number];

/** One thing to mend, with everything that shows it; what it shares with {@link Finding} is of the shortest reproduction. */
export interface Cause extends Omit<Finding, 'symptom' | 'cause'> {
  /** Equal for the same cause from run to run. */
  readonly id: string;
  readonly impact: Impact;
  /** Ids of the operations that show it, each once. */
  readonly operations: readonly string[];
  /** Ids of the cases that show it, each once. */
  readonly cases: readonly string[];
  /** Findings of it. */
  readonly times: number;
  /** What is known to mend it, where the pattern is known. */
  readonly remedy?: string | undefined;
}

/**
 * Findings by their causes: what is new first, then the gravest, then what does most harm, then the rarest.
 *
 * @param exchanges As {@link withCauses} has it.
 */
export function causesOf(
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
): Cause[] {
  const told = withCauses(findings, exchanges);
  // What is known of some operations is new where others show it.
  const groups = Map.groupBy(told, ({ cause, known }) => `${known !== undefined} ${cause}`);
  return [...groups.values()]
    .map(toCause)
    .toSorted(
      (a, b) =>
        Number(a.known !== undefined) - Number(b.known !== undefined) ||
        byGravity(a, b) ||
        impacts.indexOf(a.impact) - impacts.indexOf(b.impact) ||
        a.times - b.times,
    );
}

/**
 * Findings, each with its cause. One that has it already keeps it.
 *
 * @param exchanges Of the run: what those that failed have that no accepted one has is told.
 */
export function withCauses(
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
): Finding[] {
  const bySequence = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
  const accepted = Map.groupBy(
    exchanges.filter(
      (exchange) => acceptanceOf(exchange) && exchange.case.validity.kind === 'valid',
    ),
    ({ case: { operation } }) => operation.id,
  );
  const explain = (group: readonly Finding[]): string | undefined => {
    const failing = group.flatMap(({ exchange }) => bySequence.get(exchange) ?? []);
    const others = distinct(group.map(({ operation }) => operation));
    const isPlain = failing.every(({ case: { validity } }) => validity.kind !== 'invalid');
    if (!isPlain || !EXPLAINED.has(group[0]!.check)) return undefined;
    return whatDiffers(
      failing,
      others.flatMap((id) => accepted.get(id) ?? []),
    );
  };
  // What fails for one reason in several operations is one cause, and so is what is wrong with the same bodies.
  const together = new Map<string, string>();
  const nulls = new Map<string, string>();
  const causes = new Map(
    [...Map.groupBy(findings, causeId)].map(([id, group]) => {
      const why = explain(group);
      if (why?.endsWith(NULL) === true && group[0]!.check === 'refused-valid') {
        nulls.set(id, why.slice(0, -NULL.length));
        return [id, `${kindId(group[0]!)} ${REFUSES_NULL}`];
      }
      const cause = why === undefined ? id : whereId(group[0]!, why);
      if (group[0]!.symptom?.kind !== 'shape') return [id, cause];
      const shown = `${kindId(group[0]!)} ${group.map(({ exchange }) => exchange).join(' ')}`;
      const first = together.get(shown) ?? cause;
      together.set(shown, first);
      return [id, first];
    }),
  );
  return findings.map((finding) => {
    if (finding.cause !== undefined) return finding;
    const id = causeId(finding);
    const [cause, place] = [causes.get(id)!, nulls.get(id)];
    const symptom = place === undefined ? finding.symptom : { kind: REFUSES_NULL, place };
    return { ...finding, cause, symptom };
  });
}

/** What `whatDiffers` says of a property that is null. */
const NULL = ' is null';

/** The symptom of a property that may be null by the document, and not by the server. */
const REFUSES_NULL = 'refuses null';

/** Its cause as a baseline writes it: without what differs from run to run. */
export function stableCause(finding: Omit<Finding, 'known'>): string {
  return causeId(finding).replaceAll(FRESH, '…');
}

/** Identities, days, and what numbers and marks are drawn afresh. */
const FRESH =
  /[\w.]+-[\da-f]{8}-\d+|\b[a-z]+[\da-f]{8}\d+\b|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[-+]\d{2}:\d{2})?)?|-?\d{5,}/gi;

/** Symptoms that mean the same whichever check sees them. */
const COMMON_SYMPTOMS: ReadonlySet<string> = new Set([MERGED, FAILS_ALWAYS]);

function causeId({ message, symptom, ...finding }: Omit<Finding, 'known'>): string {
  const what = symptom ? `${symptom.kind} ${symptom.of ?? ''}`.trimEnd() : anyIndex(message);
  if (symptom && COMMON_SYMPTOMS.has(symptom.kind)) return `${finding.severity} ${what}`;
  return `${kindId(finding)} ${what}`;
}

function kindId({ severity, rule, check }: Pick<Finding, 'severity' | 'rule' | 'check'>): string {
  return `${severity} ${rule} ${check}`;
}

function whereId(finding: Finding, why: string): string {
  return `${kindId(finding)} where ${why}`;
}

/** Checks of requests that were to succeed. */
const EXPLAINED: ReadonlySet<string> = new Set([
  'refused-valid',
  'server-error',
  'transport-failure',
]);

function toCause(group: readonly Finding[]): Cause {
  const { cause: id = '' } = group[0]!;
  const before = whereId(group[0]!, '');
  const why = id.startsWith(before) ? id.slice(before.length) : undefined;
  const length = ({ smallest, curl }: Finding): number => (smallest?.curl ?? curl).length;
  const {
    symptom,
    cause: _,
    ...finding
  } = group.reduce((best, next) => (length(next) < length(best) ? next : best));
  const smallest = group.find((each) => each.smallest)?.smallest;
  return {
    ...finding,
    ...(smallest && { smallest }),
    id,
    impact: impactOf(finding, symptom),
    message: why === undefined ? sentence(group) : `${sentence(group)}, where ${why}`,
    operations: distinct(group.map(({ operation }) => operation)),
    cases: distinct(group.map((each) => each.case)),
    times: group.length,
    remedy: remedyFor(group),
  };
}

const IMPACTS: Readonly<Record<string, Impact>> = {
  'write-only': 'security',
  'stack-trace': 'security',
  'echoed-values': 'data',
  'returned-integers': 'data',
  'returned-resource': 'data',
  'repeated-identity': 'data',
  siblings: 'data',
  stored: 'data',
  replicas: 'data',
  parents: 'security',
  changes: 'data',
  'read-only': 'security',
  'other-client': 'security',
  'server-error': 'outage',
  'server-change': 'outage',
  'transport-failure': 'outage',
};

function impactOf({ check }: Pick<Finding, 'check'>, symptom: Finding['symptom']): Impact {
  if (symptom?.kind === 'security') return 'security';
  if (symptom?.kind.startsWith('type') === true) return 'coercion';
  return IMPACTS[check] ?? 'contract';
}

/** What findings say of the status that most of them have; all, where they say nothing of one. */
function messagesOfUsualStatus(group: readonly Finding[]): string[] {
  const messages = group.map(({ message }) => anyIndex(message));
  const byStatus = Map.groupBy(messages, (message) => /\b[45]\d\d\b/.exec(message)?.[0]);
  const said = [...byStatus].filter(([status]) => status !== undefined || byStatus.size === 1);
  return said.map(([, all]) => all).reduce((a, b) => (b.length > a.length ? b : a));
}

/** What the findings of a cause say together. */
function sentence(group: readonly Finding[]): string {
  const messages = distinct(group.map(({ message }) => anyIndex(message)));
  const shortest = messagesOfUsualStatus(group).reduce((a, b) => (b.length < a.length ? b : a));
  const symptoms = group.flatMap(({ symptom }) => symptom ?? []);
  const all = distinct(symptoms.flatMap(({ place }) => place ?? []));
  // Within a list, and by itself: the latter says it.
  const outer = all.filter((place) => !all.some((other) => place.endsWith(`.${other}`)));
  const places = listed(outer, NAMED);
  const values = listed(distinct(symptoms.flatMap(({ value }) => value ?? [])), NAMED);
  const say = SENTENCES[symptoms[0]?.kind ?? ''];
  const isWhole = WHOLE.has(symptoms[0]?.kind ?? '');
  const isFailure = symptoms[0]?.kind.startsWith('fails') === true;
  // What fails on a plain request, too, isn't told by what others break.
  const isTold =
    outer.length > 0 && (!isFailure || symptoms.every(({ place }) => place !== undefined));
  if (say !== undefined && isTold && (isWhole || outer.length + messages.length > 2))
    return say(places, values);
  const others = messages.length - 1;
  return others === 0 || isFailure ? shortest : `${shortest} (and ${others} more of this kind)`;
}

/** Symptoms of which one place is told in a sentence, too. */
const WHOLE: ReadonlySet<string> = new Set(['refuses everything', REFUSES_NULL]);

const SENTENCES: Readonly<Record<string, (places: string, values: string) => string>> = {
  type: (places, values) => `${places}: ${values} are accepted`,
  'type of a parameter': (places, values) => `${places}: ${values} are accepted`,
  required: (places) => `${places}: what is required may be missing`,
  'required of a parameter': (places) => `${places}: what is required may be missing`,
  constraint: (places) => `not checked: ${places}`,
  'constraint of a parameter': (places) => `not checked: ${places}`,
  'media type': (places) => `bodies are accepted as ${places}, which the document doesn't have`,
  'unknown properties': (places) => `${places}: unknown properties are accepted`,
  null: (places) => `a body has null where the document has none: ${places}`,
  shape: (places) => `a body is not of its shape: ${places}`,
  'refuses everything': (places) => `every valid request is refused: ${places}`,
  unusual: (places, values) =>
    `requests that the schema allows are refused, where one of ${places} ${values}`,
  dropped: (places) => `${places}: sent, but don't come back`,
  altered: (places, values) => `${places}: come back ${values}`,
  default: (places) => `${places}: come back with defaults that the document does not have`,
  'own value': (places) => `${places}: are what the server makes of them, whatever is sent`,
  answers: (places) => places,
  order: (places) => `the list is not in the order of ${places}`,
  [REFUSES_NULL]: (places) => `null is refused where the document has it: ${places}`,
  merged: (places) => `${places}: what a request leaves out is kept from before, as in a merge`,
  unchanged: (places) => `${places}: stay as they were, though changes were accepted`,
  'changed besides': (places) => `${places}: change, though only other properties were sent`,
  disturbed: (places, verb) => `${places} of another resource change when one is ${verb}`,
  fails: (places) => `the server fails on ${places}`,
};

/** So many places are named; the cases name all. */
const NAMED = 6;

function distinct<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}

/** Known of the pattern that findings of one cause show; `undefined` where none is. */
function remedyFor(group: readonly Finding[]): string | undefined {
  return REMEDIES.find(({ fits }) => fits(group))?.remedy;
}

interface Remedy {
  readonly fits: (group: readonly Finding[]) => boolean;
  readonly remedy: string;
}

/** Accepted requests of a kind, of which one has such a value. */
function accepts(kind: string, values?: readonly string[]): Remedy['fits'] {
  return (group) =>
    group.some(
      ({ symptom }) => symptom?.kind === kind && (values?.includes(symptom.value ?? '') ?? true),
    );
}

function says(words: RegExp): Remedy['fits'] {
  return (group) => group.some(({ message }) => words.test(message));
}

/** The first that fits. */
const REMEDIES: readonly Remedy[] = [
  {
    fits: says(/answers differ by replica/),
    remedy:
      'Each replica seems to keep what it is sent in its own memory or file: let all of them use one ' +
      'database, or send each client to one replica.',
  },
  {
    fits: accepts('security'),
    remedy:
      'Check the credential, and whose it is, before anything else, in one middleware that no route can ' +
      'go round.',
  },
  {
    fits: accepts('type', ['objects', 'lists']),
    remedy:
      'Nothing seems to validate the body: hold it against the schema, as with ajv, zod, pydantic, a ' +
      'DTO with class-validator, or express-openapi-validator.',
  },
  {
    fits: accepts('type'),
    remedy:
      'Values are made to fit. ajv does so with `coerceTypes` (on by default in Fastify), pydantic in lax ' +
      'mode (use `ConfigDict(strict=True)` or strict types), class-transformer with ' +
      '`enableImplicitConversion`; Go leaves the zero value where null comes.',
  },
  {
    fits: accepts('type of a parameter'),
    remedy:
      'Parameters are texts until they are read: `parseInt` takes "7x", and ajv coerces. Match the whole ' +
      'text before it is turned into a number.',
  },
  {
    fits: accepts('required'),
    remedy:
      "Go's encoding/json leaves what is missing at its zero value: decode into pointers, or validate " +
      'with `required`. In pydantic, a field without a default is required; in ajv, list it under `required`.',
  },
  {
    fits: accepts('unknown properties'),
    remedy:
      'ajv drops them with `removeAdditional` (on by default in Fastify), pydantic ignores them (use ' +
      "`extra='forbid'`), NestJS needs `forbidNonWhitelisted`, Go `DisallowUnknownFields`.",
  },
  {
    fits: (group) =>
      group.some(({ symptom: { kind, place } = { kind: '' } }) =>
        kind.startsWith('constraint') ? place?.endsWith('(format)') : false,
      ),
    remedy:
      'ajv checks formats only with ajv-formats, pydantic with types such as `EmailStr` and `AwareDatetime`, ' +
      'jsonschema (Python) with a `format_checker`.',
  },
  {
    fits: accepts('syntax'),
    remedy:
      "Go's Decoder reads the first value only (check for io.EOF), and lenient readers make an empty body " +
      'an empty object: refuse what is left over, and what is no JSON.',
  },
  {
    fits: says(/comes back rounded|it was rounded/),
    remedy:
      'JSON.parse and Go without a type hold every number as a double: use its `source` or a BigInt reader ' +
      '(json-bigint), `json.Number` or int64 (Go), `JSON_BIGINT_AS_STRING` (PHP).',
  },
  {
    fits: accepts(MERGED),
    remedy:
      'PUT replaces the whole resource (RFC 9110, 9.3.4): write exactly what was sent, as in ' +
      '`stored = body`, not `{...stored, ...body}`, or document the operation as PATCH.',
  },
  {
    fits: accepts('own value'),
    remedy:
      'What clients can not set is `readOnly` in its schema: requests then leave it out, and nothing ' +
      'expects it back.',
  },
];
