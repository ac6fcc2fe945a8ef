/** What the control API answers, as far as the page shows it. */
import type { JsonObject } from '../../../openapi/json/json-value.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';

export interface Health {
  readonly mode: 'mock' | 'proxy';
  readonly version: string;
  readonly title: string;
  /** Another one after every start of the server. */
  readonly instance: string;
  /** The server behind a proxy. */
  readonly target?: string;
}

export interface ExchangeList {
  readonly requests: readonly ExchangeView[];
  readonly last: number;
  readonly dropped: number;
}

export interface ResourceList {
  readonly resources: readonly JsonObject[];
  readonly total: number;
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

export interface Question {
  readonly id: string;
  readonly question: string;
  readonly leftOpenBy: string;
  readonly answer: string;
  readonly answers: readonly string[];
  readonly takesStatus: boolean;
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

export interface ScenarioList {
  readonly scenarios: readonly { readonly name: string; readonly description: string }[];
  readonly scenario: string | null;
}

export interface Sandbox {
  readonly name: string;
  readonly resources: number;
  readonly requests: number;
  readonly idle: number;
}

export interface SandboxList {
  readonly sandboxes: readonly Sandbox[];
  readonly max: number;
}

export interface ServedDocument {
  readonly file?: string;
  readonly title: string;
  readonly text: string;
}
