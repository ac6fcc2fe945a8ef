import type { Operation } from '../model/operation.ts';
import { onceKeyOf } from '../model/requests/required-parameters.ts';
import type { LongResponse, MockRequest } from '../http/message.ts';

/** So many answers are remembered; the oldest go. */
const MOST = 1000;

/** Longer bodies are done each time: nothing large is kept for them. */
const LONGEST = 64 * 1024;

/** Answers again what was answered to the same request with the same idempotency key. */
export class RepeatedRequests {
  readonly #header: string | undefined;
  readonly #answers = new Map<string, LongResponse>();

  constructor(operation: Operation) {
    this.#header = onceKeyOf(operation)?.name.toLowerCase();
  }

  /** The earlier answer, or what comes of `work`; a refusal is not remembered. */
  once(request: MockRequest, work: () => LongResponse): LongResponse {
    const name = this.#nameOf(request);
    if (name === undefined) return work();
    const known = this.#answers.get(name);
    if (known !== undefined) return known;
    const answer = work();
    if (answer.problem === undefined && typeof answer.body === 'string') {
      this.#answers.set(name, answer);
    }
    if (this.#answers.size > MOST) this.#answers.delete(this.#answers.keys().next().value!);
    return answer;
  }

  /** Forgets everything, as a store that was emptied has. */
  clear(): void {
    this.#answers.clear();
  }

  #nameOf(request: MockRequest): string | undefined {
    const { path, body } = request;
    const key = this.#header === undefined ? undefined : request.header(this.#header);
    if (key === undefined || body.length > LONGEST) return undefined;
    return [key, path, new TextDecoder('latin1').decode(body)].join('\n');
  }
}
