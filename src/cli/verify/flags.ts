import type { IntegerRange } from '../../openapi/schema/formats.ts';
import { UserError } from '../user-error.ts';
import type { ReportedRun } from './rerun.ts';

/** The flags of `verify` as commander reads them. */
export interface VerifyFlags {
  readonly token?: string;
  readonly credential?: readonly string[];
  readonly spec?: string;
  readonly cases?: readonly string[];
  readonly maxCases?: number;
  readonly strict?: boolean;
  readonly profile?: string;
  readonly learn?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly large: boolean;
  readonly seed: number;
  readonly rerun?: string;
  readonly timeout: number;
  readonly concurrency: number;
  readonly rate?: number;
  readonly wait?: number;
  readonly bail?: boolean;
  readonly dryRun?: boolean;
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly insecure?: boolean;
  readonly marker?: string;
  readonly idRange?: IntegerRange;
  readonly maxCreates?: number;
  readonly reporter?: readonly string[];
  readonly har?: string;
}

/** Flags that decide which cases there are and how they are judged. */
const KEPT = ['spec', 'cases', 'maxCases', 'strict', 'profile'] as const;

/** What a report keeps of the flags, so that a rerun means the same; headers by name only. */
export function settingsOf(flags: VerifyFlags): Record<string, unknown> | undefined {
  const kept: Record<string, unknown> = {};
  for (const name of KEPT) if (flags[name] !== undefined) kept[name] = flags[name];
  if (flags.header !== undefined) kept['headers'] = headerNames(flags);
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/**
 * The flags of a rerun: what the report's run was made with, where they don't say otherwise.
 *
 * @throws {UserError} where the report's run had a secret that this one lacks: without it, what
 *   failed then could pass now for another reason.
 */
export function flagsForRerun(
  flags: VerifyFlags,
  { seed, withToken, settings }: ReportedRun,
  hasSecret: boolean,
): VerifyFlags {
  const missing = withToken && !hasSecret ? ['a token'] : [];
  const own = new Set(headerNames(flags).map((name) => name.toLowerCase()));
  for (const name of (settings['headers'] ?? []) as readonly string[]) {
    if (!own.has(name.toLowerCase())) missing.push(`the header ${name}`);
  }
  if (missing.length > 0) {
    throw new UserError(
      `Failed to send again what failed in ${flags.rerun}: that run had ${missing.join(' and ')}, ` +
        'and without it nothing shows that a fault is mended. Give it again.',
    );
  }
  const kept = Object.entries(settings).filter(
    ([name]) => KEPT.includes(name as (typeof KEPT)[number]) && !isGiven(flags, name),
  );
  return { ...flags, ...Object.fromEntries(kept), seed, large: true };
}

function isGiven(flags: VerifyFlags, name: string): boolean {
  return flags[name as keyof VerifyFlags] !== undefined;
}

function headerNames({ header = [] }: VerifyFlags): string[] {
  return header.map((text) => text.slice(0, text.indexOf(':')).trim());
}
