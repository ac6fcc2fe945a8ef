/** Values that the answers of a run have shown, for what a report asks somebody to give. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { ANYTHING } from '../../openapi/schema/effective-schema.ts';
import { jsonOf } from '../../http/body-text.ts';
import { operations } from '../../model/operation.ts';
import { valueIn } from '../../model/resources/answer-place.ts';
import { providersOf } from '../../model/resources/value-providers.ts';
import { type JudgedExchange, type Reach, acceptanceOf } from '../cases/case.ts';
import { wantedOf } from '../cases/generate/value-sources.ts';

/** A value that is asked for: `--value projectId=…`, `--value getThing.id=…`. */
const ASKED = /(--value (?:[^\s=]+\.)?)(\w+)=…/g;

/** What a shell takes as it is. */
const PLAIN = /^[\w@:][\w.@:-]{0,63}$/;

/** Puts the first value that was shown in place of one that is asked for. */
export function withShownValues(
  document: OpenApiDocument,
  exchanges: readonly JudgedExchange[],
): (reach: Reach) => Reach {
  const byOperation = Map.groupBy(exchanges, ({ case: { operation } }) => operation.id);
  const known = new Map(operations(document).map((operation) => [operation.id, operation]));
  const shown = (id: string, name: string): string | undefined => {
    const operation = known.get(id);
    if (operation === undefined) return undefined;
    const parameter = operation.parameters.find((candidate) => candidate.name === name);
    const wanted = parameter
      ? wantedOf(document, operation, parameter)
      : { name, schema: ANYTHING };
    for (const provider of providersOf(document, operation, wanted)) {
      for (const exchange of byOperation.get(provider.operation.id) ?? []) {
        const body = acceptanceOf(exchange)?.body;
        const value = body && valueIn(jsonOf(body) ?? null, provider);
        if (value !== undefined && PLAIN.test(textOf(value))) return textOf(value);
      }
    }
    return undefined;
  };
  return (reach) => {
    const give = (words: string): string =>
      words.replaceAll(ASKED, (asked, flag: string, name: string) => {
        const value = shown(reach.operation, name);
        return value === undefined ? asked : `${flag}${name}=${value}`;
      });
    const { message, lift } = reach;
    return { ...reach, message: give(message), ...(lift && { lift: give(lift) }) };
  };
}
