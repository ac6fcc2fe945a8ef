/**
 * The help of `--reporter`. The names stand here too, as the reporters are loaded only by a
 * command that reports.
 */
export const reporterHelp: string =
  'pretty, json, junit, sarif, html, markdown, github or har, to a file or stdout; repeatable';
