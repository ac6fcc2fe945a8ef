import type { ValidatorFinding } from '../validator.ts';
import { type HarEntry, harEntry } from '../../http/har.ts';
import type { ExchangeRecord } from '../exchange-record.ts';
import { count } from '../../openapi/count.ts';

/** What a proxy has seen, as `--report` writes it. */
export interface ProxyReport {
  /** `fail` exactly if there was a violation, or an exchange without an answer (R6). */
  readonly verdict: 'pass' | 'fail';
  /** base_url. */
  readonly target: string;
  /** The document's file as the user named it. */
  readonly document: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly counts: {
    readonly exchanges: number;
    readonly violations: number;
    readonly warnings: number;
    readonly notes: number;
    /** Exchanges with a body that was passed on without validation. */
    readonly unvalidated: number;
    /** Exchanges without an answer from the upstream. */
    readonly failures: number;
  };
  /** Equal findings once each, in the order in which they were first seen. */
  readonly findings: readonly ReportedFinding[];
}

/** A finding with how often it was seen. */
export interface ReportedFinding {
  readonly severity: 'violation' | 'warning' | 'note';
  /** `METHOD /path` of the document, or of the request where the document has no such route. */
  readonly operation: string;
  /** `request.body.id` */
  readonly location: string;
  readonly code?: string | number | undefined;
  readonly message: string;
  readonly count: number;
  /** The first exchange that had it. */
  readonly first: { readonly at: string; readonly target: string; readonly status: number };
}

/** A run of days must not fill the memory: further kinds of findings are only counted. */
export const MAX_KINDS = 1000;

const SEVERITIES = {
  Error: 'violation',
  Warning: 'warning',
  Information: 'note',
  Hint: 'note',
} as const;

/** Sums up exchanges. */
export class ReportBuilder {
  readonly #about: { readonly target: string; readonly document: string };
  readonly #startedAt = new Date();
  readonly #findings = new Map<string, ReportedFinding>();
  readonly #counts = {
    exchanges: 0,
    violations: 0,
    warnings: 0,
    notes: 0,
    unvalidated: 0,
    failures: 0,
  };

  constructor(about: { readonly target: string; readonly document: string }) {
    this.#about = about;
  }

  add(record: ExchangeRecord): void {
    this.#counts.exchanges += 1;
    if (record.note !== undefined) this.#counts.unvalidated += 1;
    if (record.failedBy === 'upstream') this.#counts.failures += 1;
    for (const finding of [...record.findings.request, ...record.findings.response]) {
      this.#counts[`${SEVERITIES[finding.severity]}s`] += 1;
      this.#addFinding(finding, record);
    }
  }

  #addFinding(finding: ValidatorFinding, record: ExchangeRecord): void {
    const { method, target } = record.request;
    const operation = record.operation ?? `${method} ${target.split('?')[0]}`;
    const location = finding.location.join('.');
    const key = JSON.stringify([operation, location, finding.code, finding.message]);
    const known = this.#findings.get(key);
    if (known === undefined && this.#findings.size >= MAX_KINDS) return;
    this.#findings.set(key, {
      severity: SEVERITIES[finding.severity],
      operation,
      location,
      code: finding.code,
      message: finding.message,
      first: { at: record.startedAt.toISOString(), target, status: record.response.status },
      ...known,
      count: (known?.count ?? 0) + 1,
    });
  }

  /** The report so far. */
  report(): ProxyReport {
    const { violations, failures } = this.#counts;
    return {
      verdict: violations + failures > 0 ? 'fail' : 'pass',
      ...this.#about,
      startedAt: this.#startedAt.toISOString(),
      durationMs: Date.now() - this.#startedAt.getTime(),
      counts: { ...this.#counts },
      findings: [...this.#findings.values()],
    };
  }
}

/** The report for a person: a line for each finding, then the verdict with its counts. */
export function formatProxyReport(report: ProxyReport): string {
  const { counts, findings, verdict } = report;
  const lines = findings.map(({ severity, operation, location, message, count }) => {
    const times = count > 1 ? ` (${count} times)` : '';
    return `  ${severity.padEnd(9)}  ${operation}  ${location}: ${message}${times}`;
  });
  const parts = [
    count(counts.exchanges, 'exchange'),
    count(counts.violations, 'violation'),
    count(counts.warnings, 'warning'),
  ];
  if (counts.unvalidated > 0) parts.push(`${counts.unvalidated} not validated`);
  if (counts.failures > 0) parts.push(`${counts.failures} without an answer`);
  return [...lines, `${verdict}: ${parts.join(', ')}`].join('\n');
}

/** A longer body is cut in a recording. */
export const MAX_RECORDED: number = 1024 * 1024;

/** An exchange for a recording, with what else the proxy knows of it. */
export function proxiedEntry(record: ExchangeRecord): HarEntry {
  const { findings, failure, failedBy, note } = record;
  return {
    ...harEntry(record, MAX_RECORDED),
    _findings: [...findings.request, ...findings.response],
    _error: failure,
    _failedBy: failedBy,
    comment: note,
  };
}
