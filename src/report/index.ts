/** Reporters: each turns a run's events into one format. */
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { har } from './har.ts';
import { htmlPage } from './html/html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { pretty } from './pretty.ts';
import type { CreateReporter, ReporterName } from './reporter.ts';
import { sarif } from './sarif.ts';

/** By the names that people choose them by. */
export const reporters: Readonly<Record<ReporterName, CreateReporter>> = {
  pretty,
  json,
  junit,
  sarif,
  html: htmlPage,
  markdown,
  github,
  gitlab,
  har,
};
