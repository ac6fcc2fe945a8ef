/** A validator of exchanges, as the servers use one: a second opinion on what passes. An add-on is one. */
import type { HeaderList, WireRequest, WireResponse } from '../http/exchange.ts';
import type { Problem } from '../http/message.ts';
import type { OpenApiDocument } from '../openapi/document.ts';

/** One thing that a validator says of a request or a response, in the form that Prism's users know. */
export interface ValidatorFinding {
  /** `request` or `response`, then the place: `['request', 'body', 'id']`. */
  readonly location: readonly string[];
  /** `Error` is a violation; the others break nothing. */
  readonly severity: 'Error' | 'Warning' | 'Information' | 'Hint';
  /** A keyword such as `required`, or an HTTP status such as 401. */
  readonly code?: string | number | undefined;
  readonly message: string;
}

/** What the request and the response of one exchange got. */
export interface ValidatorFindings {
  readonly request: readonly ValidatorFinding[];
  readonly response: readonly ValidatorFinding[];
}

/** Whether the contract is broken. */
export function isViolation(finding: ValidatorFinding): boolean {
  return finding.severity === 'Error';
}

/** The response header that carries the findings. */
export const FINDINGS_HEADER = 'sl-violations';

/** Prism cuts the header here: many clients refuse a header section above 8 KiB. */
const MAX_LENGTH = 8 * 1024 - 100;

/** The header's value, as Prism writes it; `undefined` where there is nothing to say. */
export function findingsHeader(findings: readonly ValidatorFinding[]): string | undefined {
  if (findings.length === 0) return undefined;
  // A header holds Latin-1 only; what JSON escapes reads the same after JSON.parse.
  const value = JSON.stringify(findings, ['location', 'severity', 'code', 'message']).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return value.length > MAX_LENGTH ? `Too many violations! ${value.slice(0, MAX_LENGTH)}` : value;
}

/** The same response with the findings in its header; as it is where there are none. */
export function withFindings<Response extends { readonly headers: HeaderList }>(
  response: Response,
  { request, response: found }: ValidatorFindings,
): Response {
  const value = findingsHeader([...request, ...found]);
  if (value === undefined) return response;
  const others = response.headers.filter(([name]) => name.toLowerCase() !== FINDINGS_HEADER);
  return { ...response, headers: [...others, [FINDINGS_HEADER, value]] };
}

/**
 * Findings without those that the mock itself has refused a request for: what both have found is told
 * once, in the mock's words.
 *
 * @param problem Why the mock refused the request. Default: it didn't.
 */
export function besides(
  problem: Problem | undefined,
  findings: readonly ValidatorFinding[],
): readonly ValidatorFinding[] {
  return problem === undefined ? findings : findings.filter((finding) => !isSame(problem, finding));
}

function isSame({ kind, message }: Problem, finding: ValidatorFinding): boolean {
  const { location, code } = finding;
  const [side, part] = location;
  if (side !== 'request') return false;
  const codes = CODES.find(([kinds]) => kinds.test(kind))?.[1];
  if (codes !== undefined) return codes.includes(code);
  if (kind !== 'schema' && kind !== 'parameter') return false;
  const [, missing] = /'([^']+)'/.exec(code === 'required' ? finding.message : '') ?? [];
  return part !== undefined && message.includes(missing ?? location.at(-1) ?? part);
}

type Code = ValidatorFinding['code'];

/** The codes of findings that say the same as a kind of problem. */
const CODES: readonly (readonly [kinds: RegExp, codes: readonly Code[]])[] = [
  [/^credential-/, [401]],
  [/^media-type$/, [415]],
  // A route that the document doesn't have is a finding without a code.
  [/^(?:path|method)-unknown$/, [undefined, 404, 405]],
  [/^body-missing$/, ['required']],
  [/^(?:content-coding|text-encoding|(?:json|form)-malformed)$/, ['encoding', 'syntax']],
];

/** What a validator says of one exchange. */
export interface Judgement {
  readonly findings: ValidatorFindings;
  /** `METHOD /path` of the operation, as the document has them; `undefined` for another route. */
  readonly operation?: string | undefined;
  /**
   * Status of an answer that refuses the exchange, as Prism's users know it: 401, 404, 405, 415, 422,
   * or 502 for the response. `undefined` where there is no violation.
   */
  readonly refusal?: number | undefined;
  /** Why the exchange was not judged: `it took more than 5 s`. `undefined` where it was. */
  readonly unjudged?: string | undefined;
}

/** What a validator says where it says nothing. */
export const NOTHING_FOUND: ValidatorFindings = { request: [], response: [] };

/** A validator that works beside the server, so that a server never has to wait for it. */
export interface Validator {
  /** As people call it. */
  readonly name: string;
  /** Settles when the validator has loaded, or never will; never rejects. */
  readonly ready: Promise<void>;
  /** `loading`, then `ready`; `gone` where it doesn't take part, or no more. */
  readonly state: 'loading' | 'ready' | 'gone';
  /** So much waits to be judged that whoever asks for more should wait for it. */
  readonly isFull: boolean;
  /** Whether a judgement that is asked for now can be there within so many milliseconds. */
  isPrompt(milliseconds: number): boolean;
  /**
   * Judges an exchange; while it is loading, once it has loaded. Never rejects.
   *
   * @param response Left out: only the request is judged.
   */
  judge(request: WireRequest, response?: WireResponse): Promise<Judgement>;
  /**
   * Ends the validator.
   *
   * @param patience Milliseconds that what waits for a judgement is given; the rest stays unjudged.
   *   Default: 0.
   */
  close(patience?: number): Promise<void>;
}

/** How a {@link Validator} is made. */
export interface ValidatorOptions {
  /** Both sides of an exchange are held against it. */
  readonly document: OpenApiDocument;
  /** Whether a route that the document doesn't have is a violation. Default: false, a warning. */
  readonly strict?: boolean | undefined;
  /** Milliseconds after which an exchange is given up. Default 5,000. */
  readonly patience?: number | undefined;
  /** Is told why the validator doesn't take part, or starts again. Default: nobody is told. */
  readonly onTrouble?: ((message: string) => void) | undefined;
}

/** Starts to load the validator at once and returns without waiting for it. */
export type CreateValidator = (options: ValidatorOptions) => Validator;

/** Milliseconds that an answer waits for its judgement where nothing else is said. */
export const DEFAULT_DEADLINE = 250;

/** What comes of a promise within so many milliseconds; `undefined` where it comes later. */
export function within<Result>(
  milliseconds: number,
  promise: Promise<Result>,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const end = (): void => clearTimeout(timer);
    promise.then(resolve, reject);
    promise.then(end, end);
  });
}
