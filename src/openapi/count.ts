/** A number with its noun: `1 item`, `2 items`, `3 properties`. */
export function count(size: number, noun: string): string {
  if (size === 1) return `1 ${noun}`;
  return `${size} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ie` : noun}s`;
}

/** Up to so many of a list, in words: `a`, `a and b`, `a, b and 9 more`. */
export function listed(items: readonly string[], max: number): string {
  const isCut = items.length > max;
  const last = isCut ? `${items.length - max} more` : items.at(-1);
  const others = items.slice(0, isCut ? max : -1).join(', ');
  return [others, last ?? ''].filter((part) => part !== '').join(' and ');
}

/** `12 ms`, `1.2 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
