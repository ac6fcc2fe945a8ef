import { getProperty, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { bytesOf, latin1 } from '../../http/latin1.ts';
import { headerValue } from '../../http/exchange.ts';
import { findMediaType, parseMediaType } from '../../model/media-type.ts';
import { type Operation, operationAt, successResponse } from '../../model/operation.ts';
import { sampleFile } from '../../model/sample-file.ts';
import {
  type Upload,
  filesIn,
  isByteCount,
  uploadAt,
  uploadCreating,
} from '../../model/uploads.ts';
import { type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import type { Observation } from '../checks/check.ts';
import { successPointer } from '../checks/standing.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import type { SceneRequest } from './stage.ts';

/** What was uploaded is what is downloaded. */
export const uploads: Oracle = {
  id: 'uploads',
  because:
    'PUT sets the state of its target to what its body represents (RFC 9110, 9.3.4): a later read returns the same bytes, or equivalent ones. What POST creates from a file is no other file.',
  *scenes({ document, resources }) {
    for (const kind of resources) {
      const { create, below, family } = kind;
      const put = below.flatMap(({ method, path }) =>
        method === 'PUT' ? (uploadAt(document, path) ?? []) : [],
      );
      const made =
        family.item === undefined ? [] : (uploadCreating(document, create, family.item) ?? []);
      for (const upload of put.concat(made)) {
        const { upload: operation } = upload;
        const play = (stage: Stage): Promise<void> => playOne(stage, kind, upload);
        yield { operation, title: 'is read as it was sent', requests: 7, play };
        const playBoth = (stage: Stage): Promise<void> => playTwo(stage, kind, upload);
        yield { operation, title: 'leaves other files as they are', requests: 7, play: playBoth };
        for (const type of typesOf(upload)) {
          const title = `is read as the ${type} that was sent`;
          const tell = (stage: Stage): Promise<void> => playType(stage, kind, upload, type);
          yield { operation, title, requests: 3, play: tell };
        }
        const remove = operationAt(document, 'DELETE', upload.download.path);
        if (remove === undefined) continue;
        yield {
          operation: remove,
          title: 'takes the file away',
          requests: 5,
          play: (stage) => playRemoval(stage, kind, upload, remove),
        };
      }
    }
  },
};

async function playOne(stage: Stage, kind: ResourceOperations, upload: Upload): Promise<void> {
  const { download } = upload;
  const resource = isCreation(kind, upload) ? undefined : await stage.create(kind);
  // The second takes the place of the first, where both are put at one path.
  for (const change of [undefined, withTail(upload)]) {
    const before = resource && (await bytesAt(stage, resource, download));
    const { done, at } = await store(stage, kind, upload, { resource, change });
    const sent = acceptanceOf(done) && bytesIn(done);
    if (at === undefined || sent === undefined || sent.length === 0) return;
    const is = await bytesAt(stage, at, download);
    const how = is && whatBecame(sent, is, before);
    if (is?.equals(sent) === true && at !== resource) reportSize(stage, at, sent);
    // What is written anew may be so from either.
    if (is?.equals(sent) === true) continue;
    if (is === undefined || how === undefined) return;
    return stage.report(done, {
      ...breachOf(upload),
      message: `what is read then ${how}`,
      received: `${is.length} bytes`,
      documented: `the ${sent.length} bytes that were sent`,
    });
  }
}

/** The media types that a file can be put and read in, where there are several of which files are known. */
function typesOf({ upload, download }: Upload): string[] {
  const read = successResponse(download)?.content ?? [];
  const types = (upload.requestBody?.content ?? [])
    .map(({ name }) => name)
    .filter((name) => sampleFile([name])?.contentType === name && findMediaType(read, name));
  return types.length < 2 ? [] : types.slice(0, 2);
}

/** A file that is read byte by byte as it was sent is of the media type in which it was sent. */
async function playType(
  stage: Stage,
  kind: ResourceOperations,
  upload: Upload,
  mediaType: string,
): Promise<void> {
  const { content } = sampleFile([mediaType])!;
  const resource = isCreation(kind, upload) ? undefined : await stage.create(kind);
  const change: SceneRequest['change'] = (parts) => ({ ...parts, value: content, mediaType });
  const { done, at } = await store(stage, kind, upload, { resource, change });
  const sent = acceptanceOf(done) && bytesIn(done);
  if (at === undefined || sent === undefined) return;
  const validity = notPromised('it may be there a moment later');
  const read = await stage.send(upload.download, { given: at.given, validity });
  const response = acceptanceOf(read);
  const type = response && headerValue(response.headers, 'content-type');
  if (response === undefined || type === undefined || !sent.equals(response.body)) return;
  const other = typesOf(upload).find((name) => name !== mediaType);
  if (parseMediaType(type)?.essence !== other) return;
  stage.report(read, {
    ...breachOf({ upload: upload.download }),
    message: 'the file that is read is said to be of another media type than it was sent in',
    received: `Content-Type: ${type}`,
    documented: `${mediaType}: the same bytes were sent so (RFC 9110, 8.3)`,
  });
}

/** What is sent for one resource is not what is read of another one then. */
async function playTwo(stage: Stage, kind: ResourceOperations, upload: Upload): Promise<void> {
  const { download } = upload;
  const first = await withFile(stage, kind, upload);
  const isMade = isCreation(kind, upload);
  const second = isMade ? undefined : await stage.create(kind, { given: stage.besides(first) });
  const before = await bytesAt(stage, first, download);
  const given = stage.besides(first);
  const { done, at } = await store(stage, kind, upload, {
    resource: second,
    given,
    change: withTail(upload),
  });
  const beside = at && acceptanceOf(done) && (await bytesAt(stage, at, download));
  const is = await bytesAt(stage, first, download);
  const isOwn = before === undefined || is === undefined || is.equals(before);
  if (isOwn || beside?.equals(is) !== true) return;
  stage.report(done, {
    ...breachOf(upload),
    message: 'the file of another resource is this one then',
    received: `the ${is.length} bytes that were sent for this one`,
    documented: `the ${before.length} bytes that were read there before`,
  });
}

/** What was downloaded a moment ago is gone when it is deleted. */
async function playRemoval(
  stage: Stage,
  kind: ResourceOperations,
  upload: Upload,
  remove: Operation,
): Promise<void> {
  const { download } = upload;
  const { given } = await withFile(stage, kind, upload);
  const before = await bytesAt(stage, { given }, download);
  const done = await stage.succeed(remove, { given });
  // It may still be under way.
  if (before === undefined || acceptanceOf(done)?.status === 202) return;
  const is = await bytesAt(stage, { given }, download);
  if (is?.equals(before) !== true) return;
  stage.report(done, {
    ...breachOf({ upload: remove }),
    message: 'what was deleted is read as it was before',
    received: `the ${is.length} bytes that were there`,
    documented: '404 or 410: they are gone (RFC 9110, 9.3.5)',
  });
}

/** A new resource that has a file. */
async function withFile(stage: Stage, kind: ResourceOperations, upload: Upload): Promise<Resource> {
  if (isCreation(kind, upload)) return (await store(stage, kind, upload)).at ?? stage.end();
  const resource = await stage.create(kind);
  await stage.succeed(upload.upload, { given: { ...resource.given, etag: undefined } });
  return resource;
}

function isCreation({ create }: ResourceOperations, { upload }: Upload): boolean {
  return upload === create;
}

interface Sending {
  /** What the bytes are put at. Default: they make one. */
  readonly resource?: Resource | undefined;
  /** Where they make one. */
  readonly given?: SceneRequest['given'];
  readonly change?: SceneRequest['change'];
}

/** Sends bytes; `at` is the resource that has them then, `undefined` where no answer names it. */
async function store(
  stage: Stage,
  kind: ResourceOperations,
  { upload }: Upload,
  { resource, given, change }: Sending = {},
): Promise<{ readonly done: JudgedExchange; readonly at: Resource | undefined }> {
  if (resource === undefined) {
    const done = await stage.sendCreation(kind, { given, change });
    return { done, at: stage.createdBy(kind, done) };
  }
  const done = await stage.send(upload, { given: { ...resource.given, etag: undefined }, change });
  return { done, at: resource };
}

/** How large a file is, in bytes, or rounded to larger units. */
function reportSize(stage: Stage, { view, exchange }: Resource, { length }: Buffer): void {
  for (const [name, value] of Object.entries(view)) {
    if (!isByteCount(name) || !isJsonNumber(value)) continue;
    const isRounded = Number(textOf(value)) <= 1 + length / 1000;
    if (isRounded || textOf(value) === `${length}`) continue;
    stage.report(exchange, {
      severity: 'violation',
      rule: 'R9',
      pointer: successPointer(exchange.case.operation),
      message: `${name} is not the number of bytes`,
      received: `${name}: ${textOf(value)}`,
      documented: `the ${length} bytes that were sent, and are read`,
    });
  }
}

function breachOf({
  upload,
}: Pick<Upload, 'upload'>): Pick<Observation, 'severity' | 'rule' | 'pointer'> {
  return { severity: 'violation', rule: 'R9', pointer: successPointer(upload) };
}

/** A file with more at its end: readers of most media types stop before it. */
function withTail({ upload }: Upload): NonNullable<SceneRequest['change']> {
  return ({ value, ...parts }) => {
    const types = (upload.requestBody?.content ?? []).map(({ name }) => name);
    if (isText(value)) return { ...parts, value: value + tailFor(types.slice(0, 1), TEXT_TAIL) };
    const [field] = filesIn(upload);
    const form = value !== undefined && isJsonObject(value) ? value : {};
    const file = field && getProperty(form, field.parameter.name);
    if (field === undefined || !isText(file)) return { ...parts, value };
    // In forms, files have a character for each byte.
    const tail = tailFor(field.contentTypes, latin1(new TextEncoder().encode(TEXT_TAIL)));
    return { ...parts, value: { ...form, [field.parameter.name]: file + tail } };
  };
}

const MORE = `\nmore: ${'0123456789'.repeat(500)}`;

const TEXT_TAIL = `${MORE} é 漢 🌿`;

/** What is no text for certain. */
const BYTES =
  /^(?:(?:\*|image|audio|video|font)\/(?!svg)|application\/(?:\*|octet-stream|pdf|zip|gzip))/;

/** Of what may be anything, bytes that are no text; of a text, characters beyond ASCII. */
function tailFor(types: readonly string[], text: string): string {
  if (types.every((type) => BYTES.test(type))) return `${MORE} \0\u00ff\u00fe\u0080.`;
  return types.some((type) => type.startsWith('text/')) ? text : MORE;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The bytes that a request has sent as a file; `undefined` where it had none. */
function bytesIn({ case: { operation, request } }: JudgedExchange): Buffer | undefined {
  const { body, value } = request;
  const [field] = filesIn(operation);
  const isForm = field !== undefined && value !== undefined && isJsonObject(value);
  const file = isForm ? getProperty(value, field.parameter.name) : value;
  if (!isForm && body !== undefined) return Buffer.from(body);
  return isText(file) ? Buffer.from(bytesOf(file)) : undefined;
}

/** What is downloaded now; `undefined` where nothing is there. */
export async function bytesAt(
  stage: Stage,
  { given }: Pick<Resource, 'given'>,
  download: Operation,
): Promise<Buffer | undefined> {
  const validity = notPromised('nothing may be there yet');
  const response = acceptanceOf(await stage.send(download, { given, validity }));
  return response && Buffer.from(response.body);
}

/** What can't be the same in another form, as an image that is written anew; `undefined` where it may. */
function whatBecame(sent: Buffer, is: Buffer, before: Buffer | undefined): string | undefined {
  if (is.equals(sent)) return undefined;
  if (before?.equals(is) === true) return 'is what was there before';
  if (is.equals(Buffer.from(sent.toString('utf8')))) return 'was taken for UTF-8';
  if (is.equals(Buffer.from(sent.toString('latin1')))) return 'was encoded as UTF-8';
  if (is.toString('latin1') === sent.toString('base64')) return 'is in Base64';
  const isCut = is.length < sent.length && sent.includes(is);
  return isCut ? 'lacks bytes' : undefined;
}
