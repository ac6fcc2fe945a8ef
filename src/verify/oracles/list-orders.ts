/** The orders in which a list can be asked for. */
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { ParameterParts } from '../../http/compose-request.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import { together, valueFor } from './field-values.ts';

/** Values of the parameters that order a list: those of their enums, else names of properties. */
export function ordersOf({ sort, item }: ListModel): ParameterParts[] {
  if (sort === undefined) return [];
  const { by, direction } = sort;
  const schema = by.schema.items ?? by.schema;
  const names = schema.values ?? [...item.properties.keys()];
  const directions =
    direction === undefined ? [undefined] : (direction.schema.values ?? ['asc', 'desc']);
  return names
    .map((name) => (by.schema.items ? [name] : name))
    .filter((order) => isValidFor(order, by.schema, 'request'))
    .flatMap((order) =>
      directions.map((way) => together(valueFor(by, order), valueFor(direction, way))),
    );
}
