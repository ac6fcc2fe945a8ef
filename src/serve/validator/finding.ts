/** One thing that Prism says of a request or a response, in the form that its users know. */
export interface PrismFinding {
  /** `request` or `response`, then the place: `['request', 'body', 'id']`. */
  readonly location: readonly string[];
  /** `Error` is a violation; the others break nothing. */
  readonly severity: 'Error' | 'Warning' | 'Information' | 'Hint';
  /** A keyword such as `required`, or an HTTP status such as 401. */
  readonly code?: string | number | undefined;
  readonly message: string;
}

/** What the request and the response of one exchange got. */
export interface PrismFindings {
  readonly request: readonly PrismFinding[];
  readonly response: readonly PrismFinding[];
}

/** Whether the contract is broken. */
export function isViolation(finding: PrismFinding): boolean {
  return finding.severity === 'Error';
}

/** The response header that carries the findings. */
export const FINDINGS_HEADER = 'sl-violations';

/** Prism cuts the header here: many clients refuse a header section above 8 KiB. */
const MAX_LENGTH = 8 * 1024 - 100;

/** The header's value, as Prism writes it; `undefined` where there is nothing to say. */
export function findingsHeader(findings: readonly PrismFinding[]): string | undefined {
  if (findings.length === 0) return undefined;
  const list = findings.map(({ location, severity, code, message }) => ({
    location,
    severity,
    code,
    message,
  }));
  // A header holds Latin-1 only; what JSON escapes reads the same after JSON.parse.
  const value = JSON.stringify(list).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return value.length > MAX_LENGTH ? `Too many violations! ${value.slice(0, MAX_LENGTH)}` : value;
}
