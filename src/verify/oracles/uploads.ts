import { bytesOf } from '../../http/latin1.ts';
import type { Operation } from '../../model/operation.ts';
import { uploadAt } from '../../model/uploads.ts';
import { type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import { successPointer } from '../checks/standing.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import type { SceneRequest } from './stage.ts';

/** What was uploaded is what is downloaded. */
export const uploads: Oracle = {
  id: 'uploads',
  because:
    'PUT sets the state of its target to what its body represents (RFC 9110, 9.3.4): a later read returns the same bytes, or equivalent ones.',
  *scenes({ document, resources }) {
    for (const kind of resources) {
      for (const { method, path } of kind.below) {
        const { upload, download } = (method === 'PUT' && uploadAt(document, path)) || {};
        if (upload === undefined || download === undefined) continue;
        const operation = upload;
        const play = (stage: Stage): Promise<void> => playOne(stage, kind, upload, download);
        yield { operation, title: 'is read as it was sent', requests: 7, play };
        const playBoth = (stage: Stage): Promise<void> => playTwo(stage, kind, upload, download);
        yield { operation, title: 'leaves other files as they are', requests: 7, play: playBoth };
      }
    }
  },
};

async function playOne(
  stage: Stage,
  kind: ResourceOperations,
  upload: Operation,
  download: Operation,
): Promise<void> {
  const resource = await stage.create(kind);
  // The second takes the place of the first.
  for (const change of [undefined, longer]) {
    const before = await bytesAt(stage, resource, download);
    const given = { ...resource.given, etag: undefined };
    const done = await stage.send(upload, { given, ...(change ? { change } : {}) });
    const sent = acceptanceOf(done) && bytesIn(done);
    if (sent === undefined || sent.length === 0) return;
    const is = await bytesAt(stage, resource, download);
    const how = is && whatBecame(sent, is, before);
    // What is written anew may be so from either.
    if (is?.equals(sent) === true) continue;
    if (is === undefined || how === undefined) return;
    return stage.report(done, {
      severity: 'violation',
      rule: 'R9',
      message: `what is read then ${how}`,
      received: `${is.length} bytes`,
      documented: `the ${sent.length} bytes that were sent`,
      pointer: successPointer(upload),
    });
  }
}

/** What is put below one resource is not what is read below another one then. */
async function playTwo(
  stage: Stage,
  kind: ResourceOperations,
  upload: Operation,
  download: Operation,
): Promise<void> {
  const first = await stage.create(kind);
  const second = await stage.create(kind, { given: stage.besides(first) });
  await stage.succeed(upload, { given: { ...first.given, etag: undefined } });
  const before = await bytesAt(stage, first, download);
  const done = await stage.send(upload, {
    given: { ...second.given, etag: undefined },
    change: longer,
  });
  const beside = acceptanceOf(done) && (await bytesAt(stage, second, download));
  const is = await bytesAt(stage, first, download);
  const isOwn = before === undefined || is === undefined || is.equals(before);
  if (isOwn || beside?.equals(is) !== true) return;
  stage.report(done, {
    severity: 'violation',
    rule: 'R9',
    message: 'the file of another resource is this one then',
    received: `the ${is.length} bytes that were sent for this one`,
    documented: `the ${before.length} bytes that were read there before`,
    pointer: successPointer(upload),
  });
}

/** Readers of most media types stop before what is more. */
const longer: NonNullable<SceneRequest['change']> = ({ value, ...parts }) => {
  return { ...parts, value: isText(value) ? `${value}\nmore` : value };
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The bytes that a request has sent; `undefined` where it had none. */
function bytesIn({ case: { request } }: JudgedExchange): Buffer | undefined {
  const { body, value } = request;
  if (body !== undefined) return Buffer.from(body);
  return isText(value) ? Buffer.from(bytesOf(value)) : undefined;
}

/** What is downloaded now; `undefined` where nothing is there. */
export async function bytesAt(
  stage: Stage,
  { given }: Resource,
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
