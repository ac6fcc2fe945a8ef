import { bytesOf, latin1 } from '../../../http/latin1.ts';
import { writeBody } from '../../../http/write-body.ts';
import type { FormField } from '../../../model/form.ts';
import { type BodyBase } from '../../../model/requests/body-base.ts';
import { type Change, freshBody } from '../../../model/requests/fresh-body.ts';
import { type FreshValues, createFreshValues } from '../../../model/requests/fresh-values.ts';
import type { MediaType, Operation } from '../../../model/operation.ts';
import { notPromised } from '../case.ts';
import { type Candidate, bodyCandidate } from './candidate.ts';
import {
  bodyMediaType,
  contentTypeFor,
  findMediaType,
  isJson,
  jsonMediaType,
} from '../../../model/media-type.ts';
import { isUnknownBytes, openFile } from '../../../model/requests/made-up-files.ts';
import { boundaryCandidates } from './boundary-candidates.ts';
import { brokenBodyCandidates, brokenValueCandidates, leavingOut } from './broken-candidates.ts';
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
  return usual === undefined ? [] : [usual, ...content.filter((type) => type !== usual)];
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
  const usual = base?.mediaType ?? bodyMediaType(requestBody.content);
  const isText = usual !== undefined && !isStructured(usual);
  if (base !== undefined && !(isText && isUnknownBytes(base.mediaType, base.value)))
    return undefined;
  if (!isText) return 'no valid body is found for its schema: an example would help';
  const names = requestBody.content.map(({ name }) => name).join(' or ');
  return `its body is ${names}, of which nothing is known: an example would help`;
}

/** Whether a body is read, and not just taken. */
function isStructured(mediaType: MediaType): boolean {
  const { form, sequence } = mediaType;
  const isRead = form !== undefined || sequence !== undefined;
  return isRead || jsonMediaType([mediaType]) !== undefined;
}

/** Bodies in the media type in which they are usually sent. */
export function bodyCandidates(operation: Operation, base: BodyBase, large: boolean): Candidate[] {
  const candidates = ownCandidates(operation, base, large);
  return inMediaType(base, [...exampleCandidates(base), ...candidates, codingCandidate(base)]);
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
  const type = headers?.['Content-Type'] ?? undefined;
  const documented = findMediaType(requestBody?.content ?? [], type);
  return !isJson(type) && documented !== undefined && documented !== mediaType;
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
    return leavingOut(slot, bodyCandidate(base, 'broken', `${path[0]} missing as ${name}`, change));
  });
  return inMediaType(base, isStructured(base.mediaType) ? [valid, ...missing] : [valid]);
}

/** Bodies that are no form, and files of every size. */
function formCandidates(base: BodyBase, large: boolean): Candidate[] {
  const { form } = base.mediaType;
  if (form === undefined) return [];
  const files = [...form.fields.values()].filter(({ isFile }) => isFile);
  return [
    ...nothing(base),
    ...(form.isMultipart ? brokenForms(base) : []),
    ...files.flatMap((field) => [
      ...sizes(base, field, large),
      ...otherType(base, field),
      ...(form.isMultipart ? [otherName(base, field)] : []),
    ]),
  ];
}

/** Where no field is required, a form may well be empty. */
function nothing({ schema }: BodyBase): Candidate[] {
  if (schema.required.size === 0) return [];
  const shared = { group: 'broken', reason: 'what is required is missing' } as const;
  return [
    { ...shared, title: 'no body', breaksSeveral: true, parts: () => ({}) },
    { ...shared, title: 'empty body', breaksSeveral: true, parts: () => ({ body: '' }) },
  ];
}

function brokenForms(base: BodyBase): Candidate[] {
  const changed = (
    title: string,
    change: (body: string) => string,
    type: (contentType: string) => string = String,
  ): Candidate => ({
    group: 'broken',
    title,
    parts: (fresh) => written(base, fresh, change, type),
  });
  return [
    changed('the last boundary is missing', (body) => body.replace(/\r\n--[^\r]*--\r\n$/, '')),
    changed('the second half is missing', (body) => body.slice(0, body.length >> 1)),
    changed('a part without a name', (body) => body.replace(/; name="[^"]*"/, '')),
    changed('a type without its boundary', String, (type) => type.replace(/;.*/, '')),
  ];
}

/** The base as it is written, with something else in it. */
function written(
  base: BodyBase,
  fresh: FreshValues,
  change: (body: string) => string,
  type: (header: string) => string = String,
): ReturnType<Candidate['parts']> {
  const { body, contentType = '' } = writeBody(base.mediaType, freshBody(base, fresh));
  return { body: bytesOf(change(latin1(body))), headers: { 'Content-Type': type(contentType) } };
}

/** In bytes; the last is one that many a limit is below. */
const SIZES = [0, 1, 5000, 1_000_000];

function sizes(base: BodyBase, { parameter }: FormField, large: boolean): Candidate[] {
  const { name } = parameter;
  const isList = base.schema.properties.get(name)?.types.includes('string') === false;
  return SIZES.filter((size) => large || size < 100_000).map((size) => {
    const file = 'x'.repeat(size);
    const value = isList ? [file] : file;
    const title = `${name} of ${size} bytes`;
    return bodyCandidate(base, 'boundary', title, () => ({ path: [name], value }));
  });
}

/** As browsers send the name of such a file: its bytes, not encoded (RFC 7578, 4.2). */
function otherName(base: BodyBase, { parameter: { name } }: FormField): Candidate {
  const called = latin1(new TextEncoder().encode('Prüfung – 漢字 🌿.png'));
  return {
    group: 'boundary',
    title: `${name} whose name is not ASCII`,
    open: 'nothing says how files may be called',
    parts: (fresh) =>
      written(base, fresh, (body) => body.replace(/(filename=")[^"]*/, `$1${called}`)),
  };
}

/** A part of a media type that its encoding doesn't have. */
function otherType(base: BodyBase, { parameter: { name }, contentTypes }: FormField): Candidate[] {
  if (contentTypes.length === 0) return [];
  const type = new RegExp(String.raw`(filename="[^"]*"\r\nContent-Type: )[^\r]*`);
  return [
    {
      group: 'broken',
      title: `${name} of another media type`,
      parts: (fresh) => written(base, fresh, (body) => body.replace(type, '$1application/x-other')),
    },
  ];
}

/** Bodies in place of one that is neither JSON nor a form, of which nothing is read. */
function textCandidates(base: BodyBase, { responses }: Operation): Candidate[] {
  const isRefused = responses.some(({ status }) => status === '415');
  const open = notPromised('no answer to another media type is documented');
  return [
    {
      group: 'broken',
      title: 'another media type',
      validity: isRefused ? undefined : open,
      parts: () => ({ body: 'nothing of this kind', headers: { 'Content-Type': 'text/x-other' } }),
    },
    bodyCandidate(base, 'boundary', 'the body'),
    { group: 'broken', title: 'no body', parts: () => ({}) },
    { group: 'broken', title: 'empty body', parts: () => ({ body: '' }) },
  ];
}
