/** Ids of servers that keep their contract and are blamed all the same. None comes here anew. */
export const knownFalseAlarms: ReadonlySet<string> = new Set<string>();
