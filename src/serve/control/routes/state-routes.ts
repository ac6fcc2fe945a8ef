import type { JsonObject, JsonValue } from '../../../openapi/json/json-value.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { SandboxState } from '../../../questions/scenarios/scenario.ts';
import type { Route } from '../route.ts';
import type { Reply } from '../write-reply.ts';

/** What a sandbox keeps. */
export const stateRoutes: Readonly<Record<string, Route>> = {
  listResources: ({ sandbox, parameters }) => {
    const own = sandbox();
    const kept = own.collection(collectionOf(parameters));
    const resources = kept.list(Number(parameters['offset']), Number(parameters['limit']));
    return { status: 200, body: { resources, total: kept.size, ...collectionsOf(own) } };
  },
  seedResources: ({ sandbox, parameters, body }) => {
    const { resources } = body as unknown as { readonly resources: readonly JsonObject[] };
    const path = collectionOf(parameters);
    sandbox().seed(resources, path);
    return { status: 200, body: { total: sandbox().collection(path).size } };
  },
  clearResources: ({ sandbox, parameters }) => {
    sandbox().clear(collectionOf(parameters));
    return DONE;
  },
  getSnapshot: ({ sandbox }) => ({ status: 200, body: sandbox().snapshot() }),
  restoreSnapshot: ({ sandbox, body }) => {
    sandbox().restore(body as unknown as Partial<SandboxState>);
    return DONE;
  },
  reset: ({ sandbox }) => {
    sandbox().reset();
    return DONE;
  },
  getSettings: ({ sandbox }) => ({ status: 200, body: { latency: sandbox().latency } }),
  changeSettings: ({ sandbox, body }) => {
    const { latency } = body as { readonly latency: number };
    sandbox().setLatency(latency);
    return { status: 200, body: { latency } };
  },
  listScenarios: ({ sandbox, sandboxes }) => {
    const scenarios = [...sandboxes().service.scenarios].map(([name, { description }]) => ({
      name,
      description,
    }));
    return { status: 200, body: { scenarios, scenario: sandbox().scenario } };
  },
  chooseScenario: ({ sandbox, body }) => {
    sandbox().chooseScenario((body as { readonly scenario: string | null }).scenario);
    return DONE;
  },
};

const DONE: Reply = { status: 204 };

/** How many collections a list names: there can be as many as resources. */
const MAX_COLLECTIONS = 1000;

function collectionOf(parameters: Readonly<Record<string, JsonValue>>): string | undefined {
  return parameters['collection'] as string | undefined;
}

/** What a list says besides where there are several collections. */
function collectionsOf(sandbox: Sandbox): object {
  const all = sandbox.collections();
  if (all === undefined) return {};
  const named = [...all].slice(0, MAX_COLLECTIONS);
  return {
    collections: named.map(([collection, total]) => ({ collection, total })),
    collectionCount: all.size,
    stored: sandbox.store.total,
  };
}
