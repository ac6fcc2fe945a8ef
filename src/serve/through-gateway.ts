import type { ValidatorFinding, Gateway } from './validator.ts';
import { headerPairs } from '../http/exchange.ts';
import type { ServerRequest } from './read-request.ts';
import type { HandlerResponse } from './user-handlers.ts';

/** An answer with what Prism said of the exchange. */
export interface ValidatedResponse {
  readonly response: HandlerResponse;
  readonly findings: readonly ValidatorFinding[];
}

/** Sends a request of the mock's server through the gateway; `inner` answers it. */
export async function throughGateway(
  gateway: Gateway,
  request: ServerRequest,
  inner: () => Promise<HandlerResponse>,
): Promise<ValidatedResponse> {
  const { method, target, rawBody } = request;
  const headers = headerPairs(request.rawHeaders);
  const { response, findings } = await gateway.exchange(
    { method, target, headers, body: rawBody },
    async () => {
      const answer = await inner();
      // Status 0 stands for a network error: there is no response to validate.
      return answer.status === 0 ? { ...answer, isOwn: true } : answer;
    },
  );
  const { status, body = new Uint8Array() } = response;
  return {
    response: { status, headers: response.headers, body },
    findings: [...findings.request, ...findings.response],
  };
}
