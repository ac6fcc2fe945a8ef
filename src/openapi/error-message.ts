/** What was thrown, in words: the message of an error, whatever else as a text. */
export function errorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
