/** Nothing that a shell sees a meaning in. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** Characters that would hide, reorder or end something where the text is pasted. */
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/u;

/** A text as one word of bash. NUL can't stand in a word. */
export function quote(text: string): string {
  if (PLAIN.test(text)) return text;
  if (!UNPRINTABLE.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = Array.from(text, (character) => {
    if (character === "'" || character === '\\') return `\\${character}`;
    return UNPRINTABLE.test(character) ? escapeBytes(character) : character;
  });
  return `$'${escaped.join('')}'`;
}

function escapeBytes(character: string): string {
  return Array.from(
    new TextEncoder().encode(character),
    (byte) => `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('');
}
