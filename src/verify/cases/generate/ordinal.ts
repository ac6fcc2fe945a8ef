const ORDINALS = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** The word for what has so many before it: `second` for 1. */
export function ordinal(index: number): string {
  return ORDINALS[index - 1] ?? String(index + 1);
}
