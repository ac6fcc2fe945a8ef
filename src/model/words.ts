/** What the document says in words. */
import { childPointer, valueAt } from '../openapi/pointer.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { wordsOf } from './lists/item-properties.ts';
import type { Operation } from './operation.ts';
import { nounOf } from './resources/names.ts';

/**
 * Summaries and descriptions of an operation and of its responses, as one text.
 *
 * @param isMeant Which responses are meant, by their status. Default: those of successes.
 */
export function saidOf(
  { root }: OpenApiDocument,
  { pointer, responses }: Operation,
  isMeant: (status: string) => boolean = (status) => status.startsWith('2'),
): string {
  const meant = responses.filter(({ status }) => isMeant(status));
  return [pointer, ...meant.map((response) => response.pointer)]
    .flatMap((place) => [childPointer(place, 'summary'), childPointer(place, 'description')])
    .map((place) => valueAt(root, place))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** What it says of one response, by its status; empty where it has none. */
export function saidWith(
  { root }: OpenApiDocument,
  { responses }: Operation,
  status: string,
): string {
  const response = responses.find((candidate) => candidate.status === status);
  const text = response && valueAt(root, childPointer(response.pointer, 'description'));
  return typeof text === 'string' ? text : '';
}

/** The sentences of a text, and what a semicolon parts in them. */
export function sentencesOf(text: string): string[] {
  return text.split(/[.;\n]+/);
}

/** The sentences of a text that say plainly that something is refused. */
export function refusingIn(text: string): string[] {
  return sentencesOf(text).filter(
    (sentence) => REFUSING.test(sentence) && !LIMITING.test(sentence),
  );
}

/** What the document says that an operation refuses: in sentences of its own, and of its refusals. */
export function refusalsOf(document: OpenApiDocument, operation: Operation): string[] {
  const own = refusingIn(saidOf(document, { ...operation, responses: [] }));
  return [...own, ...['400', '409', '422'].map((status) => saidWith(document, operation, status))];
}

/** Words for what was done before. */
const SAYS_DONE =
  /\balready\b|\b(?:twice|second time|done before|no longer)\b|\b(?:been|was|were) \w+ before(?=[.,;]|$)/i;

/** Words for a request that was sent before with its key: the second one has another. */
const ABOUT_KEYS = /\bidempotency\b|\bkeys?\b/i;

/** Words for what a body names: the second one may name another. */
const ABOUT_NAMES = /\bexists\b|\bnames?\b/i;

/** The sentence by which the document refuses with 409 what was done before; `undefined` where it has none. */
export function saidOfSecondTime(
  document: OpenApiDocument,
  operation: Operation,
): string | undefined {
  const hasBody = operation.requestBody !== undefined;
  const isOfOther = (sentence: string): boolean =>
    ABOUT_KEYS.test(sentence) || (hasBody && ABOUT_NAMES.test(sentence));
  return sentencesOf(saidWith(document, operation, '409'))
    .find((sentence) => SAYS_DONE.test(sentence) && !isOfOther(sentence))
    ?.trim();
}

/** “`state` becomes `running`” and “sets the state to running”: a name, and what it is then. */
const BECOMING =
  /(?:(?<=\bsets? (?:the |its )?[`'"]?)([\w-]+)[`'"]?(?: of (?:the|an?|this) \w+)? to|([\w-]+)[`'"]?(?: of (?:the|an?|this) \w+)? (?:then )?(?:becomes|is set to|changes to|turns(?: in)?to)) [`'"]?([\w-]+)/gi;

/** “Marks the message as read”: what it is then. */
const MARKING = /\bmark(?:s|ed)? (?:(?:the|an?|this|one) )?(?:\w+ )?as [`'"]?([\w-]+)[`'"]?\s*$/i;

/** What the document says in a plain sentence that a property is after an operation; `undefined` where it doesn't. */
export function saidToBecome(
  document: OpenApiDocument,
  operation: Operation,
  name: string,
): string | undefined {
  const said = plainlySaid(document, operation).flatMap((sentence) => [
    ...sentence.matchAll(BECOMING),
  ]);
  return said.find(([, set, property = set]) => property === name)?.[3];
}

/** As what the document says in a plain sentence that an operation marks a resource. */
export function saidToMark(document: OpenApiDocument, operation: Operation): string | undefined {
  const said = plainlySaid(document, operation).flatMap((sentence) => MARKING.exec(sentence) ?? []);
  return said[1];
}

function plainlySaid(document: OpenApiDocument, operation: Operation): string[] {
  return sentencesOf(saidOf(document, operation)).filter(
    (sentence) =>
      !LIMITING.test(sentence) && !CONDITIONAL.test(sentence) && !/\bor\b/i.test(sentence),
  );
}

/** Words for a value that is another one's. */
export const SAYS_USED: RegExp =
  /\b(?:in use|taken|used|exists|registered|duplicate|unique|same|already (?:has|have|belongs|known))\b/i;

/** The same in a text that is about other things, too. */
const SAYS_UNIQUE = /\b(?:must|has to|have to|should) be unique\b/i;

/**
 * The properties of which a creation refuses what another one has, as a sentence of the document says that names
 * them, with that sentence.
 *
 * @param properties Those of its body.
 */
export function saidOfUsed(
  document: OpenApiDocument,
  create: Operation,
  properties: readonly string[],
): ReadonlyMap<string, string> {
  const sentencesIn = (text: string, plainly: RegExp): string[] =>
    sentencesOf(text).filter((sentence) => plainly.test(sentence));
  const sentences = [
    ...sentencesIn(saidWith(document, create, '409'), SAYS_USED),
    ...sentencesIn(saidOf(document, create), SAYS_UNIQUE),
  ];
  return new Map(
    sentences.flatMap((sentence) =>
      namedAlone(sentence, properties).map((name) => [name, sentence.trim()] as const),
    ),
  );
}

/** Of several, the last: “a key with this name” is about names. Of those that are only together what is meant, none. */
function namedAlone(sentence: string, properties: readonly string[]): readonly string[] {
  const words = wordsOf(sentence);
  const isIn = (word: string): boolean => words.includes(word);
  const named = properties
    .filter((name) => wordsOf(name).every(isIn))
    .toSorted(
      (a, b) => words.lastIndexOf(wordsOf(a).at(-1)!) - words.lastIndexOf(wordsOf(b).at(-1)!),
    );
  if (named.length < 2 || isIn('or')) return named;
  return isIn('and') ? [] : named.slice(-1);
}

/** What a deletion is refused without: “unless `recursive=true`”. */
const WAIVED = /,? unless [`'"]?(\w+)[`'"]? ?(?:=|is) ?[`'"]?true\b[`'"]?/gi;

/** The names of the flags with which a deletion is not refused, as the document says. */
export function waiversOf(document: OpenApiDocument, remove: Operation): string[] {
  return Array.from(saidOf(document, remove).matchAll(WAIVED), ([, name = '']) => name);
}

/** What becomes of a deletion where something of a kind lies below the resource, or refers to it. */
export type SaidOfDeletion = 'is refused' | 'takes it along' | 'lets it go';

const REFUSING =
  /\b(?:can['’]?t|cannot|can not|may not|must not|refused|refuses|rejected|forbidden|impossible|(?:is|are) not (?:deleted|removed))\b/i;
/** What refers to it refers to nothing then: “their `supplier_id` becomes null”. */
const LETTING_GO =
  /\b(?:becomes?|set to) [`'"]?(?:null|none|empty)\b|\b(?:becomes?|are|is) (?:then )?(?:unassigned|unlinked|detached)\b/;
const TAKING = /\b(?:with|and|also|including|along|together|cascades?)\b/i;
/** What makes of either more than can be told. */
const LIMITING =
  /\b(?:not|no|never|keeps?|kept|stays?|remains?|unless|only|except|without|until)\b/i;
/** Behind a noun, what makes it no other than all of them: `orders in progress` are some. */
const UNQUALIFIED = /^(?:still|left)?$|^(?:below|under|in) (?:it|this|that)\b/;
const CONDITIONAL = /\b(?:if|when|while|as long as)\b/i;

/**
 * What the document says in a sentence of its own about the deletion of what has resources called so; `undefined`
 * where no sentence is plain enough.
 *
 * @param nouns In the singular, as `nounOf` has them.
 */
export function saidOfDeletion(
  document: OpenApiDocument,
  remove: Operation,
  nouns: readonly string[],
): SaidOfDeletion | undefined {
  const said = saidOf(document, remove, (status) => status === '409' || status === '204');
  const sentences = sentencesOf(said.replaceAll(WAIVED, '').toLowerCase());
  // What is said of a 409 says when there is one.
  const refusal = saidWith(document, remove, '409').toLowerCase();
  for (const sentence of sentences) {
    const words = wordsOf(sentence);
    const place = words.findIndex((_, i) =>
      NOUN_LENGTHS.some(
        (length) =>
          nouns.includes(nounOf(words.slice(i + 1 - length, i + 1).join(''))) &&
          BEFORE_NOUN.test(words[i - length] ?? ''),
      ),
    );
    if (place === -1) continue;
    const isRefusal =
      refusal.includes(sentence) &&
      /\b(?:has|have|owns?|contains?)\b/.test(sentence) &&
      !LIMITING.test(sentence) &&
      UNQUALIFIED.test(words.slice(place + 1).join(' '));
    const isRefusing = REFUSING.test(sentence) || isRefusal;
    if (isRefusing && !/\b(?:unless|only|not all)\b/.test(sentence)) return 'is refused';
    const isDeleting = /\b(?:delet|remov|eras|destroy)/.test(sentence);
    const isPlain =
      !REFUSING.test(sentence) && !LIMITING.test(sentence) && !CONDITIONAL.test(sentence);
    if (isDeleting && isPlain && TAKING.test(sentence)) return 'takes it along';
  }
  return saysLetGo(said.toLowerCase(), nouns) ? 'lets it go' : undefined;
}

/** Words before a noun that is what a resource has, and so many words of one. */
const BEFORE_NOUN =
  /^(?:has|have|having|owns?|owning|contains?|containing|all|any|its|their|by|with|to|and|or)$/;
const NOUN_LENGTHS = [1, 2, 3];

/** Whether a sentence says plainly that resources called so refer to nothing then. */
function saysLetGo(said: string, nouns: readonly string[]): boolean {
  return said.split(/\.(?:\s|$)|\n/).some((sentence) => {
    const words = wordsOf(sentence);
    const isAbout = words.some((_, i) =>
      NOUN_LENGTHS.some((length) =>
        nouns.includes(nounOf(words.slice(i + 1 - length, i + 1).join(''))),
      ),
    );
    return isAbout && LETTING_GO.test(sentence) && !CONDITIONAL.test(sentence);
  });
}
