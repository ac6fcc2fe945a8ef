import type { JsonObject, JsonValue } from '../openapi/json/json-value.ts';
import type { Enactment, InspectedBody } from '../mock/enactment.ts';
import { refusedStatus } from './answer.ts';

/** Answers a kind of problem that the responder finds by itself. */
export function enactProblem(kind: string, answer: string): Enactment {
  return { problems: { [kind]: refusedStatus(answer) ?? 'accepted' } };
}

/** Refuses where `find` says what is wrong with the body's value; nothing where it is accepted. */
export function enactValue(
  kind: string,
  answer: string,
  find: (body: JsonObject) => string | undefined,
): Enactment {
  const status = refusedStatus(answer);
  if (status === undefined) return {};
  return {
    problems: { [kind]: status },
    inspections: [{ kind, find: ({ value }) => find(value) }],
  };
}

/** Refuses where `find` says what is wrong with the body's text. */
export function enactText(
  kind: string,
  answer: string,
  find: (body: InspectedBody) => string | undefined,
): Enactment {
  const status = refusedStatus(answer);
  if (status === undefined) return {};
  return { problems: { [kind]: status }, inspections: [{ kind, readsText: true, find }] };
}

/** Refuses a value that a stored resource has already. */
export function enactRepeated(
  kind: string,
  property: string,
  answer: string,
  say: (value: JsonValue) => string,
): Enactment {
  const status = refusedStatus(answer);
  if (status === undefined) return { problems: { [kind]: 'accepted' } };
  const find = ({ value: body, store }: InspectedBody): string | undefined => {
    const value = body[property];
    const used = value !== undefined && store.find(property, value) !== undefined;
    return used ? say(value) : undefined;
  };
  return { problems: { [kind]: status }, inspections: [{ kind, find }] };
}

/** Cuts whitespace off both ends of a text before it is stored and returned. */
export function enactTrimming(property: string): Enactment {
  return {
    rewrite: (body) => {
      const value = body[property];
      return typeof value === 'string' ? { ...body, [property]: value.trim() } : body;
    },
  };
}

/** Repeats request properties in the success: named ones, or those that the schema doesn't name. */
export function enactReturned(properties: readonly string[] | 'unknown'): Enactment {
  return properties === 'unknown' ? { returnsUnknown: true } : { returned: properties };
}

export function enactDuplicateKey(answer: string): Enactment {
  if (answer === 'first' || answer === 'last') return { duplicateKey: answer };
  return enactText('duplicate-key', answer, ({ duplicateKeys: [key] }) =>
    key === undefined ? undefined : `the key ${JSON.stringify(key)} stands twice in the body`,
  );
}

/** Answers what the document doesn't have: another method, an unknown path. */
export function enactRoute(kind: string, answer: string): Enactment {
  return { problems: { [kind]: refusedStatus(answer) ?? 'accepted' } };
}

export function enactHeaders(headers: Readonly<Record<string, string>>): Enactment {
  return { headers };
}

/** Refuses bodies of over `limit` bytes. */
export function enactBodyLimit(answer: string, limit: number): Enactment {
  const status = refusedStatus(answer);
  return status === undefined ? {} : { problems: { 'body-too-large': status }, bodyLimit: limit };
}
