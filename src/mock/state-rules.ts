/** Refuses what the state of a resource forbids, as the document says: no task is added to a project that is closed. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { forbids, stateRulesOf } from '../model/resources/state-rules.ts';
import { type OperationAction, resourceOnPath } from './operation-action.ts';
import type { ResourceAction } from './resource-action.ts';
import type { Stores } from './spread-store.ts';

/** An action with such a refusal; the same where the document has none. */
export function withStateRules(
  document: OpenApiDocument,
  { operation, action }: OperationAction,
  stores: Stores,
): ResourceAction {
  const rules = stateRulesOf(document, operation);
  if (rules.length === 0) return action;
  const conflict: ResourceAction['conflict'] = (call) => {
    for (const rule of rules) {
      const resource = resourceOnPath(rule.family, call, stores)?.resource;
      if (resource !== undefined && forbids(rule, resource) === true)
        return { kind: 'done-before', message: rule.sentence };
    }
    return action.conflict?.(call);
  };
  return { ...action, conflict };
}
