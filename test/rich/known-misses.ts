/** Ids of faults that are not found, or under another operation. None comes here that was found before. */
export const knownMisses: ReadonlySet<string> = new Set<string>([
  'location-of-attachments-is-the-ticket',
  'location-of-trips-is-an-inner-address',
  'location-of-trips-is-the-list',
  'one-comment-is-no-list',
  'one-key-for-all',
  'repeated-keys-create-again',
]);
