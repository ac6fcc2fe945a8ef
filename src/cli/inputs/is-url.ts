/** Whether a word of the command line is an address. */
export function isUrl(word: string): boolean {
  return /^https?:\/\//i.test(word);
}
