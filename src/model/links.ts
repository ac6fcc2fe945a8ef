/** The links of a document (OpenAPI 3.1.0, 4.8.20), and the expressions that they are made of (4.8.20.4). */
import { rootOf } from '../openapi/document.ts';
import { onceFor } from '../openapi/once.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { textOf } from '../openapi/json/stringify-json.ts';
import { childPointer, followReferences, fromPointer, valueAt } from '../openapi/pointer.ts';
import { type Operation, operations } from './operation.ts';

/** Where an answer of one operation leads to another operation. */
export interface Link {
  readonly name: string;
  readonly pointer: string;
  /** The status of the answers that have it, as documented. */
  readonly status: string;
  readonly source: Operation;
  readonly target: Operation;
  /** Expressions or values, by the name of the target's parameter. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
}

/** The links of successes to operations of the document, on the same server; found once a document. */
export const linksIn: (document: OpenApiDocument) => readonly Link[] = onceFor(findLinks, rootOf);

function findLinks(document: OpenApiDocument): Link[] {
  const { root } = document;
  const all = operations(document);
  const byName = new Map(
    all.flatMap((operation) => [
      [operation.id, operation] as const,
      [`#${operation.pointer}`, operation],
    ]),
  );
  return all.flatMap((source) =>
    source.responses.flatMap(({ status, pointer: response }) => {
      const linksPointer = childPointer(response, 'links');
      const links = valueAt(root, linksPointer);
      if (!/^2|^default$/i.test(status) || !isJsonObject(links)) return [];
      return Object.keys(links).flatMap((name): Link | [] => {
        const pointer = followReferences(root, childPointer(linksPointer, name));
        const link = valueAt(root, pointer);
        if (!isJsonObject(link)) return [];
        const { operationId, operationRef, parameters } = link;
        const target = byName.get(textOf(operationId ?? operationRef ?? null));
        if (target === undefined || 'server' in link || !isJsonObject(parameters)) return [];
        return { name, pointer, status, source, target, parameters: unqualified(parameters) };
      });
    }),
  );
}

/** A parameter may be told from others of its name by its place: `path.id`. */
function unqualified(parameters: JsonObject): Readonly<Record<string, JsonValue>> {
  const entries = Object.entries(parameters).map(([name, value]): [string, JsonValue] => [
    name.replace(/^(?:path|query|header|cookie)\./, ''),
    value,
  ]);
  return Object.fromEntries(entries);
}

/** The keys that lead to a value in an answer's body; `undefined` where an expression names something else. */
export function placeInAnswer(expression: JsonValue): readonly string[] | undefined {
  const place = typeof expression === 'string' ? BODY_PLACE.exec(expression)?.[1] : undefined;
  return place === undefined ? undefined : fromPointer(place);
}

const BODY_PLACE = /^\{?\$response\.body#([^}]*)/;

/** One side of an exchange, as expressions name it. */
export interface ExpressionMessage {
  readonly body: JsonValue | undefined;
  header(name: string): string | undefined;
}

/** What expressions are about. */
export interface ExpressionContext {
  readonly url: string;
  readonly method: string;
  readonly statusCode: number;
  readonly request: ExpressionMessage & {
    path(name: string): string | undefined;
    query(name: string): string | undefined;
  };
  readonly response: ExpressionMessage;
}

/** The value of an expression, or of a text that has some; `undefined` where there is none. */
export function expressionValue(
  expression: JsonValue,
  context: ExpressionContext,
): JsonValue | undefined {
  if (typeof expression !== 'string') return expression;
  if (expression.startsWith('$')) return valueOf(expression, context);
  const [, whole] = /^\{(\$[^{}]+)\}$/.exec(expression) ?? [];
  if (whole !== undefined) return valueOf(whole, context);
  let isWhole = true;
  const text = expression.replaceAll(/\{(\$[^{}]+)\}/g, (_, inner: string) => {
    const value = valueOf(inner, context);
    isWhole &&= value !== undefined;
    return textOf(value ?? '');
  });
  return isWhole ? text : undefined;
}

function valueOf(
  expression: string,
  { url, method, statusCode, request, response }: ExpressionContext,
): JsonValue | undefined {
  if (expression === '$url') return url;
  if (expression === '$method') return method;
  if (expression === '$statusCode') return statusCode;
  const [, side, place, name = ''] =
    /^\$(request|response)\.(body|header|path|query)(?:[.#](.*))?$/s.exec(expression) ?? [];
  const message = side === 'request' ? request : response;
  if (place === 'header') return message.header(name);
  if (place === 'body') {
    return message.body === undefined ? undefined : valueAt(message.body, name);
  }
  if (side !== 'request' || place === undefined) return undefined;
  return place === 'path' ? request.path(name) : request.query(name);
}
