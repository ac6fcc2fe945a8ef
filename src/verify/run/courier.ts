import {
  type Case,
  type CaseTemplate,
  type Given,
  type Need,
  type NeedStep,
  acceptanceOf,
  withGiven,
  type JudgedExchange,
} from '../cases/case.ts';
import type { Dispatcher } from './dispatcher.ts';
import { type RunRecord, failureOf } from './run-record.ts';
import type { Turn } from './watch.ts';
import { headerValue } from '../../http/exchange.ts';
import { sentMediaType } from '../../http/write-body.ts';
import { type JsonObject, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { type ResourceFamily, identityInLocation } from '../../model/resources/resources.ts';

/** So often a request is sent again that came too soon for the server. */
const RETRIES = 3;

/** Sends cases, with what creates the resources that they are about sent before them. */
export class Courier {
  readonly #dispatcher: Dispatcher;
  readonly #record: RunRecord;
  readonly #shared = new Map<string, Promise<Given | undefined>>();
  /** Requests that were not sent for want of a resource, by operation id. */
  readonly failed: Map<string, number> = new Map();

  constructor(dispatcher: Dispatcher, record: RunRecord) {
    this.#dispatcher = dispatcher;
    this.#record = record;
  }

  /** Sends a case, and again where the first time proves nothing; `undefined` where it isn't sent. */
  async exchange(
    template: CaseTemplate,
    turn?: Turn,
    tries: number = 0,
  ): Promise<JudgedExchange | undefined> {
    const exchange = await this.deliver(template, turn);
    return exchange && (await this.complete(template, exchange, turn, tries));
  }

  /** Sends what the case needs, and the case; takes no note of its exchange. */
  async deliver(template: CaseTemplate, turn?: Turn): Promise<JudgedExchange | undefined> {
    const ready = await this.#meetNeeds(template, turn);
    return ready && this.#dispatcher.deliver(ready, turn);
  }

  /** Takes note of an exchange, and sends its case again where this one proves nothing. */
  async complete(
    template: CaseTemplate,
    exchange: JudgedExchange,
    turn?: Turn,
    tries: number = 0,
  ): Promise<JudgedExchange | undefined> {
    if (this.#record.counts(exchange)) {
      this.#dispatcher.note(exchange);
      this.#record.add(exchange);
    }
    if (this.#record.stopped) return exchange;
    if (failureOf(exchange)?.mayBeRace === true) return this.exchange(template, turn, tries);
    if (!this.#dispatcher.isOneTooMany(exchange)) return exchange;
    const sequel = this.#dispatcher.obey(exchange);
    if (sequel === 'shut') {
      const message = 'the server accepts nothing: every request is one too many (429)';
      this.#record.stop('rate-limited', message);
    }
    if (sequel !== 'again' || tries >= RETRIES) return exchange;
    return this.exchange(template, turn, tries + 1);
  }

  /** The template with its need met; `undefined` where it can't be. */
  async #meetNeeds(template: CaseTemplate, turn?: Turn): Promise<CaseTemplate | undefined> {
    const { needs, operation } = template;
    if (needs === undefined) return template;
    const given = await this.#given(needs, turn);
    if (given !== undefined) return withGiven(template, given);
    this.failed.set(operation.id, (this.failed.get(operation.id) ?? 0) + 1);
    return undefined;
  }

  #given({ key, steps }: Need, turn?: Turn): Promise<Given | undefined> {
    if (key === undefined) return this.#follow(steps, turn);
    const known = this.#shared.get(key) ?? this.#follow(steps, turn);
    this.#shared.set(key, known);
    return known;
  }

  async #follow(steps: readonly NeedStep[], turn?: Turn): Promise<Given | undefined> {
    let given = NOTHING_GIVEN;
    for (const { template, creates } of steps) {
      const exchange = await this.exchange(withGiven(template, given), turn);
      const left = exchange && leftBy(exchange, creates, given);
      if (left === undefined) return undefined;
      given = left;
    }
    return given;
  }
}

/** Before any request: nothing is there. */
export const NOTHING_GIVEN: Given = { parameters: {}, resource: {} };

/** A file is told of as where it is. */
function withoutFiles(value: JsonObject, { operation, request }: Case): JsonObject {
  const { fields } = sentMediaType(operation, request)?.form ?? {};
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => fields?.get(name)?.isFile !== true),
  );
}

/** What a step has left; `undefined` where it didn't succeed. */
export function leftBy(
  exchange: JudgedExchange,
  creates: ResourceFamily | undefined,
  before: Given,
): Given | undefined {
  const sent = exchange.case;
  const response = acceptanceOf(exchange);
  if (response === undefined) return undefined;
  const parsed = parseJson(new TextDecoder().decode(response.body));
  const returned = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const own = isJsonObject(sent.request.value) ? withoutFiles(sent.request.value, sent) : {};
  if (creates === undefined) {
    // What a replacement doesn't have may be gone (RFC 9110, 9.3.4).
    const kept = sent.request.method === 'PUT' ? {} : before.resource;
    return { ...before, resource: { ...kept, ...own, ...returned } };
  }
  // Where others may have created it, too, nothing is known of it.
  const resource: JsonObject = sent.fixedIdentity === true ? {} : { ...own, ...returned };
  const id =
    creates.identity === undefined
      ? undefined
      : (returned[creates.identity] ?? own[creates.identity]);
  const value = id ?? identityInLocation(headerValue(response.headers, 'location'), creates);
  if (value === undefined) return undefined;
  return { parameters: { ...before.parameters, [creates.parameter]: value }, resource };
}
