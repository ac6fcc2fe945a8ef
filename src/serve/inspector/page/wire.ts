/** What the control API answers, as far as the page shows it. */
import type { JsonObject } from '../../../openapi/json/json-value.ts';
import type { QuestionInfo } from '../../../questions/question.ts';
import type { SandboxState } from '../../../questions/scenarios/scenario.ts';
import type { ControlHost } from '../../control/route.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';
import type { Recorded } from '../../sandbox/recorder.ts';

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
