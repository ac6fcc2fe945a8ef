/** Values that are refused, sent beside others: they show whether a refusal is about what goes together. */
import { type JsonValue, isJsonNumber, propertyAt } from '../../openapi/json/json-value.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { isAnswered } from '../../http/exchange.ts';
import { bodySchema } from '../../model/media-type.ts';
import type { Operation } from '../../model/operation.ts';
import { slotsOf } from '../../model/requests/slots.ts';
import { withValue } from '../../model/requests/body-base.ts';
import type { AnsweredExchange, CaseTemplate, JudgedExchange } from '../cases/case.ts';
import type { GenerateContext, GenerateOptions } from '../cases/generate/case-generator.ts';
import { variationOf } from '../cases/generate/generate-cases.ts';
import { type Member } from '../checks/refusal-words.ts';
import { namedMembers } from '../checks/stated-rules.ts';
import { normaliseRefusal } from '../checks/unstable-answers.ts';

/** So many requests are made of an operation. */
const MOST = 6;

/** Requests with one value each that the refusal of a valid request names: beside usual values, and beside others. */
export function loneValues(
  exchanges: readonly JudgedExchange[],
  generate: GenerateContext,
): CaseTemplate[] {
  const refused = exchanges.filter(isRefused);
  const texts = Map.groupBy(refused, (exchange) => {
    return `${exchange.case.operation.id} ${normaliseRefusal(exchange)}`;
  });
  const operations = Map.groupBy(
    Array.from(texts.values(), ([first]) => first!),
    (exchange) => exchange.case.operation,
  );
  return [...operations.values()].flatMap((operation) => {
    const templates = operation.flatMap((exchange) =>
      namedMembers(exchange).flatMap((member) => besideOthers(exchange, member, generate)),
    );
    return templates.slice(0, MOST);
  });
}

/** Whether a valid request is refused, and that may be for its body. */
function isRefused(exchange: JudgedExchange): exchange is AnsweredExchange {
  const { id, validity } = exchange.case;
  const isMadeUp = /^(?:random|boundary)\//.test(id) && validity.kind === 'valid';
  return isMadeUp && isAnswered(exchange, 400, 409, 422);
}

function besideOthers(
  { case: { id, operation, request } }: JudgedExchange,
  { place, value }: Member,
  generate: GenerateContext,
): CaseTemplate[] {
  const path = place.split('.');
  const isScalar = typeof value !== 'object' || isJsonNumber(value);
  const is = request.value === undefined ? undefined : propertyAt(request.value, path);
  // In a list, it is not at its place.
  if (!isScalar || is === undefined || !equalJson(is, value)) return [];
  const beside = (others: (usual: JsonValue) => JsonValue): CaseTemplate[] => {
    const template = variationOf(generate, operation, {
      change: ({ value: usual, ...parts }) =>
        usual === undefined ? parts : { ...parts, value: withValue(others(usual), path, value) },
    });
    return template === undefined ? [] : [{ ...template, id: `${id}/${place}`, followsUp: id }];
  };
  return [
    ...beside((usual) => usual),
    ...beside((usual) => withOthers(generate.document, operation, usual)),
  ];
}

/** With another value wherever there are but few. */
function withOthers(
  { root }: GenerateOptions['document'],
  { requestBody }: Operation,
  body: JsonValue,
): JsonValue {
  const schema = effectiveSchema(root, bodySchema(requestBody));
  return slotsOf(schema, body, []).reduce((whole, { path, schema: slotSchema }) => {
    const value = propertyAt(whole, path);
    const isOfFew = slotSchema.values !== undefined || typeof value === 'boolean';
    const other = isOfFew ? anotherValue(slotSchema, value, 'request') : undefined;
    return other === undefined ? whole : withValue(whole, path, other);
  }, body);
}
