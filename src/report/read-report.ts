/** Reads JSON reports again. */
import { StateError } from '../mock/state-error.ts';
import { type JsonObject, isJsonObject } from '../openapi/json/json-value.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import { type TypedSchema, validValue } from '../openapi/schema/compile-schema.ts';
import type { RunResult } from '../verify/run/event.ts';
import { reportSchema } from './report-schema.ts';
/**
 * Reads the runs of a JSON report.
 *
 * @param file How messages call it.
 * @throws {StateError} where it is none of this version.
 */
export function readReport(text: string, file: string): readonly RunResult[] {
  const fail = (problem: string): never => {
    const message = `Failed to read the report ${file}: ${problem}. Give one that the reporter json has written.`;
    throw new StateError('invalid-report', message);
  };
  const parsed = parseJson(text);
  if (!parsed.ok) return fail(parsed.message);
  const { value } = parsed;
  if (!isJsonObject(value)) return fail('it is no object');
  const schema: TypedSchema<RunResult | { readonly runs: readonly RunResult[] }> = {
    schema: reportSchema as JsonObject,
    pointer: 'runs' in value ? '/oneOf/1' : '/$defs/run',
  };
  const report = validValue(value, schema, ([issue]) =>
    fail(`it is no report of this version: ${issue?.message}`),
  );
  return 'runs' in report ? report.runs : [report];
}
