import type { ExchangeView, MessageView } from '../../../../src/serve/sandbox/exchange-view.ts';

const JSON_HEADERS = [{ name: 'Content-Type', value: 'application/json' }];

/** A message as the control API has it. */
export function message(body: string | null, parts: Partial<MessageView> = {}): MessageView {
  const size = body?.length ?? -1;
  return { headers: JSON_HEADERS, body, encoding: 'utf-8', size, ...parts };
}

/** An exchange as the control API has it: a thing that was taken, but for what `parts` say. */
export function exchange(parts: Partial<ExchangeView> = {}): ExchangeView {
  return {
    seq: 1,
    time: '2026-11-21T12:00:00.000Z',
    duration: 1.5,
    sandbox: 'default',
    method: 'POST',
    target: '/things',
    status: 200,
    operation: 'createThing',
    request: message('{"id":1,"name":"Fern"}'),
    response: message('{"name":"Fern"}'),
    findings: [],
    ...parts,
  };
}
