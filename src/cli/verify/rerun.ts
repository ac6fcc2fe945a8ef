import type { RunResult } from '../../index.ts';
import { isJsonObject, type JsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { type TypedSchema, validValue } from '../../openapi/schema/compile-schema.ts';
import { reportSchema } from '../../report/report-schema.ts';
import { readInput } from '../inputs/read-input.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { KEPT, type VerifyFlags, headerNames } from './flags.ts';

/**
 * The runs of a JSON report, `--rerun FILE`.
 *
 * @throws {UserError} where it is none, or says nothing that can be sent again.
 */
export function readReport(file: string, io: Io): readonly RunResult[] {
  const fail = (problem: string): never => {
    throw new UserError(
      `Failed to read the report ${file}: ${problem}. Give one of --reporter json=FILE.`,
    );
  };
  const parsed = parseJson(readInput(file, 'the report', '--rerun', io));
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
  const runs = 'runs' in report ? report.runs : [report];
  const stopped = runs.find((run) => run.stopped)?.stopped;
  if (stopped) {
    throw new UserError(
      `Failed to send again what failed in ${file}: its run was cut short (${stopped.message}), ` +
        'so nobody knows what would have failed. Verify again without --rerun.',
    );
  }
  return runs;
}

/**
 * The flags of a rerun: what the report's run was made with, where they don't say otherwise.
 *
 * @throws {UserError} where the report's run had a secret that this one lacks: without it, what
 *   failed then could pass now for another reason.
 */
export function flagsForRerun(
  flags: VerifyFlags,
  { withToken, settings = {} }: RunResult,
  hasSecret: boolean,
): VerifyFlags {
  const missing = withToken && !hasSecret ? ['a token'] : [];
  const own = new Set(headerNames(flags).map((name) => name.toLowerCase()));
  for (const name of (settings['headers'] ?? []) as readonly string[]) {
    if (!own.has(name.toLowerCase())) missing.push(`the header ${name}`);
  }
  if (missing.length > 0) {
    throw new UserError(
      `Failed to send again what failed in ${flags.rerun}: that run had ${missing.join(' and ')}, ` +
        'and without it nothing shows that a fault is mended. Give it again.',
    );
  }
  const kept = Object.entries(settings).filter(
    ([name]) => KEPT.includes(name as (typeof KEPT)[number]) && !isGiven(flags, name),
  );
  return { ...flags, ...Object.fromEntries(kept) };
}

function isGiven(flags: VerifyFlags, name: string): boolean {
  return flags[name as keyof VerifyFlags] !== undefined;
}
