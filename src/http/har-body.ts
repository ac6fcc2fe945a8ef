import { utf8Text } from './show-body.ts';

/** A body as HAR holds it: text, or base64 where the bytes aren't UTF-8. */
export interface HarBody {
  readonly text: string;
  readonly encoding?: 'base64';
}

/** A control character or a lone byte order mark survives JSON, so only bytes need base64. */
export function encodeBody(bytes: Uint8Array): HarBody {
  const text = utf8Text(bytes);
  return text === undefined
    ? { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
    : { text };
}

/** The bytes of {@link encodeBody}, or of any tool's HAR. */
export function decodeBody(text: string, encoding: string | undefined): Uint8Array {
  return Uint8Array.from(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'));
}
