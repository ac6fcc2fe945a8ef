import { parseMediaType } from '../model/media-type.ts';
import { decodePercent, pairOf } from '../openapi/percent.ts';
import { utf8Text } from './body-text.ts';
import { bytesOf, latin1 } from './latin1.ts';
import { type Part, readMultipart, writeMultipart } from './multipart.ts';

/** A form as options of curl, in pairs: `--data-urlencode` with `name=value`, or `-F`. */
export interface CurlForm {
  readonly options: readonly (readonly [option: string, value: string])[];
  /** What curl reads for `@-`: the bytes of a file. */
  readonly input?: Uint8Array | undefined;
  /** Whether curl makes the Content-Type, whose boundary is its own. */
  readonly isMultipart: boolean;
}

/**
 * A form in the options that people write; `undefined` for what is none, and for one that is broken
 * or written in an unusual way, which curl would mend.
 */
export function curlForm(body: Uint8Array, contentType: string | undefined): CurlForm | undefined {
  const { essence } = parseMediaType(contentType ?? '') ?? {};
  if (essence === 'application/x-www-form-urlencoded') return pairOptions(utf8Text(body) ?? '%');
  return essence === 'multipart/form-data' ? partOptions(body, contentType) : undefined;
}

function pairOptions(text: string): CurlForm | undefined {
  const options = text.split('&').flatMap((pair) => {
    const [name, value] = pairOf(pair);
    const decoded = decodePercent(value);
    // curl would take what stands behind an @ for a file, and a word has no NUL.
    const isUsual = decoded !== undefined && `${name}=${encodeURIComponent(decoded)}` === pair;
    const isSafe = isUsual && /^[^@=]+$/.test(name) && !decoded.includes('\0');
    return isSafe ? [['--data-urlencode', `${name}=${decoded}`] as const] : [];
  });
  return options.length === text.split('&').length ? { options, isMultipart: false } : undefined;
}

function partOptions(body: Uint8Array, contentType: string | undefined): CurlForm | undefined {
  const parts = partsOf(body, contentType);
  if (parts === undefined) return undefined;
  let input: Uint8Array | undefined;
  const options: (readonly [string, string])[] = [];
  for (const part of parts) {
    const text = utf8Text(bytesOf(part.content));
    const isWord = text !== undefined && !text.includes('\0');
    if (/[=;"\\]/.test(part.name) || (!isWord && input !== undefined)) return undefined;
    if (!isWord) input = bytesOf(part.content);
    options.push(partOption(part, isWord ? text : undefined));
  }
  return { options, input, isMultipart: true };
}

function partsOf(body: Uint8Array, contentType: string | undefined): Part[] | undefined {
  try {
    const parts = readMultipart(body, contentType);
    const isUsual = plain(writeMultipart(parts).body) === plain(body);
    return isUsual ? parts : undefined;
  } catch {
    return undefined;
  }
}

/** Names of headers have no case. */
function plain(body: Uint8Array): string {
  return latin1(body).toLowerCase();
}

function partOption(
  { name, filename, headers }: Part,
  text: string | undefined,
): readonly [string, string] {
  if (text !== undefined && filename === undefined && headers.size === 0) {
    return ['--form-string', `${name}=${text}`];
  }
  const details = [
    ...(filename === undefined ? [] : [`filename=${quoted(filename)}`]),
    ...Array.from(headers, ([key, value]) => {
      return key === 'content-type' ? `type=${value}` : `headers=${quoted(`${key}: ${value}`)}`;
    }),
  ];
  return ['-F', [`${name}=${text === undefined ? '@-' : quoted(text)}`, ...details].join(';')];
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
