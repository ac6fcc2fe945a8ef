/** Files as they are sent: how they differ, and what became of them. */
import { getProperty, isJsonObject, objectOf } from '../../openapi/json/json-value.ts';
import { bytesOf, latin1 } from '../../http/latin1.ts';
import { type Upload, filesIn } from '../../model/uploads.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { SceneRequest } from './scene-parts.ts';

/** A file with more at its end: readers of most media types stop before it. */
export function withTail(upload: Upload): NonNullable<SceneRequest['change']> {
  return withFile(upload, (file, types, isForm) => {
    const tail = isForm ? latin1(new TextEncoder().encode(TEXT_TAIL)) : TEXT_TAIL;
    return file + tailFor(types, tail);
  });
}

/** Another picture, in place of a PNG. */
export function withPicture(upload: Upload): NonNullable<SceneRequest['change']> {
  return withFile(upload, (file) => (file.startsWith('\u0089PNG') ? atob(OTHER_PNG) : file));
}

const OTHER_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAFElEQVR42mMQiVrw/5kG138GDAYAosMMbdkvs6gAAAAASUVORK5CYII=';

/** Changes the file that is sent: in forms, files have a character for each byte. */
function withFile(
  { upload }: Upload,
  make: (file: string, types: readonly string[], isForm: boolean) => string,
): NonNullable<SceneRequest['change']> {
  return ({ value, ...parts }) => {
    const [type] = upload.requestBody?.content ?? [];
    if (isText(value)) return { ...parts, value: make(value, type ? [type.name] : [], false) };
    const [field] = filesIn(upload);
    const form = objectOf(value);
    const file = field && getProperty(form, field.parameter.name);
    if (field === undefined || !isText(file)) return { ...parts, value };
    const changed = make(file, field.contentTypes, true);
    return { ...parts, value: { ...form, [field.parameter.name]: changed } };
  };
}

const MORE = `\nmore: ${'0123456789'.repeat(500)}`;

const TEXT_TAIL = `${MORE} é 漢 🌿`;

/** What is no text for certain. */
const BYTES =
  /^(?:(?:\*|image|audio|video|font)\/(?!svg)|application\/(?:\*|octet-stream|pdf|zip|gzip))/;

/** Of what may be anything, bytes that are no text; of a text, characters beyond ASCII. */
function tailFor(types: readonly string[], text: string): string {
  if (types.every((type) => BYTES.test(type))) return `${MORE} \0\u00ff\u00fe\u0080 \u00c3\u00a9.`;
  return types.some((type) => type.startsWith('text/')) ? text : MORE;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The bytes that a request has sent as a file; `undefined` where it had none. */
export function bytesIn({ case: { operation, request } }: JudgedExchange): Buffer | undefined {
  const { body, value } = request;
  const [field] = filesIn(operation);
  const isForm = field !== undefined && isJsonObject(value);
  const file = isForm ? getProperty(value, field.parameter.name) : value;
  if (!isForm && body !== undefined) return Buffer.from(body);
  return isText(file) ? Buffer.from(bytesOf(file)) : undefined;
}

/** What can't be the same in another form, as an image that is written anew; `undefined` where it may. */
export function whatBecame(
  sent: Buffer,
  is: Buffer,
  before: Buffer | undefined,
): string | undefined {
  if (is.equals(sent)) return undefined;
  if (before?.equals(is) === true) return 'is what was there before';
  if (is.equals(Buffer.from(sent.toString('utf8')))) return 'was taken for UTF-8';
  if (is.equals(Buffer.from(sent.toString('latin1')))) return 'was encoded as UTF-8';
  if (is.toString('latin1') === sent.toString('base64')) return 'is in Base64';
  const isBehind = before !== undefined && before.length > 0 && is.length > sent.length;
  if (isBehind && is.equals(Buffer.concat([before, sent]))) return 'has it behind what was there';
  const isCut = is.length < sent.length && sent.includes(is);
  return isCut ? 'lacks bytes' : undefined;
}
