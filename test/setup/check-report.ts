import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';

const file = join(import.meta.dirname, '../../plant-store.report.schema.json');
const published = JSON.parse(readFileSync(file, 'utf8')) as object;

/** The published schema is open to fields of later versions; this version has no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([key, value]) => [key, closed(value)] as const);
  const copy: Record<string, unknown> = Object.fromEntries(parts);
  if ('required' in copy) copy['additionalProperties'] ??= false;
  return copy;
}

const validate = new Ajv2020({ strict: true }).compile(closed(published) as object);

/**
 * Holds a JSON report against the published schema: every field is in it, and nothing else.
 *
 * @throws {Error} with what is wrong.
 */
export function checkReport(report: unknown): void {
  if (validate(report)) return;
  throw new Error(`The report breaks the published schema: ${JSON.stringify(validate.errors)}`);
}

/** Checks the JSON reports that a command line has printed or written. */
export function checkReportsOf(args: readonly string[], stdout: string, cwd: string): void {
  for (const [index, word] of args.entries()) {
    if (args[index - 1] !== '--reporter') continue;
    if (word === 'json') checkReport(JSON.parse(stdout));
    else if (word.startsWith('json=')) checkFile(join(cwd, word.slice('json='.length)));
  }
}

function checkFile(path: string): void {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Nothing was written: a wrong command line.
    return;
  }
  checkReport(JSON.parse(text));
}
