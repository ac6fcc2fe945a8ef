/** Messages beyond these are left out. */
const MAX_MESSAGES = 5;

/** Several messages in one. */
export function joinMessages(all: readonly string[]): string {
  // Of a wrong type, every branch of an allOf complains in the same words.
  const messages = [...new Set(all)];
  const more = messages.length - MAX_MESSAGES;
  return messages.slice(0, MAX_MESSAGES).join('; ') + (more > 0 ? `; and ${more} more` : '');
}
