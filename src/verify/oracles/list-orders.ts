/** The orders in which a list can be asked for. */
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { valueFor } from './list-walk.ts';

/** Values of the parameters that order a list: those of their enums, else names of properties. */
export function ordersOf({ sort, item }: ListModel): Record<string, JsonValue | undefined>[] {
  if (sort === undefined) return [];
  const { by, direction } = sort;
  const schema = by.schema.items ?? by.schema;
  const names = schema.values ?? [...item.properties.keys()];
  const directions =
    direction === undefined ? [undefined] : (direction.schema.values ?? ['asc', 'desc']);
  return names
    .flatMap((name) =>
      directions.map((way) => ({
        ...valueFor(by, by.schema.items ? [name] : name),
        ...valueFor(direction, way),
      })),
    )
    .filter((parameters) => isValidFor(Object.values(parameters)[0]!, by.schema, 'request'));
}
