/** What XML 1.0 has no way to write, not even as a reference (2.2, Char), lone surrogates included. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text between tags. Forbidden characters become readable escapes: U+0007 → `\u{7}`. */
export function xmlText(text: string): string {
  return text
    .replaceAll(FORBIDDEN, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** An attribute's value with its quotes; line breaks and tabs survive attribute normalisation. */
export function xmlAttribute(text: string): string {
  const escaped = xmlText(text)
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
  return `"${escaped}"`;
}
