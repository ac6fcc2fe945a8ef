/** What options are and can be, without the engine: for help that is shown before anything is loaded. */
import { DEFAULT_MAX_RESOURCES } from '../mock/resource-store.ts';
import { DEFAULT_MARKER } from '../model/requests/fresh-values.ts';
import { type LintFormat, type Severity, lintFormats, severities } from '../openapi/linter.ts';
import { type ReporterName, reporterNames } from '../report/reporter.ts';
import {
  DEFAULT_BODY_LIMIT,
  DEFAULT_DRAIN,
  DEFAULT_MAX_BYTES,
  DEFAULT_PROXY_BODY_LIMIT,
  DEFAULT_PROXY_REQUEST_TIMEOUT,
  DEFAULT_PROXY_TIMEOUT,
  DEFAULT_REQUEST_TIMEOUT,
  DEFAULT_STORE_WAIT,
  JUDGEMENT_MS,
} from '../serve/limits.ts';
import { DEFAULT_DEADLINE } from '../serve/validator.ts';
import { HASTY_CLEAN_UP_MS } from '../verify/run/run-options.ts';
import { judgeReports, judgeTexts } from '../verify/second-judge.ts';

/** The type of {@link defaults}. Sizes are in bytes, times in milliseconds. */
export interface Defaults {
  /** Of `createMock` and `mock.listen`. */
  readonly mock: Readonly<
    Record<
      'maxResources' | 'maxBytes' | 'bodyLimit' | 'requestTimeout' | 'prismDeadline' | 'wait',
      number
    >
  >;
  /** Of `createProxy`. */
  readonly proxy: Readonly<
    Record<'bodyLimit' | 'requestTimeout' | 'timeout' | 'deadline' | 'judgementAfterEnd', number>
  >;
  /** How long requests under way have when `mock` or `proxy` is told to end. */
  readonly drain: number;
  /** Of `verify`. */
  readonly verify: Readonly<{
    marker: string;
    /** How long an interrupted run cleans up. */
    cleanUpAfterInterruption: number;
  }>;
}

/** The default of each option. */
export const defaults: Defaults = {
  mock: {
    maxResources: DEFAULT_MAX_RESOURCES,
    maxBytes: DEFAULT_MAX_BYTES,
    bodyLimit: DEFAULT_BODY_LIMIT,
    requestTimeout: DEFAULT_REQUEST_TIMEOUT,
    prismDeadline: DEFAULT_DEADLINE,
    wait: DEFAULT_STORE_WAIT,
  },
  proxy: {
    bodyLimit: DEFAULT_PROXY_BODY_LIMIT,
    requestTimeout: DEFAULT_PROXY_REQUEST_TIMEOUT,
    timeout: DEFAULT_PROXY_TIMEOUT,
    deadline: DEFAULT_DEADLINE,
    judgementAfterEnd: JUDGEMENT_MS,
  },
  drain: DEFAULT_DRAIN,
  verify: { marker: DEFAULT_MARKER, cleanUpAfterInterruption: HASTY_CLEAN_UP_MS },
};

/** The type of {@link choices}. */
export interface Choices {
  /** Of `loadReporters`. */
  readonly reporters: readonly ReporterName[];
  /** Of reports that `writeLintReports` writes. */
  readonly lintFormats: readonly LintFormat[];
  /** Of lint findings, the worst first. */
  readonly severities: readonly Severity[];
  /** Of Dredd's reporters that write a file, with the name of it where none is given. */
  readonly dreddReports: Readonly<Record<string, string>>;
  /** Of Dredd's reporters that take the place of its usual text; only one of them can be used. */
  readonly dreddTexts: readonly string[];
}

/** The names that options with a fixed choice take. */
export const choices: Choices = {
  reporters: reporterNames,
  lintFormats,
  severities,
  dreddReports: judgeReports,
  dreddTexts: judgeTexts,
};
