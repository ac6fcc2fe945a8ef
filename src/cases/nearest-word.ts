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

/** The sentence that offers it, or the whole list where nothing is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearestWord(word, known);
  if (near !== undefined) return `Did you mean "${near}"?`;
  return known.length === 0 ? 'There is none to choose from.' : `Choose from: ${known.join(', ')}.`;
}

/** Insertions, deletions and replacements that lead from one word to the other. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (const [i, a] of Array.from(left).entries()) {
    const next = [i + 1];
    for (const [j, b] of Array.from(right).entries()) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a === b ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1)!;
}
