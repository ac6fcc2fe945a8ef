/** What refusals say of how texts are written, of which a schema has no more than the type. */
import type { ReceivedResponse } from '../../http/exchange.ts';
import { isSecretName } from '../../model/secrets/secret-places.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { type Named, isQuoted, namedInBody } from './named-values.ts';
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
  const words = wordsOf(response);
  const [said, isMeant] = isTaking ? MISSPELT : TOO_WEAK;
  if (!said.test(words)) return undefined;
  const open = namedInBody(exchange, root).filter(({ isOpen }) => isOpen);
  const place = open.find((named) => isMeant(named, words))?.place;
  if (place === undefined) return undefined;
  return `nothing says how ${place} is written${isTaking ? '' : `: give --value ${place}=…`}`;
}

/** What a refusal says, and of which text it says so. */
type Saying = readonly [said: RegExp, isMeant: (named: Named, words: string) => boolean];

/** Of a text that is not written as it has to be, and that it quotes. */
const MISSPELT: Saying = [
  /\b(?:in|not (?:a )?)valid\b|\billegal\b|\bmalformed\b|\bmust (?:match|start|begin|only)\b|\bcharacters?\b/i,
  isQuoted,
];

/** Of how strong a secret is, which it names. */
const TOO_WEAK: Saying = [
  /\b(?:length|longer|shorter|too (?:long|short|weak|simple)|characters?|letters?|digits?|(?:upper|lower)[ -]?case|pattern|regex|weak|strong)\b/i,
  ({ place }, words) => isSecretName(place) && isWord(place, words),
];
