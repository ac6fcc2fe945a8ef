/** Where JSON:API has what other documents have in the resource itself (1.1, 7). */

/** Whether it only holds what is meant: `data` around resources, and around what refers to them. */
export function isWrapper(key: string): boolean {
  return key === 'data';
}

/** Whether a property is the resource's own: in itself, or in its `attributes` (7.2.2). */
export function isTopLevel(path: readonly string[]): boolean {
  return path.length === 1 || (path.length === 2 && path[0] === 'attributes');
}
