import type { JsonObject } from '../../../openapi/json/json-value.ts';
import type { SandboxState } from '../../sandbox/sandbox-state.ts';
import type { Route } from '../control.ts';
import type { Reply } from '../write-reply.ts';

/** What a sandbox keeps. */
export const stateRoutes: Readonly<Record<string, Route>> = {
  listResources: ({ sandbox, parameters }) => {
    const { store } = sandbox();
    const resources = store.list(Number(parameters['offset']), Number(parameters['limit']));
    return { status: 200, body: { resources, total: store.size } };
  },
  seedResources: ({ sandbox, body }) => {
    const { resources } = body as unknown as { readonly resources: readonly JsonObject[] };
    sandbox().seed(resources);
    return { status: 200, body: { total: sandbox().store.size } };
  },
  clearResources: ({ sandbox }) => {
    sandbox().clear();
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
