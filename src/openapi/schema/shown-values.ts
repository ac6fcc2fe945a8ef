/** Values that a schema shows: examples and defaults, else what its description shows. */
import type { JsonValue } from '../json/json-value.ts';

/**
 * Examples and defaults; of a text of which nothing else is said, what its description shows.
 *
 * @param values Those of a keyword.
 * @param isFreeText Whether it is such a text.
 */
export function shownValues(
  values: (keyword: string) => JsonValue[],
  isFreeText: boolean,
): readonly JsonValue[] {
  const stated = [...values('examples').flat(1), ...values('example'), ...values('default')];
  if (stated.length > 0 || !isFreeText) return stated;
  return values('description')
    .filter((text) => typeof text === 'string')
    .flatMap((text) => exampleInWords(text) ?? []);
}

/** What announces an example, and the example in quotes behind it: what is longer is no value, but a sample of code. */
const SHOWN =
  /(?:\be\.\s?g\.,?|\bfor (?:example|instance)[,:]?|\bexample:|\bsuch as)\s*[:(]?\s*(?:“([^”\n]{1,60})”|"([^"\n]{1,60})"|`([^`\n]{1,60})`|'([^'\n]{1,60})')/i;

/** Of what is ruled out, no example is one. */
const RULED_OUT = /\b(?:not|no|never|without|except|cannot|unlike|neither)\b|n[’']t\b/i;

/** The first example in a description: `eu-west` in “The region, e.g. `eu-west` or `us-east`”; `undefined` without one. */
export function exampleInWords(description: string): string | undefined {
  const match = SHOWN.exec(description);
  if (match === null) return undefined;
  const sentence = description
    .slice(0, match.index)
    .split(/[.!?]\s|\n/)
    .at(-1)!;
  const text = match
    .slice(1)
    .find((group) => group !== undefined)!
    .replace(/^"(.*)"$/, '$1');
  return /[\p{L}\p{N}]/u.test(text) && !RULED_OUT.test(sentence) ? text : undefined;
}
