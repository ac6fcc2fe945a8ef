import { rules } from '../checks/rules.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

function closed(properties: Readonly<Record<string, object>>, optional: readonly string[]): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', additionalProperties: false, required, properties };
}

/** JSON Schema (2020-12) of the `json` reporter's report. */
export const reportSchema: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of a contract verification',
  ...closed(
    {
      verdict: { enum: ['pass', 'fail'] },
      target: { ...text, description: 'base_url, without credentials.' },
      document: { ...text, description: "The OpenAPI document's file." },
      seed: { type: 'integer', description: 'Decides the order of sending.' },
      durationMs: { type: 'number', minimum: 0 },
      counts: closed(
        { cases: count, exchanges: count, violations: count, warnings: count, notes: count },
        [],
      ),
      findings: {
        type: 'array',
        items: closed(
          {
            severity: { enum: ['violation', 'warning', 'note'] },
            rule: { enum: Object.keys(rules) },
            check: { ...text, description: 'Id of the check.' },
            operation: { ...text, description: 'Id of the operation.' },
            case: { ...text, description: 'Id of the case.' },
            message: { ...text, description: 'Equal for findings with the same fault.' },
            received: text,
            documented: text,
            pointer: { ...text, description: 'JSON Pointer into the document.' },
            location: closed(
              { file: text, line: { ...count, minimum: 1 }, column: { ...count, minimum: 1 } },
              [],
            ),
            curl: { ...text, description: 'Sends the request again; the token is a variable.' },
            smallest: {
              type: 'object',
              description: 'The smallest request that fails in the same way, of a random case.',
              required: ['curl', 'received'],
              additionalProperties: false,
              properties: { curl: text, received: text },
            },
          },
          ['location', 'smallest'],
        ),
      },
      answers: {
        type: 'object',
        description: 'Answers to open questions: operation id, question id, answer.',
        additionalProperties: { type: 'object', additionalProperties: text },
      },
      stopped: {
        ...closed(
          { reason: { enum: ['unreachable', 'hanging', 'interrupted', 'bail'] }, message: text },
          [],
        ),
        description: 'Absent where every case was sent.',
      },
    },
    ['stopped'],
  ),
};
