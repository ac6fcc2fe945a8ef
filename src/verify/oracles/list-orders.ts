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

/** Orders by two properties, of which the second counts where the first is the same: as many as can be asked for. */
export function ordersOfTwo({ sort, item }: ListModel): ParameterParts[] {
  if (sort === undefined || sort.direction !== undefined) return [];
  const { schema } = sort.by;
  const isList = schema.items !== undefined;
  // What a plain text may have between two names, its pattern alone says.
  if (!isList && schema.pattern === undefined) return [];
  const values = (schema.items ?? schema).values?.filter((value) => typeof value === 'string');
  const names = values ?? [...item.properties.keys()].flatMap((name) => [name, `-${name}`]);
  const bare = (name: string): string => name.replace(/^[-+]|\W?(?:asc|desc)$/gi, '');
  const isBack = (name: string): boolean => /^-|\Wdesc$/i.test(name);
  const firsts = names.filter((name) => !isBack(name));
  return firsts
    .flatMap((first) => {
      const seconds = names.filter((name) => isBack(name) && bare(name) !== bare(first));
      const orders = seconds.map((second) => (isList ? [first, second] : `${first},${second}`));
      return orders.filter((order) => isValidFor(order, schema, 'request'));
    })
    .slice(0, MOST)
    .map((order) => valueFor(sort.by, order));
}

/** So many of them are asked for. */
const MOST = 6;
