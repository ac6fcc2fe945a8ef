import { bytesOf, latin1 } from '../../../http/latin1.ts';
import { writeBody } from '../../../http/write-body.ts';
import type { FormField } from '../../../model/form.ts';
import { type BodyBase, freshBody } from '../../../model/requests/body-base.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import type { Operation } from '../../../model/operation.ts';
import { notPromised } from '../case.ts';
import { type Candidate, bodyCandidate } from './candidate.ts';

/** Bodies that are no form, and files of every size. */
export function formCandidates(base: BodyBase, large: boolean): Candidate[] {
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
    type: (said: string) => string = String,
  ): Candidate => ({
    group: 'broken',
    title,
    parts: (fresh) => written(base, fresh, change, type),
  });
  return [
    changed('the last boundary is missing', (body) => body.replace(/\r\n--[^\r]*--\r\n$/, '')),
    changed('the second half is missing', (body) => body.slice(0, body.length >> 1)),
    changed('a part without a name', (body) => body.replace(/; name="[^"]*"/, '')),
    changed('a type without its boundary', String, (said) => said.replace(/;.*/, '')),
  ];
}

/** The base as it is written, with something else in it. */
function written(
  base: BodyBase,
  fresh: FreshValues,
  change: (body: string) => string,
  type: (said: string) => string = String,
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
export function textCandidates(base: BodyBase, { responses }: Operation): Candidate[] {
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
