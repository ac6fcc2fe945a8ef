import type { ResourceInspector } from '../../mock/resource-inspector.ts';
import { type StoredState, countStored } from '../../mock/store-content.ts';

/**
 * Less than of a seed: resources may have been changed to what can't be created.
 *
 * @throws {StateError} where they can't be what a store holds.
 */
export function demandRestorable(inspector: ResourceInspector, state: StoredState): void {
  const { resources = [], collections = {} } = state;
  inspector.demandRoom('restore', countStored(state));
  const fault = inspector.fault(resources);
  if (fault !== undefined) throw inspector.refusal('restore', fault);
  for (const [path, { length }] of Object.entries(collections)) {
    if (length > 0) inspector.demandCollection(path);
  }
}
