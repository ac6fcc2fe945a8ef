import type { FaultOptions } from '../../../mock/faults.ts';
import { ControlError } from '../control-error.ts';
import type { Route } from '../route.ts';

/** Answers that go wrong on purpose. */
export const faultRoutes: Readonly<Record<string, Route>> = {
  listFaults: ({ sandbox }) => ({ status: 200, body: { faults: sandbox().faults.list() } }),
  addFault: ({ sandbox, body }) => ({
    status: 201,
    body: sandbox().addFault(body as unknown as FaultOptions),
  }),
  clearFaults: ({ sandbox }) => {
    sandbox().clearFaults();
    return { status: 204 };
  },
  removeFault: ({ sandbox, parameters }) => {
    const id = Number(parameters['id']);
    if (sandbox().removeFault(id)) return { status: 204 };
    throw new ControlError(404, 'unknown-fault', `No fault with the id ${id} waits.`);
  },
};
