/** The one of `known` that `word` was probably meant to be; `undefined` where none is near. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/**
 * The one of `known` that `word` is a slip of the pen from, stricter than {@link nearestWord}: by one
 * letter, in long words two, or by case and separators alone; `undefined` where it is known itself.
 */
export function misspelling(word: string, known: readonly string[]): string | undefined {
  if (known.includes(word)) return undefined;
  const bare = (text: string): string => text.toLowerCase().replaceAll(/[-_\s]/g, '');
  const same = known.find((candidate) => bare(candidate) === bare(word));
  if (same !== undefined || word.length < 4) return same;
  const near = nearestWord(word, known);
  const most = word.length < 8 ? 1 : 2;
  return near && editDistance(word.toLowerCase(), near.toLowerCase()) <= most ? near : undefined;
}

/** The sentence that offers it, or the whole list where nothing is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  if (near !== undefined) return `Did you mean "${near}"?`;
  return known.length === 0 ? 'There is none to choose from.' : `Choose from: ${known.join(', ')}.`;
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one to the other. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 0; i < left.length; i += 1) {
    const row = [i + 1];
    for (let j = 0; j < right.length; j += 1) {
      const replaced = last[j]! + (left[i] === right[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && left[i] === right[j - 1] && left[i - 1] === right[j];
      const swapped = isSwap ? beforeLast[j - 1]! + 1 : replaced;
      row.push(Math.min(row[j]! + 1, last[j + 1]! + 1, replaced, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last.at(-1)!;
}
