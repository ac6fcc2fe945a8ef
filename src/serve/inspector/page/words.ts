// Made once: each takes as long as a thousand that it writes.
const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hour12: false,
});

/** `12:31:05`. */
export function clock(time: string): string {
  return CLOCK.format(new Date(time));
}

/** `1 request`, `2 requests`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** `412 B`, `1.4 kB`. */
export function bytes(size: number): string {
  if (size < 0) return 'size unknown';
  if (size < 1000) return `${size} B`;
  return size < 1_000_000
    ? `${(size / 1000).toFixed(1)} kB`
    : `${(size / 1_000_000).toFixed(1)} MB`;
}
