import type { BodyFindings, BodyPlace } from './body-findings.ts';
import {
  FINDINGS_HEADER,
  type GatewayOutcome,
  type GatewayResponse,
  type Inner,
  type Refuse,
  type ValidatorFinding,
  type ValidatorFindings,
  findingsHeader,
  isViolation,
} from '../../serve/validator.ts';
import type { WireRequest } from '../../http/exchange.ts';
import type { PrismDiagnostic, PrismResponse } from './load-prism.ts';
import { type PrismMessage, toPrismResponse } from './prism-message.ts';

/** One exchange on its way through Prism. */
export class PrismCall {
  readonly #request: WireRequest;
  readonly #seen: PrismMessage<unknown>;
  readonly #inner: Inner;
  readonly #bodies: BodyFindings;
  readonly #refuse: Refuse | undefined;
  #findings: ValidatorFindings = { request: [], response: [] };
  #operation: string | undefined;
  #answer: Promise<GatewayResponse> | undefined;
  #received: PrismMessage<PrismResponse> | undefined;
  #bodyless = false;
  #isOwn = false;
  #refused: GatewayResponse | undefined;

  constructor(
    request: WireRequest,
    seen: PrismMessage<unknown>,
    inner: Inner,
    bodies: BodyFindings,
    refuse: Refuse | undefined,
  ) {
    this.#request = request;
    this.#seen = seen;
    this.#inner = inner;
    this.#bodies = bodies;
    this.#refuse = refuse;
  }

  /** Prism has seen the request and wants an answer. */
  async forward(
    diagnostics: readonly PrismDiagnostic[],
    operation: string | undefined,
  ): Promise<PrismResponse> {
    this.#operation = operation;
    if (this.#refuse) {
      const violations = this.#read(diagnostics, { side: 'request' }).filter(isViolation);
      if (violations.length > 0) {
        this.#refused = this.#refuse(
          this.#request,
          violations,
          refusalStatus(violations),
          operation,
        );
        return { statusCode: this.#refused.status };
      }
    }
    const answer = await this.#ask();
    this.#bodyless = this.#hasNoBody(answer);
    this.#isOwn = answer.isOwn === true;
    this.#received = await toPrismResponse(answer);
    return this.#received.message;
  }

  /** Prism has seen both sides. */
  finish(validations: {
    readonly input: readonly PrismDiagnostic[];
    readonly output: readonly PrismDiagnostic[];
  }): void {
    const request = this.#read(validations.input, { side: 'request' });
    this.#findings = { request, response: [] };
    if (this.#received === undefined || this.#isOwn) return;
    const status = this.#received.message.statusCode;
    const output = this.#bodyless ? validations.output.filter(isNotOfBody) : validations.output;
    const response = this.#read(output, { side: 'response', status });
    this.#findings = { request, response };
    const violations = response.filter(isViolation);
    if (this.#refuse && violations.length > 0) {
      this.#refused = this.#refuse(this.#request, violations, 502, this.#operation);
    }
  }

  /** Prism has stopped with an error: no such route, or the inner answer failed. */
  stop(error: Error & { readonly status?: number; readonly detail?: string }): void {
    // The inner failure is thrown by `outcome`.
    if (this.#answer !== undefined || this.#refuse === undefined) return;
    const status = error.status ?? 500;
    const message = error.detail ?? error.message;
    const finding: ValidatorFinding = {
      location: ['request'],
      severity: 'Error',
      code: status,
      message,
    };
    this.#findings = { request: [finding], response: [] };
    this.#refused = this.#refuse(this.#request, [finding], status, undefined);
  }

  async outcome(): Promise<GatewayOutcome> {
    const response = this.#refused ?? (await this.#ask());
    const findings = this.#findings;
    const value = findingsHeader([...findings.request, ...findings.response]);
    return {
      response: value === undefined ? response : withHeader(response, FINDINGS_HEADER, value),
      findings,
      operation: this.#operation,
    };
  }

  /** Never more than once, whatever Prism does. */
  #ask(): Promise<GatewayResponse> {
    this.#answer ??= this.#inner();
    return this.#answer;
  }

  #read(diagnostics: readonly PrismDiagnostic[], place: BodyPlace): ValidatorFinding[] {
    const seen = place.side === 'request' ? this.#seen : this.#received!;
    const findings = diagnostics.map((diagnostic) => toFinding(diagnostic, place.side));
    if (this.#operation === undefined) return findings;
    return this.#bodies.correct(findings, seen.body, place, this.#operation, seen.contentType);
  }

  /** A HEAD, a 304 and a body too large to be held have nothing that could be validated. */
  #hasNoBody(response: GatewayResponse): boolean {
    return (
      this.#request.method === 'HEAD' || response.status === 304 || response.body === undefined
    );
  }
}

const SEVERITIES = ['Error', 'Warning', 'Information', 'Hint'] as const;

function toFinding(diagnostic: PrismDiagnostic, side: 'request' | 'response'): ValidatorFinding {
  const { path, severity, code, message } = diagnostic;
  return {
    location: [side, ...(path ?? [])],
    severity: SEVERITIES[severity] ?? 'Error',
    ...(code === undefined ? {} : { code }),
    message,
  };
}

const isNotOfBody = ({ path }: PrismDiagnostic): boolean => path?.[0] !== 'body';

function refusalStatus(violations: readonly ValidatorFinding[]): number {
  const has = (code: number): boolean => violations.some((violation) => violation.code === code);
  if (has(401)) return 401;
  return has(415) ? 415 : 422;
}

function withHeader(response: GatewayResponse, name: string, value: string): GatewayResponse {
  const others = response.headers.filter(([key]) => key.toLowerCase() !== name);
  return { ...response, headers: [...others, [name, value]] };
}
