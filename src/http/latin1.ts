/** So many characters at a time fit on the stack. */
const CHUNK = 8192;

/** Bytes as a text with a character for each, U+0000 to U+00FF. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += CHUNK) {
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(i, i + CHUNK));
  }
  return text;
}

/** The bytes of {@link latin1}. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Whether a text is its own bytes: in UTF-8 as with a character for each. */
export function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}
