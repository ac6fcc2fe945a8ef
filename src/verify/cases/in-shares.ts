/**
 * Takes so much in all from several sources, from each as much as from the others for as long as it
 * has any. What isn't taken is never asked for.
 *
 * @param sizeOf How much an item counts; one that is larger than what is left is passed over.
 */
export function* inShares<Item>(
  sources: readonly Iterator<Item, unknown, undefined>[],
  most: number,
  sizeOf: (item: Item) => number,
): Generator<Item, void, undefined> {
  let left = most;
  let open = sources;
  while (left > 0 && open.length > 0) {
    // Shares of a round are whole, and spread evenly where there is less than one for each.
    const [round, count] = [left, open.length];
    const upTo = (i: number): number => Math.floor((i * round) / count);
    const unfinished: Iterator<Item, unknown, undefined>[] = [];
    for (const [i, source] of open.entries()) {
      let share = upTo(i + 1) - upTo(i);
      let next: IteratorResult<Item, unknown> | undefined;
      while (share > 0 && left > 0 && !(next = source.next()).done) {
        const size = sizeOf(next.value);
        if (size > left) continue;
        share -= size;
        left -= size;
        yield next.value;
      }
      if (next?.done !== true) unfinished.push(source);
    }
    open = unfinished;
  }
}

/** One of each group after the other, the group of this turn first. */
export function takingTurns<Item extends { readonly group: string }>(
  items: readonly Item[],
  turn: number,
): Item[] {
  const groups = [...Map.groupBy(items, ({ group }) => group).values()];
  const first = groups.length === 0 ? 0 : turn % groups.length;
  const inOrder = [...groups.slice(first), ...groups.slice(0, first)];
  const longest = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: longest }, (_, i) =>
    inOrder.flatMap((group) => group[i] ?? []),
  ).flat();
}

/** Whether there is nothing; what is made up on demand is asked for one. */
export function isEmpty(items: Iterable<unknown>): boolean {
  for (const _ of items) return false;
  return true;
}
