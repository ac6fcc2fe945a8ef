/** Leaves out of an answer what a request didn't choose, as far as its schema lets it. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { parseJson } from '../openapi/json/parse-json.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { type LongText, jsonText } from '../openapi/json/long-text.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import { type FieldChoice, chosenIn, fieldChoiceOf } from '../model/lists/chosen-fields.ts';
import type { ParameterValues } from '../model/lists/query-field.ts';
import type { Operation } from '../model/operation.ts';
import { atPlace } from './list-pages.ts';

/** The text of an answer with what a request chose; `undefined` where no request of the operation can choose. */
export function fieldChooser(
  document: OpenApiDocument,
  operation: Operation,
): ((text: string | LongText, values: ParameterValues) => string | LongText) | undefined {
  const choice = fieldChoiceOf(document, operation);
  if (choice === undefined) return undefined;
  return (text, values) => {
    const chosen = chosenIn(choice, values);
    const told = chosen && parseJson(String(text));
    if (told?.ok !== true) return text;
    const cut = (resource: JsonValue): JsonValue => cutTo(choice, chosen!, resource);
    return jsonText(
      atPlace(told.value, choice.path, (inside) =>
        Array.isArray(inside) ? inside.map(cut) : cut(inside),
      ),
    );
  };
}

function cutTo(
  { schema, places, optional }: FieldChoice,
  chosen: ReadonlySet<string>,
  resource: JsonValue,
): JsonValue {
  const cut = places.reduce(
    (whole, place) =>
      atPlace(whole, place, (inside) => {
        if (!isJsonObject(inside)) return inside;
        const left = Object.entries(inside).filter(
          ([name]) => chosen.has(name) || !optional.has(name),
        );
        return Object.fromEntries(left);
      }),
    resource,
  );
  return isValidFor(cut, schema, 'response') ? cut : resource;
}
