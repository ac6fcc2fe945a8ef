/**
 * Whether two words differ, but for case, in one place alone: by a letter, or two that are swapped,
 * in long words by any two. Short words never do.
 *
 * Not the kit's own `nearestWord`, which takes the nearest of many: Spectral loads this file by itself.
 */
export function isNear(left, right) {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwap = inA.length === 2 && inB === inA[1] + inA[0];
  const allowed = shorter < 4 ? 0 : isSwap || shorter > 5 ? 2 : 1;
  return Math.max(inA.length, inB.length) <= allowed;
}
