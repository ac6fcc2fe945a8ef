/** Ids of faults that are not found, or under another operation. None comes here that was found before. */
export const knownMisses: ReadonlySet<string> = new Set<string>();
