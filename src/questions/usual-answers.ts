import { createFreshValues } from '../model/requests/fresh-values.ts';
import type { Exchange, ReceivedResponse } from '../http/exchange.ts';
import type { Probe, OpenQuestion, QuestionInfo, Questions } from './question.ts';
import type { MockResponse } from '../http/message.ts';
import { type Responder, createResponder } from '../mock/responder.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { LazyMap } from '../openapi/lazy-map.ts';
import { type WireContext, composeWire } from '../http/compose-wire.ts';
import { parseTarget } from '../http/target.ts';
import { MemoryStore } from '../mock/resource-store.ts';
import { enactAnswers } from './profile.ts';

/**
 * The questions with the answers that the mock of this document gives where nobody says otherwise.
 * What the document itself says (401, 409, `additionalProperties: false`) counts, so the mock is
 * asked, once somebody wants to know.
 */
export function withUsualAnswers(
  document: OpenApiDocument,
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
): Questions {
  const usualOf = usualAnswers(document, questions);
  const infoOf = (question: OpenQuestion): QuestionInfo => {
    let usual: string | undefined;
    return {
      ...question,
      get usual() {
        return (usual ??= usualOf(question));
      },
    };
  };
  return new LazyMap(questions, (list) => list.map(infoOf));
}

function usualAnswers(
  document: OpenApiDocument,
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
): (question: OpenQuestion) => string {
  const fresh = createFreshValues({ seed: 0, runId: 'usual' });
  let responder: Responder | undefined;
  return (question) => {
    // Nothing in a document limits the size of a body.
    if (question.large === true) return question.usual;
    responder ??= createResponder({
      document,
      store: new MemoryStore(),
      enactments: enactAnswers(questions, {}),
    });
    const exchanges: Exchange[] = [];
    for (const probe of question.probe(fresh)) exchanges.push(ask(probe, responder));
    return question.read(exchanges) ?? question.usual;
  };
}

const CONTEXT: WireContext = {
  target: parseTarget('http://mock.invalid'),
  credential: { variable: 'TOKEN' },
  userAgent: 'mock',
};

function ask(probe: Probe, responder: Responder): Exchange {
  const { wire, sent } = composeWire(probe, CONTEXT);
  const [path = '', query] = wire.target.split('?', 2);
  const headers = new Map(wire.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const response = responder.respond({
    method: wire.method,
    path,
    query,
    header: (name) => headers.get(name),
    body: wire.body ?? new Uint8Array(),
  });
  return {
    sequence: 0,
    connection: { id: 0, request: 0 },
    request: sent,
    outcome: { kind: 'response', response: received(response) },
    startedAt: 0,
    durationMs: 0,
  };
}

function received({ status, headers, body: text }: MockResponse): ReceivedResponse {
  const body = new TextEncoder().encode(text);
  return { status, statusText: '', headers: Object.entries(headers), rawBody: body, body };
}
