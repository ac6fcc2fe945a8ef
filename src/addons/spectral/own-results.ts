import { documentFault, isSyntaxFault, readAnyYaml } from '../../model/document-fault.ts';
import type { Diagnostic } from '../../openapi/diagnostic.ts';
import type { LintResult } from '../../openapi/linter.ts';

/** A document that Spectral is about to lint. */
export interface LintedText {
  readonly text: string;
  /** File name or address. */
  readonly source: string;
  /** Whether it must be an OpenAPI document, not just any YAML. */
  readonly isOpenApi: boolean;
}

/** What the YAML of a document breaks, where it does: all that can be said of it. */
export function syntaxResult(linted: LintedText): LintResult | undefined {
  const { text, source: file, isOpenApi } = linted;
  const fault = documentFault(readAnyYaml(file, text), isOpenApi);
  return fault && isSyntaxFault(fault) ? resultOf(fault, linted) : undefined;
}

function resultOf(
  { code, message, help, location }: Diagnostic,
  { source }: LintedText,
): LintResult {
  const start = { line: (location?.line ?? 1) - 1, character: (location?.column ?? 1) - 1 };
  return {
    code,
    message: `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${help}`,
    path: [],
    severity: 0,
    source,
    range: { start, end: start },
  };
}

/** Spectral's rules that name a symptom where others name the cause. */
const VAGUE: ReadonlySet<string | number> = new Set([
  'invalid-ref',
  'oas2-schema',
  'oas3-schema',
  'path-params',
]);

/**
 * Of one mistake, what is said best: Spectral's own words only where no rule of the kit's has any.
 *
 * @param places Where the kit's rules have found something, as keys and indexes.
 */
export function withoutEchoes(
  results: readonly LintResult[],
  places: readonly LintResult['path'][],
): LintResult[] {
  const repeated = results.filter(({ code }) => code === 'operation-parameters');
  const causes = new Set([...places, ...repeated.map(({ path }) => path)].map(keyOf));
  const around = new Set([...causes].flatMap(beginnings));
  return results.filter((result) => {
    const { code, path, message } = result;
    if (!VAGUE.has(code)) return true;
    if (path.some((key) => String(key).startsWith('x-'))) return false;
    const place = path.at(-1) === '$ref' ? path.slice(0, -1) : path;
    const near = [path, place, place.slice(0, -1), [...place, '$ref']].map(keyOf);
    if (near.some((key) => causes.has(key))) return false;
    if (code !== 'path-params') return !(UNNAMED.test(message) && around.has(keyOf(place)));
    const lists = [path, path.slice(0, -1)].map((owner) => keyOf([...owner, 'parameters']));
    return !lists.some((list) => around.has(list));
  });
}

/** Messages that name no key: the mistake can be anywhere below. */
const UNNAMED =
  /unevaluated|exactly one schema|anyOf|oneOf|duplicate items|not expected to be here|required property "type"/;

function keyOf(path: LintResult['path']): string {
  return JSON.stringify(path.map(String)).slice(0, -1);
}

/** The places that one is below of. */
function beginnings(key: string): string[] {
  const keys = JSON.parse(`${key}]`) as string[];
  return keys.map((_, i) => keyOf(keys.slice(0, i))).slice(1);
}
