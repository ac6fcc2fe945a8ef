/**
 * Whether values can be judged by a schema. Where it is broken itself other rules say so, and no
 * example is to blame.
 *
 * @param judge Gives what a schema finds wrong with some value.
 */
export function isUsable(schema, judge) {
  return judge({ anyOf: [{}, schema] }).length === 0;
}
