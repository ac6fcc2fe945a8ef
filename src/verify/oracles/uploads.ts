import { isJsonNumber } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { headerValue, isAnswered, statusOf } from '../../http/exchange.ts';
import { findMediaType, parseMediaType } from '../../model/media-type.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, operationAt, successResponse } from '../../model/operation.ts';
import { endsInParameter, plainName } from '../../model/resources/names.ts';
import { isPut } from '../../model/resources/put-families.ts';
import { sampleFile } from '../../model/sample-file.ts';
import { type Upload, isByteCount, uploadAt, uploadCreating } from '../../model/uploads.ts';
import { type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import { saidWith } from '../../model/words.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import { filesNamedIn, uploadsBelow } from './resource-operations.ts';
import { bytesIn, whatBecame, withPicture, withTail } from './sent-files.ts';
import type { SceneRequest } from './scene-parts.ts';

/** What was uploaded is what is downloaded. */
export const uploads: Oracle = {
  id: 'uploads',
  because:
    'PUT sets the state of its target to what its body represents (RFC 9110, 9.3.4): a later read returns the same bytes, or equivalent ones. What POST creates from a file is no other file.',
  *scenes({ document, resources }) {
    for (const kind of [...resources, ...filesNamedIn(document, resources)]) {
      for (const upload of [...uploadsBelow(document, kind), ...uploadOf(document, kind)]) {
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
        const take = (stage: Stage): Promise<void> => playRemoval(stage, kind, upload);
        yield { operation: remove, title: 'takes the file away', requests: 5, play: take };
      }
    }
  },
};

/** The file that makes a resource. */
function uploadOf(
  document: OpenApiDocument,
  { create, family: { item } }: ResourceOperations,
): Upload[] {
  if (item === undefined) return [];
  const isNamed = create.method === 'PUT';
  const upload = isNamed ? uploadAt(document, item) : uploadCreating(document, create, item);
  return upload === undefined ? [] : [upload];
}

async function playOne(stage: Stage, kind: ResourceOperations, upload: Upload): Promise<void> {
  const { download } = upload;
  const isAnother = !isCreation(kind, upload);
  let resource = isAnother ? await stage.create(kind) : undefined;
  let before = resource && (await bytesAt(stage, resource, download));
  let isAnew = false;
  const [tail, picture] = [withTail(upload), withPicture(upload)];
  // The second takes the place of the first, where both are put at one path.
  for (const change of [undefined, tail, picture]) {
    // What is written anew is so from either: another picture shows whether it was stored at all.
    if (change === (isAnew ? tail : picture)) continue;
    const { done, at } = await store(stage, kind, upload, { resource, change });
    const sent = acceptanceOf(done) && bytesIn(done);
    if (at === undefined || sent === undefined || sent.length === 0) return;
    const is = await storedAt(stage, at, done, upload);
    if (is === undefined) return;
    const how = whatBecame(sent, is, before);
    if (how !== undefined) {
      return stage.report(done, {
        message: `what is read then ${how}`,
        received: `${is.length} bytes`,
        documented: `the ${sent.length} bytes that were sent`,
      });
    }
    if (is.equals(sent) && at !== resource) reportSize(stage, at, sent);
    if (is.equals(sent) && at === resource) await reportOldSize(stage, done, at, [before, sent]);
    isAnew ||= !is.equals(sent);
    if (isPut(kind)) resource = at;
    if (resource !== undefined) before = is;
  }
}

/** Words of an answer that say that a file is not there yet. */
const UNDER_WAY =
  /pend|process|queue|scan|review|wait|progress|moderat|transcod|approv|publish|convert/i;

/** What leads to the very bytes that make a resource; a preview or a report may not be made yet. */
const ITSELF =
  /^(?:contents?|files?|downloads?|raw|data|originals?|binary|blob|bytes|body|media|images?|pictures?|photos?|audio|video)$/;

/** What is read of what was stored: a success says that it was (RFC 9110, 15.3), unless it is said to be under way. */
async function storedAt(
  stage: Stage,
  at: Resource,
  done: JudgedExchange,
  { upload, download }: Upload,
): Promise<Buffer | undefined> {
  const look = (): Promise<JudgedExchange> => downloaded(stage, at, download);
  const isThere = (read: JudgedExchange): boolean => acceptanceOf(read) !== undefined;
  const read = await stage.patience.look(download, look, isThere);
  if (isThere(read)) return bytesFrom(read);
  const answer = acceptanceOf(done)!;
  const said = [answer.body.toString(), saidWith(stage.document, download, '404')].join(' ');
  const isItself =
    download.path === upload.path ||
    endsInParameter(download.path) ||
    ITSELF.test(plainName(download.path.split('/').at(-1)!));
  if (!isAnswered(read, 404, 410) || !isItself || answer.status === 202 || UNDER_WAY.test(said))
    return undefined;
  stage.report(done, {
    message: 'nothing is read then, though it was taken',
    received: `${statusOf(read)} for ${download.method} ${download.path}`,
    documented: 'the file that was sent, or 202 as long as it is not there (RFC 9110, 15.3)',
  });
  return undefined;
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
    message: 'the file that is read is said to be of another media type than it was sent in',
    received: `Content-Type: ${type}`,
    documented: `${mediaType}: the same bytes were sent so (RFC 9110, 8.3)`,
  });
}

