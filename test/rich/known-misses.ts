/** Ids of faults that are not found, or under another operation. None comes here that was found before. */
export const knownMisses: ReadonlySet<string> = new Set<string>([
  // What PUT makes at a path is deleted in scenes, by names that are as usual.
  'remove-member-at-nul-in-the-path',
]);
