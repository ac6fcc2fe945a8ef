import type { JsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { ACCEPTANCE, type OpenQuestion, problemQuestion } from '../question.ts';
import { type Subject, freshBody, requestWith } from '../subject.ts';

/** Bytes around and in JSON that readers may forgive (RFC 8259, 8.1). */
export function spelledOtherwise(subject: Subject): OpenQuestion[] {
  const text = subject.texts.find((name) => subject.required.includes(name));
  const mark = forgiven(subject, {
    ...ACCEPTANCE,
    id: 'byte-order-mark',
    question: 'What happens to a body with a byte order mark in front?',
    leftOpenBy: 'No schema can speak of a byte order mark.',
    problem: 'json-malformed/byte-order-mark',
    bytes: (body) => Uint8Array.of(0xef, 0xbb, 0xbf, ...bytesOf(body)),
  });
  if (text === undefined) return [mark];
  const encoding = forgiven(subject, {
    ...ACCEPTANCE,
    id: 'broken-encoding',
    question: 'What happens to a text with a byte that is no UTF-8?',
    leftOpenBy: 'No schema can speak of bytes that are no characters.',
    problem: 'text-encoding',
    bytes: (body) => {
      const json = stringifyJson(body);
      const value = stringifyJson(body[text]!);
      const end = json.indexOf(value) + value.length - 1;
      const [before, after] = [json.slice(0, end), json.slice(end)].map((part) =>
        ENCODER.encode(part),
      );
      return Uint8Array.of(...before!, 0xff, ...after!);
    },
  });
  return [mark, encoding];
}

const ENCODER = new TextEncoder();

function bytesOf(body: JsonObject): Uint8Array {
  return ENCODER.encode(stringifyJson(body));
}

/** No document allows it by its letter, and nothing says that it must be refused. */
function forgiven(
  subject: Subject,
  {
    bytes,
    ...parts
  }: Omit<Parameters<typeof problemQuestion>[1], 'request'> & {
    readonly bytes: (body: JsonObject) => Uint8Array;
  },
): OpenQuestion {
  const question = problemQuestion(subject, {
    ...parts,
    request: (fresh) => requestWith(subject, bytes(freshBody(subject, fresh))),
  });
  const reason = parts.id.replaceAll('-', ' ');
  return {
    ...question,
    probe: (fresh) =>
      question
        .probe(fresh)
        .map((probe) => ({ ...probe, validity: { kind: 'open', reason, strictlyValid: false } })),
  };
}
