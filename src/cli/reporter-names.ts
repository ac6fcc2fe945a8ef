/** The values of `--reporter`. They stand here too, as only a command that reports loads them. */
export const reporterNames: readonly string[] = [
  'pretty',
  'json',
  'junit',
  'sarif',
  'html',
  'markdown',
  'github',
  'har',
];

/** The help of `--reporter`. */
export const reporterHelp: string = `${reporterNames.slice(0, -1).join(', ')} or ${reporterNames.at(-1)}, to a file or stdout; repeatable`;
