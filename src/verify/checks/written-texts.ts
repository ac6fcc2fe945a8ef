/** What refusals say of how texts are written, of which a schema has no more than the type. */
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { isTextFormat, writtenAs } from '../../openapi/schema/formats.ts';
import { bodySchema } from '../../model/media-type.ts';
import { parameterNamed } from '../../model/operation.ts';
import { isSecretName } from '../../model/secrets/secret-places.ts';
import type { AnsweredExchange } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { type Named, isQuoted, namedInBody, namedInQuery } from './named-values.ts';
import { type Member, isNamedIn, membersOf, schemaAt, wordsOf } from './refusal-words.ts';

/**
 * Says what a refusal tells of a text whose format is no standard one, or of a name that no schema has.
 *
 * @param isTaking Whether the operation has taken another request.
 */
export function ofUnknownForm(
  exchange: AnsweredExchange,
  { document, isTaking }: Pick<CheckContext, 'document'> & { readonly isTaking: boolean },
): string | undefined {
  const { operation } = exchange.case;
  const words = wordsOf(exchange.outcome.response);
  const body = effectiveSchema(document.root, bodySchema(operation.requestBody), 'every');
  const members = membersOf(exchange);
  const sent = [
    ...members.map(({ name, place, value }) => {
      return { name, place, text: textOf(value), schema: schemaAt(body, place) };
    }),
    ...namedInQuery(exchange, document).map(({ place, text }) => {
      const pointer = parameterNamed(operation, 'query', place)?.schemaPointer;
      return { name: place, place, text, schema: effectiveSchema(document.root, pointer) };
    }),
  ];
  const odd = sent.find(
    (named) =>
      hasOwnFormat(named.schema) && (isNamedIn(words, named.name) || isQuoted(named, words)),
  );
  if (odd !== undefined)
    return `nothing says how ${odd.place} is written but the name of its format`;
  // The names in a map are whoever asks' own, until the server knows only some, or wants others.
  const mapOf = ({ name, place }: Member): string | undefined => {
    const above = place.slice(0, -name.length - 1);
    const holder = above === '' ? undefined : schemaAt(body, above);
    const map = holder?.items ?? holder;
    return map === undefined || map.properties.has(name) ? undefined : above;
  };
  const key =
    members.find((member) => mapOf(member) !== undefined && isNamedIn(words, member.name)) ??
    (isTaking || !LACKING.test(words)
      ? undefined
      : members.find((member) => mapOf(member) !== undefined));
  return key && `nothing says which names ${mapOf(key)} has`;
}

/** What is said of a name that is not there. */
const LACKING = /\b(?:required|missing|must have)\b/i;

/** Whether a text has a format of which only its name is known. How a password is shown is no form of it. */
function hasOwnFormat({ types = [], format }: Partial<EffectiveSchema> = {}): boolean {
  const isText = types.includes('string') && types.length === 1 && format !== undefined;
  return isText && format !== 'password' && !isTextFormat(format) && !writtenAs(types, format);
}

/**
 * What a refusal says of how a text is written, beyond its type; `undefined` where it says nothing of it.
 *
 * @param isTaking Whether the operation has taken another request.
 */
export function writtenOtherwise(
  exchange: AnsweredExchange,
  { document: { root }, isTaking }: Pick<CheckContext, 'document'> & { readonly isTaking: boolean },
): string | undefined {
  const words = wordsOf(exchange.outcome.response);
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
  ({ place }, words) => isSecretName(place) && isNamedIn(words, place),
];
