import type { Outline } from '../outline.ts';
import type { TemplateResult } from 'lit-html';
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

/** A box over the page, until it is answered or closed. */
export interface Dialog {
  readonly title: string;
  readonly content: () => TemplateResult;
}

/** Which of the stored resources are shown. */
export interface ResourcePart {
  /** Words that their values have. */
  readonly q: string;
  /** A property, `-` before it for the highest first; empty for the order of creation. */
  readonly sort: string;
  readonly offset: number;
}

export const WHOLE: ResourcePart = { q: '', sort: '', offset: 0 };

/** Everything that the page shows. Changed in place; {@link State.update} draws it anew. */
export interface State {
  connection: 'connecting' | 'open' | 'reconnecting';
  /** Whether the user has to sign in, and has tried; `undefined` while the server takes requests. */
  signIn: 'asked' | 'refused' | undefined;
  route: Route;
  filter: Filter;
  readonly log: ExchangeLog;
  /** Pixels that the list of requests is scrolled by. */
  scroll: number;
  health: Health | undefined;
  outline: Outline;
  tokenVariable: string;
  resources: ResourceList | undefined;
  /** What of a collection is shown. */
  part: ResourcePart;
  /** What is to be put in, as it is being written. */
  seed: string;
  /** The collection that is shown; empty for what is in none, `undefined` where none is chosen. */
  collection: string | undefined;
  profile: Profile | undefined;
  faults: readonly Fault[];
  latency: number;
  scenarios: ScenarioList | undefined;
  sandboxes: SandboxList | undefined;
  document: ServedDocument | undefined;
  /** A word about what the user has just done; empty for none. */
  notice:
    | {
        readonly text: string;
        readonly isError: boolean;
        readonly undo?: (() => Promise<unknown>) | undefined;
      }
    | undefined;
  /** The request that was sent here, and is still to be seen. */
  awaited: { readonly method: string; readonly target: string } | undefined;
  /** The box over the page. */
  dialog: Dialog | undefined;
  /** What screen readers are told of new requests. */
  announcement: string;
  /** Asks for a new drawing, at the next frame. */
  update: () => void;
  /** Draws at once: the next key is for what is shown then. */
  draw: () => void;
}

export const state: State = {
  connection: 'connecting',
  signIn: undefined,
  route: { panel: 'requests', item: undefined },
  filter: NO_FILTER,
  log: new ExchangeLog(),
  scroll: 0,
  health: undefined,
  outline: { operations: [], schemas: [] },
  tokenVariable: 'ACCESS_TOKEN',
  resources: undefined,
  part: WHOLE,
  seed: '',
  collection: undefined,
  profile: undefined,
  faults: [],
  latency: 0,
  scenarios: undefined,
  sandboxes: undefined,
  document: undefined,
  notice: undefined,
  awaited: undefined,
  dialog: undefined,
  announcement: '',
  update: () => {},
  draw: () => {},
};
