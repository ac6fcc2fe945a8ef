/** Words that bash takes as they are. */
const PLAIN = /^[\w@%+=:,./-]+$/;
/** Text that stands safely between single quotes: printable, and nothing that hides or reorders. */
const PRINTABLE = /^[^'\p{C}\p{Zl}\p{Zp}\p{M}!]*$/u;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Bytes as one word of bash: plain, in single quotes, or as `$'…'` with escapes. NUL can't stand in
 * a word.
 */
export function quoteForBash(bytes: Uint8Array | string): string {
  const text = typeof bytes === 'string' ? bytes : decode(bytes);
  if (text !== undefined && PLAIN.test(text)) return text;
  if (text !== undefined && PRINTABLE.test(text)) return `'${text}'`;
  return `$'${text === undefined ? escapeBytes(bytes as Uint8Array) : escapeText(text)}'`;
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function escapeText(text: string): string {
  let escaped = '';
  for (const character of text) {
    const isSafe = PRINTABLE.test(character) && character !== '\\';
    escaped += isSafe ? character : escapeBytes(Buffer.from(character, 'utf8'));
  }
  return escaped;
}

const NAMED: Readonly<Record<number, string>> = {
  0x09: String.raw`\t`,
  0x0a: String.raw`\n`,
  0x0d: String.raw`\r`,
  0x27: String.raw`\'`,
  0x5c: String.raw`\\`,
};

/** Always two hexadecimal digits: bash takes no more, whatever follows. */
function escapeBytes(bytes: Uint8Array): string {
  let escaped = '';
  for (const byte of bytes) {
    const isPlain = byte >= 0x20 && byte < 0x7f && byte !== 0x21;
    const hex = byte.toString(16).padStart(2, '0');
    escaped += NAMED[byte] ?? (isPlain ? String.fromCodePoint(byte) : `\\x${hex}`);
  }
  return escaped;
}
