import type { Outline } from '../outline.ts';
import type { TemplateResult } from 'lit-html';
import { ExchangeLog, type Filter, NO_FILTER } from './exchange-log.ts';
import type { Fault } from '../../../mock/faults.ts';
import type { JsonObject } from '../../../openapi/json/json-value.ts';
import type { QuestionInfo } from '../../../questions/question.ts';
import type { SandboxState } from '../../../questions/scenarios/scenario.ts';
import type { ControlHost } from '../../control/route.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';
import type { Recorded } from '../../sandbox/recorder.ts';

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

export interface Health extends Pick<ControlHost, 'mode' | 'target'> {
  readonly title: string;
}

export type ExchangeList = Recorded<ExchangeView>;

export interface ResourceList {
  readonly resources: readonly JsonObject[];
  readonly total: number;
  /** The property that tells one from another. */
  readonly identity?: string;
  /** Absent where the document has only one. */
  readonly collections?: readonly CollectionSize[];
  readonly collectionCount?: number;
  /** In all collections. */
  readonly stored?: number;
}

export interface CollectionSize {
  readonly collection: string;
  readonly total: number;
}

export interface Question extends Pick<QuestionInfo, 'id' | 'question' | 'leftOpenBy'> {
  readonly answer: string;
  readonly answers: readonly string[];
  readonly takesStatus: boolean;
  /** Whether a number is an answer. */
  readonly takesNumber: boolean;
  readonly isDefault: boolean;
}

export interface Profile {
  readonly profile: string | null;
  readonly profiles: readonly string[];
  readonly operations: readonly {
    readonly operation: string;
    readonly questions: readonly Question[];
  }[];
}

export interface ScenarioList extends Pick<SandboxState, 'scenario'> {
  readonly scenarios: readonly { readonly name: string; readonly description: string }[];
}

export interface SandboxList {
  readonly sandboxes: readonly {
    readonly name: string;
    readonly resources: number;
    readonly requests: number;
  }[];
  readonly max: number;
}

export interface ServedDocument {
  readonly file?: string;
  readonly title: string;
  readonly text: string;
}
