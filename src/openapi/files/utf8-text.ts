import { isUtf8 } from 'node:buffer';

/**
 * The text that bytes are, with its byte order mark where there is one.
 *
 * @throws {Error} with {@link utf8Problem}.
 */
export function utf8Text(bytes: Buffer): string {
  const problem = utf8Problem(bytes);
  if (problem !== undefined) throw new Error(problem);
  return bytes.toString('utf8');
}

/** Where bytes are no UTF-8: replaced, they would become another value. */
export function utf8Problem(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return undefined;
  const { byte, line, column } = firstWrong(bytes);
  const hex = byte.toString(16).toUpperCase();
  return `it is not text in UTF-8 (byte 0x${hex} at line ${line}, column ${column})`;
}

const REPLACEMENT = '\u{FFFD}';

function firstWrong(bytes: Buffer): { byte: number; line: number; column: number } {
  const parts = bytes.toString('utf8').split(REPLACEMENT);
  let offset = 0;
  let text = '';
  for (const part of parts) {
    text += part;
    offset += Buffer.byteLength(part);
    // It may well stand there itself.
    const width = Buffer.byteLength(REPLACEMENT);
    if (bytes.subarray(offset, offset + width).toString('latin1') !== '\xEF\xBF\xBD') break;
    text += REPLACEMENT;
    offset += width;
  }
  const lines = text.split('\n');
  return { byte: bytes[offset]!, line: lines.length, column: lines.at(-1)!.length + 1 };
}