/** What is sent for one resource is not what is read of another one then. */
async function playTwo(stage: Stage, kind: ResourceOperations, upload: Upload): Promise<void> {
  const { download } = upload;
  const first = await madeWithFile(stage, kind, upload);
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
    message: 'the file of another resource is this one then',
    received: `the ${is.length} bytes that were sent for this one`,
    documented: `the ${before.length} bytes that were read there before`,
  });
}

/** What was downloaded a moment ago is gone when it is deleted. */
async function playRemoval(stage: Stage, kind: ResourceOperations, upload: Upload): Promise<void> {
  const { operation: remove } = stage;
  const { download } = upload;
  const { given } = await madeWithFile(stage, kind, upload);
  const before = await bytesAt(stage, { given }, download);
  const done = await stage.finish(remove, { given });
  // It may still be under way.
  if (before === undefined) return;
  const is = await bytesAt(stage, { given }, download);
  if (is?.equals(before) !== true) return;
  stage.report(done, {
    message: 'what was deleted is read as it was before',
    received: `the ${is.length} bytes that were there`,
    documented: '404 or 410: they are gone (RFC 9110, 9.3.5)',
  });
}

/** A new resource that has a file. */
async function madeWithFile(
  stage: Stage,
  kind: ResourceOperations,
  upload: Upload,
): Promise<Resource> {
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
  if (resource === undefined && isPut(kind)) {
    const at = await stage.make(kind, { given, change });
    return { done: at?.exchange ?? stage.end(), at };
  }
  if (resource === undefined) {
    const done = await stage.sendCreation(kind, { given, change });
    return { done, at: stage.createdBy(kind, done) };
  }
  const done = await stage.send(upload, { given: { ...resource.given, etag: undefined }, change });
  return { done, at: resource };
}

/** What says how many bytes a file has, or how many of a larger unit, with that number. */
function sizesIn({ view }: Resource): [name: string, size: string][] {
  return Object.entries(view).flatMap(([name, value]) =>
    isByteCount(name) && isJsonNumber(value) ? [[name, textOf(value)]] : [],
  );
}

/** How large a file is, in bytes, or rounded to larger units. */
function reportSize(stage: Stage, made: Resource, { length }: Buffer): void {
  for (const [name, size] of sizesIn(made)) {
    if (Number(size) <= 1 + length / 1000 || size === `${length}`) continue;
    stage.report(made.exchange, {
      message: `${name} is not the number of bytes`,
      received: `${name}: ${size}`,
      documented: `the ${length} bytes that were sent, and are read`,
    });
  }
}

/** What said how large a file was says so still, once another one has taken its place. */
async function reportOldSize(
  stage: Stage,
  done: JudgedExchange,
  at: Resource,
  [before, sent]: readonly [Buffer | undefined, Buffer],
): Promise<void> {
  const oldSizes = (resource: Resource): [name: string, size: string][] =>
    sizesIn(resource).filter(([, size]) => size === `${before?.length}`);
  const isFine = (resource: Resource): boolean => oldSizes(resource).length === 0;
  const { read } = at.kind;
  if (isFine(at) || read === undefined || before?.length === sent.length) return;
  const seen = await stage.patience.look(read, () => stage.read(at), isFine);
  for (const [name, size] of oldSizes(seen)) {
    stage.report(done, {
      severity: 'warning',
      message: `${name} is that of the file before`,
      received: `${name}: ${size}`,
      documented: `the ${sent.length} bytes that were sent, and are read`,
    });
  }
}

/** What is downloaded now; `undefined` where nothing is there. */
export async function bytesAt(
  stage: Stage,
  resource: Pick<Resource, 'given'>,
  download: Operation,
): Promise<Buffer | undefined> {
  return bytesFrom(await downloaded(stage, resource, download));
}

function downloaded(
  stage: Stage,
  { given }: Pick<Resource, 'given'>,
  download: Operation,
): Promise<JudgedExchange> {
  return stage.send(download, { given, validity: notPromised('nothing may be there yet') });
}

function bytesFrom(exchange: JudgedExchange): Buffer | undefined {
  const response = acceptanceOf(exchange);
  return response && Buffer.from(response.body);
}
