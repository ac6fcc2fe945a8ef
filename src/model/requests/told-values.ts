import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { FreshValues } from './fresh-values.ts';
import { valueOf, withValue } from './slots.ts';

/** A body whose values are as the service says that they have to be, but for those that a case is about. */
export function withTold(
  body: JsonValue,
  fresh: FreshValues,
  isChanged: (path: readonly string[]) => boolean = () => false,
): JsonValue {
  const meant = (fresh.told ?? []).filter(
    ({ path }) => !isChanged(path) && valueOf(body, path) !== undefined,
  );
  return meant.reduce((whole, { path, draw }) => withValue(whole, path, draw(fresh)), body);
}
