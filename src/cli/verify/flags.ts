import type { DocumentFlags } from '../inputs/read-document.ts';
import type { VerifyOptions } from '../../index.ts';

/** Flags that are options of the engine, under the same names. */
export const PASSED_ON = [
  'allowChanges',
  'bail',
  'cleanUp',
  'concurrency',
  'credentialsEverywhere',
  'examples',
  'idRange',
  'insecure',
  'large',
  'marker',
  'maxCases',
  'maxChanges',
  'maxCreates',
  'maxTime',
  'minCoverage',
  'only',
  'rate',
  'seed',
  'shard',
  'skip',
  'strict',
] as const;

/** The flags of `verify` as commander reads them. */
export interface VerifyFlags
  extends Pick<VerifyOptions, (typeof PASSED_ON)[number]>, DocumentFlags {
  readonly token?: string;
  readonly credential?: readonly string[];
  readonly otherCredential?: readonly string[];
  readonly login?: string;
  /** `name=value` each. */
  readonly loginValue?: readonly string[];
  readonly loginRenew?: number;
  readonly cases?: readonly string[];
  readonly profile?: string;
  readonly learn?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly rerun?: string;
  /** `name=value` each. */
  readonly value?: readonly string[];
  readonly timeout: number;
  readonly wait?: number;
  readonly dryRun?: boolean;
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly reporter?: readonly string[];
  readonly har?: string;
}

/** Flags that decide which cases there are and how they are judged. */
export const SETTINGS = [
  'spec',
  'allowRefs',
  'cases',
  'maxCases',
  'examples',
  'strict',
  'profile',
  'value',
  'allowChanges',
] as const;

/** What a report keeps of the flags, so that a rerun means the same; headers by name only. */
export function settingsOf(flags: VerifyFlags): Record<string, unknown> | undefined {
  const settings: Record<string, unknown> = {};
  for (const name of SETTINGS) if (flags[name] !== undefined) settings[name] = flags[name];
  if (flags.header !== undefined) settings['headers'] = headerNames(flags);
  return Object.keys(settings).length === 0 ? undefined : settings;
}

/** The names in `--header`. */
export function headerNames({ header = [] }: VerifyFlags): string[] {
  return header.map((text) => text.slice(0, text.indexOf(':')).trim());
}
