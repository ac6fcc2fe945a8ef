import { createFreshValues } from '../../../model/requests/fresh-values.ts';
import {
  bodyMediaType,
  contentTypeFor,
  findMediaType,
  isJson,
  jsonMediaType,
} from '../../../model/media-type.ts';
import type { MediaType, Operation } from '../../../model/operation.ts';
import type { BodyBase, Change } from '../../../model/requests/body-base.ts';
import { openFile } from '../../../model/requests/made-up-files.ts';
import { boundaryCandidates } from './boundary-candidates.ts';
import { brokenBodyCandidates, brokenValueCandidates, withoutOne } from './broken-candidates.ts';
import { type Candidate, bodyCandidate } from './candidate.ts';
import { formCandidates, textCandidates } from './form-candidates.ts';
import {
  codingCandidate,
  exampleCandidates,
  mediaTypeCandidates,
  randomCandidates,
  textsInstead,
} from './other-candidates.ts';

/** The media types of a body, the most usual first. */
export function sendable(content: readonly MediaType[] = []): MediaType[] {
  const usual = bodyMediaType(content);
  return usual === undefined ? [] : [usual, ...content.filter((one) => one !== usual)];
}

/** Why no body can be made up that is sure to be taken; `undefined` where one can be, or none is taken. */
export function bodyTrouble(
  { requestBody }: Operation,
  base: BodyBase | undefined,
): string | undefined {
  if (requestBody === undefined) return undefined;
  const file = openFile(base?.mediaType.form, base?.value);
  if (file !== undefined) {
    return `nothing tells which files it takes: the encoding of ${file} has no contentType that is known here`;
  }
  if (base !== undefined) return undefined;
  const usual = bodyMediaType(requestBody.content);
  if (usual === undefined || isStructured(usual)) {
    return 'no valid body is found for its schema: an example would help';
  }
  const names = requestBody.content.map(({ name }) => name).join(' or ');
  return `its body is ${names}, of which nothing can be made up: an example would help`;
}

/** Whether a body is read, and not just taken. */
function isStructured(mediaType: MediaType): boolean {
  const { form, sequence } = mediaType;
  const isRead = form !== undefined || sequence !== undefined;
  return isRead || jsonMediaType([mediaType]) !== undefined;
}

/** Bodies in the media type in which they are usually sent. */
export function bodyCandidates(operation: Operation, base: BodyBase, large: boolean): Candidate[] {
  const own = ownCandidates(operation, base, large);
  return inMediaType(base, [...exampleCandidates(base), ...own, codingCandidate(base)]);
}

function ownCandidates(operation: Operation, base: BodyBase, large: boolean): Candidate[] {
  const { mediaType } = base;
  if (!isStructured(mediaType)) return textCandidates(base, operation);
  // What else a line may be is none of JSON's.
  if (mediaType.sequence !== undefined) {
    return [...boundaryCandidates(base, large), ...brokenValueCandidates(base)];
  }
  const others =
    mediaType.form === undefined
      ? [
          ...brokenBodyCandidates(base, large),
          ...mediaTypeCandidates(base, contentTypeFor(mediaType)),
        ]
      : [...formCandidates(base, large), ...textsInstead(base)];
  return [
    ...boundaryCandidates(base, large),
    ...brokenValueCandidates(base),
    ...others.filter((candidate) => !isOtherDocumented(operation, base, candidate)),
  ];
}

/** Bodies drawn from the schema; none where nobody reads them. */
export function randomBodyCandidates(base: BodyBase, seed: number, count: number): Candidate[] {
  if (!isStructured(base.mediaType)) return [];
  return inMediaType(base, randomCandidates(base, seed, count));
}

/** What is sent in another documented type that isn't JSON says nothing of that type. */
function isOtherDocumented(
  { requestBody }: Operation,
  { mediaType }: BodyBase,
  candidate: Candidate,
): boolean {
  const { headers } = candidate.parts(createFreshValues({ seed: 0, runId: 'probe' }));
  const said = headers?.['Content-Type'] ?? undefined;
  const documented = findMediaType(requestBody?.content ?? [], said);
  return !isJson(said) && documented !== undefined && documented !== mediaType;
}

/** Candidates whose bodies are in the base's media type, where they don't say another. */
function inMediaType({ mediaType: { name } }: BodyBase, candidates: Candidate[]): Candidate[] {
  return candidates.map((candidate) => ({
    ...candidate,
    parts: (fresh) => ({ mediaType: name, ...candidate.parts(fresh) }),
  }));
}

/** Of a further media type: that it is taken, and that it is looked into. */
export function otherBodyCandidates(base: BodyBase): Candidate[] {
  const { name } = base.mediaType;
  const isReadAsJson = jsonMediaType([base.mediaType]) !== undefined;
  const title = `${isReadAsJson ? 'JSON' : 'the body'} as ${contentTypeFor(base.mediaType)}`;
  const valid = bodyCandidate(base, 'boundary', title);
  const required = base.slots.filter(({ required, path }) => required && path.length === 1);
  const missing = required.map((slot) => {
    const { path } = slot;
    const change = (): Change => ({ path, value: undefined });
    return withoutOne(slot, bodyCandidate(base, 'broken', `${path[0]} missing as ${name}`, change));
  });
  return inMediaType(base, isStructured(base.mediaType) ? [valid, ...missing] : [valid]);
}
