import { createFreshValues } from '../src/model/requests/fresh-values.ts';
import type { Exchange, ReceivedResponse } from '../src/http/exchange.ts';
import type { Probe } from '../src/questions/probe.ts';
import type { MockResponse } from '../src/http/message.ts';
import { type Responder, createResponder } from '../src/mock/responder.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import type { OpenQuestion } from '../src/questions/question.ts';
import { type WireContext, composeWire } from '../src/http/compose-wire.ts';
import { parseTarget } from '../src/http/target.ts';
import { enactAnswers } from './profile.ts';
import { PlantStore } from './store.ts';

/**
 * How the mock answers the open questions of a document where nobody says otherwise. What the
 * document itself says (401, 409, `additionalProperties: false`) counts, so the mock is asked.
 */
export function usualAnswers(
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
      store: new PlantStore(),
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
  const [path = '', query] = wire.path.split('?', 2);
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
