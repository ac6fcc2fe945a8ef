import type { Case, JudgedExchange } from '../../src/verify/cases/case.ts';
import type { FreshValues } from '../../src/model/requests/fresh-values.ts';
import { operations } from '../../src/model/operation.ts';
import { questionsOf } from '../../src/questions/index.ts';
import type { OpenQuestion } from '../../src/questions/question.ts';
import { documentResponder } from '../../src/questions/local-mock.ts';
import { DocumentStore } from '../../src/mock/document-store.ts';
import { thingsDocument } from '../setup/things-document.ts';

/** The open questions of the document's one operation. */
export const questions: readonly OpenQuestion[] = questionsOf(
  thingsDocument,
  operations(thingsDocument)[0]!,
);

/** Values that tell in which order they were drawn: 1, 2 …, `‹base› no-1` … */
export function countedValues(): FreshValues {
  let integers = 0;
  let texts = 0;
  return {
    integer: () => (integers += 1),
    text: (base) => `${base} no-${(texts += 1)}`.trimStart(),
  };
}

/** A store in this process that gives these answers, by question id. */
export function storeThat(
  answers: Readonly<Record<string, string>>,
): (sent: Case) => JudgedExchange {
  const responder = documentResponder({
    document: thingsDocument,
    store: new DocumentStore(thingsDocument),
    profile: { createThing: answers },
    token: 'good',
  });
  return (sent) => {
    const { method, target, body = new Uint8Array() } = sent.request;
    const headers = new Map(headersOf(sent).map(([name, value]) => [name.toLowerCase(), value]));
    const header = (name: string): string | undefined => headers.get(name);
    const response = responder.respond({ method, path: target, header, body });
    return exchangeOf(
      sent,
      response.status,
      String(response.body),
      Object.entries(response.headers),
    );
  };
}

function headersOf({ request }: Case): (readonly [string, string])[] {
  const { headers, withCredential = true, credentialScheme = 'Bearer' } = request;
  return withCredential
    ? [...headers, ['authorization', `${credentialScheme} good`]]
    : [...headers];
}

/** A case with an answer that a test makes up. */
export function exchangeOf(
  sent: Case,
  status: number,
  text = '',
  headers: readonly (readonly [string, string])[] = [],
): JudgedExchange {
  const body = new TextEncoder().encode(text);
  return {
    case: sent,
    sequence: 0,
    connection: { id: 0, request: 0 },
    request: { method: sent.request.method, url: 'http://store.test', headers: [] },
    outcome: {
      kind: 'response',
      response: { status, statusText: '', headers, rawBody: body, body },
    },
    startedAt: 0,
    durationMs: 1,
  };
}
