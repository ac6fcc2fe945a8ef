import type { Route } from '../route.ts';
import { faultRoutes } from './fault-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { serverRoutes } from './server-routes.ts';
import { stateRoutes } from './state-routes.ts';
import { trafficRoutes } from './traffic-routes.ts';

/** The routes of the control API by the operation ids of its document. */
export const controlRoutes: Readonly<Record<string, Route>> = {
  ...serverRoutes,
  ...stateRoutes,
  ...profileRoutes,
  ...faultRoutes,
  ...trafficRoutes,
};
