/** Judging exchanges with Prism; only the worker thread loads this. */
import type { WireRequest, WireResponse } from '../../http/exchange.ts';
import { documentFromValue } from '../../openapi/document.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import {
  type Judgement,
  NOTHING_FOUND,
  type ValidatorFinding,
  type ValidatorFindings,
  isViolation,
} from '../../serve/validator.ts';
import { BodyFindings, type BodyPlace } from './body-findings.ts';
import { type Prism, type PrismDiagnostic, type PrismResponse, loadPrism } from './load-prism.ts';
import { type PrismMessage, toPrismRequest, toPrismResponse } from './prism-message.ts';

/** Prism, with what it gets wrong put right. */
export class PrismJudge {
  readonly #prism: Prism;
  readonly #bodies: BodyFindings;

  private constructor(prism: Prism, bodies: BodyFindings) {
    this.#prism = prism;
    this.#bodies = bodies;
  }

  /** @throws {Error} where Prism isn't installed, or can't read the document. */
  static async load(root: JsonObject, options: { readonly strict: boolean }): Promise<PrismJudge> {
    const document = documentFromValue(root);
    const bodies = new BodyFindings(document);
    return new PrismJudge(await loadPrism(document, { errors: options.strict }), bodies);
  }

  /** Never rejects: what Prism throws is why there is no judgement. */
  async judge(request: WireRequest, response?: WireResponse): Promise<Judgement> {
    const bodies = this.#bodies;
    try {
      const sent = await toPrismRequest(request, (route, type) => bodies.isOnlyType(route, type));
      const received = response && (await toPrismResponse(response));
      let operation: string | undefined;
      const result = await this.#prism.request(sent.message, (key) => {
        operation = key;
        return received?.message ?? NO_RESPONSE;
      });
      if (result._tag === 'Left') return refusal(result.left);
      const read = (
        diagnostics: readonly PrismDiagnostic[],
        { body, contentType }: PrismMessage<unknown>,
        place: BodyPlace,
      ): ValidatorFinding[] => {
        const found = withoutRepetition(diagnostics.map((one) => toFinding(one, place.side)));
        if (operation === undefined) return found;
        return bodies.correct(found, body, place, operation, contentType);
      };
      const { input, output } = result.right.validations;
      const findings = {
        request: read(input, sent, { side: 'request' }),
        response:
          response === undefined || received === undefined
            ? []
            : read(hasBody(request, response) ? output : output.filter(isNotOfBody), received, {
                side: 'response',
                status: response.status,
              }),
      };
      return { findings, operation, refusal: refusalStatus(findings) };
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      return { findings: NOTHING_FOUND, unjudged: `Prism failed: ${cause}` };
    }
  }
}

/** Prism validates a response in any case; what it says of this one is dropped. */
const NO_RESPONSE: PrismResponse = { statusCode: 200 };

/** Prism has stopped at the request: there is no such route. */
function refusal(error: Error & { readonly status?: number; readonly detail?: string }): Judgement {
  const code = error.status ?? 500;
  const message = error.detail ?? error.message;
  const finding: ValidatorFinding = { location: ['request'], severity: 'Error', code, message };
  return { findings: { request: [finding], response: [] }, refusal: code };
}

function refusalStatus({ request, response }: ValidatorFindings): number | undefined {
  const violations = request.filter(isViolation);
  if (violations.length === 0) return response.some(isViolation) ? 502 : undefined;
  const has = (status: number): boolean => violations.some(({ code }) => code === status);
  if (has(401)) return 401;
  return has(415) ? 415 : 422;
}

/** A HEAD, a 304 and a body too large to be held have nothing that could be validated. */
function hasBody({ method }: WireRequest, { status, body }: WireResponse): boolean {
  return method !== 'HEAD' && status !== 304 && body !== undefined;
}

const SEVERITIES = ['Error', 'Warning', 'Information', 'Hint'] as const;

function toFinding(diagnostic: PrismDiagnostic, side: 'request' | 'response'): ValidatorFinding {
  const { path, severity, code, message } = diagnostic;
  return {
    location: [side, ...(path ?? []).map(String)],
    severity: SEVERITIES[severity] ?? 'Error',
    ...(code === undefined ? {} : { code }),
    message,
  };
}

/** Both branches of an allOf can say the same. */
function withoutRepetition(findings: ValidatorFinding[]): ValidatorFinding[] {
  if (findings.length < 2) return findings;
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}

const isNotOfBody = ({ path }: PrismDiagnostic): boolean => path?.[0] !== 'body';
