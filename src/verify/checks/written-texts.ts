/** What refusals say of how texts are written, of which a schema has no more than the type. */
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { ReceivedResponse } from '../../http/exchange.ts';
import { isSecretName } from '../../model/secrets/secret-places.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { isQuoted, namedInBody } from './named-values.ts';
import { isWord, wordsOf } from './refusal-words.ts';

/**
 * What a refusal says of how a text is written, beyond its type; `undefined` where it says nothing of it.
 *
 * @param isTaking Whether the operation has taken another request.
 */
export function writtenOtherwise(
  exchange: JudgedExchange,
  response: ReceivedResponse,
  { document: { root }, isTaking }: Pick<CheckContext, 'document'> & { readonly isTaking: boolean },
): string | undefined {
  const place = (isTaking ? misspelt : tooWeak)(exchange, response, root);
  if (place === undefined) return undefined;
  return `nothing says how ${place} is written${isTaking ? '' : `: give --value ${place}=…`}`;
}

/** What a refusal says of a text that is not written as it has to be. */
const MISSPELT =
  /\b(?:in|not (?:a )?)valid\b|\billegal\b|\bmalformed\b|\bmust (?:match|start|begin|only)\b|\bcharacters?\b/i;

/** Where a text stands that a refusal quotes for how it is written, and of which a schema says no more than its type. */
function misspelt(
  exchange: JudgedExchange,
  response: ReceivedResponse,
  root: JsonValue,
): string | undefined {
  const words = wordsOf(response);
  if (!MISSPELT.test(words)) return undefined;
  const open = namedInBody(exchange, root).filter(({ isOpen }) => isOpen);
  return open.find((named) => isQuoted(named, words))?.place;
}

/** What a refusal says of how strong a secret is. */
const STRONG =
  /\b(?:length|longer|shorter|too (?:long|short|weak|simple)|characters?|letters?|digits?|(?:upper|lower)[ -]?case|pattern|regex|weak|strong)\b/i;

/** The secret of which a refusal says so by its name, and a schema no more than its type. */
function tooWeak(
  exchange: JudgedExchange,
  response: ReceivedResponse,
  root: JsonValue,
): string | undefined {
  const words = wordsOf(response);
  if (!STRONG.test(words)) return undefined;
  const open = namedInBody(exchange, root).filter(({ isOpen }) => isOpen);
  return open.find(({ place }) => isSecretName(place) && isWord(place, words))?.place;
}
