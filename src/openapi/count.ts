/** A number with its noun: `1 item`, `2 items`, `3 properties`. */
export function count(size: number, noun: string): string {
  if (size === 1) return `1 ${noun}`;
  return `${size} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ie` : noun}s`;
}
