import type { Operation } from '../model/operation.ts';
import { onceKeyOf } from '../model/requests/required-parameters.ts';
import type { LongResponse, MockRequest, MockResponse } from '../http/message.ts';

/** Longer bodies are done each time: nothing large is kept for them. */
export const LONGEST: number = 64 * 1024;

/** Where a store keeps what was answered to requests with an idempotency key. */
export interface AnswerMemory {
  get(name: string): MockResponse | undefined;
  set(name: string, answer: MockResponse): void;
}

/** So many answers are remembered; the oldest go. */
export const MOST_ANSWERS = 1000;

/** Answers again what was answered to the same request with the same idempotency key. */
export class RepeatedRequests {
  readonly #operation: string;
  readonly #header: string | undefined;
  readonly #answers: AnswerMemory | undefined;

  /** @param answers Default: every request is done. */
  constructor(operation: Operation, answers: AnswerMemory | undefined) {
    this.#operation = operation.id;
    this.#header = onceKeyOf(operation)?.name.toLowerCase();
    this.#answers = answers;
  }

  /** The earlier answer, or what comes of `work`; a refusal is not remembered. */
  once(request: MockRequest, work: () => LongResponse): LongResponse {
    const name = this.#nameOf(request);
    if (name === undefined) return work();
    const known = this.#answers?.get(name);
    if (known !== undefined) return known;
    const answer = work();
    const { problem, body } = answer;
    if (problem === undefined && typeof body === 'string') {
      this.#answers?.set(name, { ...answer, body });
    }
    return answer;
  }

  #nameOf(request: MockRequest): string | undefined {
    const { path, body } = request;
    const key = this.#header === undefined ? undefined : request.header(this.#header);
    if (key === undefined || body.length > LONGEST) return undefined;
    return [this.#operation, key, path, new TextDecoder('latin1').decode(body)].join('\n');
  }
}

/** In memory; emptied with the store. */
export class RememberedAnswers implements AnswerMemory {
  readonly #answers = new Map<string, MockResponse>();

  get(name: string): MockResponse | undefined {
    return this.#answers.get(name);
  }

  set(name: string, answer: MockResponse): void {
    this.#answers.set(name, answer);
    if (this.#answers.size > MOST_ANSWERS) {
      this.#answers.delete(this.#answers.keys().next().value!);
    }
  }

  clear(): void {
    this.#answers.clear();
  }
}
