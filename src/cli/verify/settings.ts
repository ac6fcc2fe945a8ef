import { UserError } from '../user-error.ts';
import type { VerifyFlags } from './flags.ts';
import type { ReportedRun } from './read-report.ts';

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
