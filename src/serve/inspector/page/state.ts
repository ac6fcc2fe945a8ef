import type { Outline, OutlineOperation } from '../outline.ts';
import { ExchangeLog, type Filter, NO_FILTER } from './exchange-log.ts';
import type { Fault } from '../../../mock/faults.ts';
import type {
  Health,
  Profile,
  ResourceList,
  SandboxList,
  ScenarioList,
  ServedDocument,
} from './wire.ts';

/** Parts of the page, as they stand in its address. */
export type PanelName = 'requests' | 'stored' | 'answers' | 'controls' | 'document';

/** Where the page is: `#/requests/12`, `#/document/31`. */
export interface Route {
  readonly panel: PanelName;
  /** Number of a request, or line of the document. */
  readonly item: number | undefined;
}

/** Everything that the page shows. Changed in place; {@link State.update} draws it anew. */
export interface State {
  connection: 'connecting' | 'open' | 'reconnecting';
  route: Route;
  filter: Filter;
  readonly log: ExchangeLog;
  /** Pixels that the list of requests is scrolled by. */
  scroll: number;
  health: Health | undefined;
  outline: Outline;
  tokenVariable: string;
  resources: ResourceList | undefined;
  /** The collection that is shown; empty for what is in none, `undefined` where none is chosen. */
  collection: string | undefined;
  profile: Profile | undefined;
  faults: readonly Fault[];
  latency: number;
  scenarios: ScenarioList | undefined;
  sandboxes: SandboxList | undefined;
  document: ServedDocument | undefined;
  /** A word about what the user has just done; empty for none. */
  notice: { readonly text: string; readonly isError: boolean } | undefined;
  /** What screen readers are told of new requests. */
  announcement: string;
  /** Asks for a new drawing, at the next frame. */
  update: () => void;
}

export const state: State = {
  connection: 'connecting',
  route: { panel: 'requests', item: undefined },
  filter: NO_FILTER,
  log: new ExchangeLog(),
  scroll: 0,
  health: undefined,
  outline: { operations: [], schemas: [] },
  tokenVariable: 'ACCESS_TOKEN',
  resources: undefined,
  collection: undefined,
  profile: undefined,
  faults: [],
  latency: 0,
  scenarios: undefined,
  sandboxes: undefined,
  document: undefined,
  notice: undefined,
  announcement: '',
  update: () => {},
};

/** The outline of an operation. */
export function operationOf(id: string | null): OutlineOperation | undefined {
  return state.outline.operations.find((one) => one.id === id);
}
