import { impacts } from '../verify/causes.ts';
import { rules, severities } from '../verify/checks/check.ts';
import { leftOutReasons, stopReasons, verdicts } from '../verify/run/event.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const count = { type: 'integer', minimum: 0 } as const;

function object(
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

const ids = { type: 'array', items: text } as const;

function listOf(
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): object {
  return { type: 'array', items: object(properties, optional) };
}

const changes = listOf(
  { operation: text, case: text, status: count, path: text, restored: flag, left: text },
  ['status', 'restored', 'left'],
);

/**
 * The format's major version: it grows when a field goes, is renamed or means something else. New
 * fields can come without it, so that readers pass over what they don't know.
 */
export const reportVersion = 1;

const version = { const: reportVersion, description: "The format's major version." } as const;

const knownCauses = listOf(
  { cause: text, operations: ids, message: text, reason: text, expires: text },
  ['message', 'reason', 'expires'],
);

/** What a finding and a cause say alike. */
const told = {
  severity: { enum: severities },
  rule: { enum: Object.keys(rules) },
  check: { ...text, description: 'Id of the check.' },
  message: { ...text, description: 'One sentence.' },
  received: text,
  documented: text,
  pointer: { ...text, description: 'JSON Pointer into the document.' },
  location: object({
    file: text,
    line: { ...count, minimum: 1 },
    column: { ...count, minimum: 1 },
  }),
  curl: { ...text, description: 'Sends the request again; secrets are variables.' },
  smallest: {
    ...object({ curl: text, received: text }),
    description: 'The smallest request that fails in the same way, of a random case.',
  },
  known: {
    ...object({ reason: text, expires: text }, ['reason', 'expires']),
    description: 'The baseline has it, so no run fails for it; absent if it is new.',
  },
  suspects: {
    ...listOf({ case: text, curl: text }),
    description: 'Requests after which the server changed, the most unusual first.',
  },
} as const;

const runReport: object = object(
  {
    reportVersion: version,
    verdict: { enum: verdicts },
    target: { ...text, description: 'base_url, without credentials.' },
    document: { ...text, description: "The OpenAPI document's file." },
    seed: { type: 'integer', description: 'Decides the order of sending.' },
    durationMs: { type: 'number', minimum: 0 },
    counts: object(
      {
        cases: count,
        exchanges: count,
        violations: count,
        warnings: count,
        notes: count,
        known: {
          ...count,
          description: 'Findings of the baseline; the other numbers are without.',
        },
      },
      ['known'],
    ),
    coverage: {
      ...object(
        {
          operations: { ...count, description: 'That were to be verified.' },
          verified: { ...count, description: 'Of those: a request was taken, at least once.' },
          unverified: { ...ids, description: 'The others.' },
          inconclusive: { ...text, description: 'Why that is too little for a verdict.' },
        },
        ['inconclusive'],
      ),
      description: 'What was verified.',
    },
    causes: {
      ...listOf(
        {
          id: { ...text, description: 'Equal for the same cause from run to run.' },
          impact: { enum: impacts },
          ...told,
          operations: { ...ids, description: 'Operations that show it.' },
          cases: { ...ids, description: 'Cases that show it.' },
          times: { ...count, description: 'Findings of it.' },
          remedy: { ...text, description: 'A known remedy.' },
        },
        ['location', 'known', 'smallest', 'suspects', 'remedy'],
      ),
      description: 'What to fix, one entry for each cause, the gravest first.',
    },
    findings: listOf(
      {
        ...told,
        operation: { ...text, description: 'Id of the operation.' },
        case: { ...text, description: 'Id of the case.' },
        cause: { ...text, description: 'Id of its cause.' },
        symptom: {
          ...object({ kind: text, of: text, place: text, value: text }, ['of', 'place', 'value']),
          description: 'Of a shard: what it shares with others of its cause.',
        },
      },
      ['location', 'known', 'smallest', 'suspects', 'cause', 'symptom'],
    ),
    answers: {
      type: 'object',
      description: 'Answers to open questions: operation id, question id, answer.',
      additionalProperties: { type: 'object', additionalProperties: text },
    },
    operations: {
      ...listOf(
        {
          operation: text,
          level: { enum: ['full', 'chained', 'partial', 'none'] },
          message: text,
          lift: { ...text, description: 'What would make it go further.' },
          needs: { ...text, description: 'Requests that had to succeed first.' },
          harms: { const: true, description: 'It would change what the run has not created.' },
        },
        ['lift', 'needs', 'harms'],
      ),
      description:
        'How far the run could go with each operation: with valid and invalid requests (full), the ' +
        'same on what other operations create or answer (chained), without one that is known to be ' +
        'valid (partial), not at all (none).',
    },
    withToken: { type: 'boolean', description: 'Whether a token was sent; it stands nowhere.' },
    settings: {
      type: 'object',
      description: 'Options that decide what is sent and how it is judged, without secrets.',
    },
    failed: {
      ...listOf({ case: text, sent: count, failed: count }),
      description: 'Cases with a violation: requests of it, and those of them that failed.',
    },
    created: {
      ...listOf(
        {
          operation: text,
          case: text,
          status: { ...count, description: 'Absent where no answer came: perhaps created.' },
          path: { ...text, description: 'Where it is, as far as the answer says so.' },
          deleted: { const: true, description: 'Absent where it is left on the server.' },
          left: { ...text, description: 'Why cleaning up has left it.' },
          values: { type: 'object', additionalProperties: text },
        },
        ['status', 'path', 'deleted', 'left'],
      ),
      description: 'What the run has created.',
    },
    changed: { ...changes, description: 'What the run has changed.' },
    deleted: { ...changes, description: 'What the run has deleted.' },
    marker: { ...text, description: 'What the texts of created resources have in them.' },
    leftOut: {
      ...listOf(
        {
          reason: { enum: leftOutReasons },
          requests: count,
          operations: { ...ids, description: 'Of which all, or some, were not sent.' },
          message: text,
        },
        ['operations'],
      ),
      description: 'Requests that were not sent, and why.',
    },
    shard: {
      ...object({
        index: { ...count, minimum: 1 },
        count: { ...count, minimum: 1 },
        document: { ...text, description: 'Digest of the document.' },
        options: {
          ...text,
          description: 'Digest of what decides what is sent, and how it is judged.',
        },
        evidence: listOf({
          operation: text,
          succeeded: flag,
          creates: flag,
          tried: flag,
          triedInVain: flag,
          denied: flag,
          secured: flag,
          known: flag,
        }),
        judgedBy: object({ minCoverage: { type: 'number' }, isChosen: flag }, [
          'minCoverage',
          'isChosen',
        ]),
      }),
      description: 'Which part of a run this is; `merge` judges the whole by it.',
    },
    tests: {
      ...listOf({
        case: text,
        title: text,
        operation: text,
        outcomes: { ...ids, description: 'What its requests came to.' },
        durationMs: { type: 'number', minimum: 0 },
      }),
      description: 'Of a shard, and of merged ones: every case that was sent.',
    },
    baseline: {
      ...object(
        {
          file: text,
          mended: {
            ...knownCauses,
            description: 'Not found any more, though they could have been.',
          },
          expired: { ...knownCauses, description: 'Found after their last day.' },
          found: { ...ids, description: 'Of a shard: operation and cause of each that was found.' },
        },
        ['found'],
      ),
      description: 'What became of the known findings.',
    },
    rerun: {
      ...object({
        report: text,
        mended: ids,
        notSeenAgain: { ...ids, description: 'They failed only sometimes, and not this time.' },
        failing: ids,
        untold: {
          ...ids,
          description: 'Refused as used before, so the fault could not be checked.',
        },
        unsent: ids,
        unknown: { ...ids, description: 'No case has this id any more.' },
      }),
      description: 'The results of the cases that failed in an earlier report.',
    },
    stopped: {
      ...object({ reason: { enum: stopReasons }, message: text }),
      description: 'Absent where every case was sent.',
    },
  },
  [
    'coverage',
    'operations',
    'settings',
    'changed',
    'deleted',
    'marker',
    'leftOut',
    'shard',
    'tests',
    'baseline',
    'rerun',
    'stopped',
  ],
);

/**
 * JSON Schema (2020-12) of the `json` reporter's report: one run, or several in `runs` where
 * several servers were verified.
 */
export const reportSchema: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of a contract verification',
  oneOf: [
    { $ref: '#/$defs/run' },
    object({
      reportVersion: version,
      verdict: { enum: verdicts, description: 'The worst of all runs.' },
      runs: { type: 'array', minItems: 2, items: { $ref: '#/$defs/run' } },
    }),
  ],
  $defs: { run: runReport },
};
