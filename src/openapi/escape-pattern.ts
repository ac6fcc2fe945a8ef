/** A text as a regular expression that matches just it. `RegExp.escape` came with Node 24. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
