/** What scenes send, and what they have to say of it. */
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { CaseTemplate, Given, JudgedExchange } from '../cases/case.ts';
import type { Variation } from '../cases/generate/candidate.ts';
import type { Observation } from '../checks/check.ts';

/** What a scene says of an exchange. Default: that it breaks R9, where the document has the success of its operation. */
export type Remark = Omit<Observation, Assumed> & Partial<Pick<Observation, Assumed>>;

type Assumed = 'severity' | 'rule' | 'pointer';

/** What a scene has to say, and of which exchange. */
export interface SceneObservation extends Observation {
  readonly exchange: JudgedExchange;
  /** All that was sent in the scene until it was noticed. */
  readonly sequence: readonly JudgedExchange[];
}

/** What a request is, besides the operation's plain one. */
export interface SceneRequest extends Variation {
  /** What it is about. Default: what the operation's own requests are about, made for it. */
  readonly given?: Given | undefined;
  /** Identities that its body refers to, by the keys of its references. Default: whatever is there. */
  readonly referring?: Readonly<Record<string, JsonValue>> | undefined;
  /** Whether its resource is to be as it is, whatever its operation needs. Default false. */
  readonly isUnprepared?: boolean | undefined;
}

/** Sends a case, with what it needs before it; `undefined` where it isn't sent. */
export type Send = (template: CaseTemplate) => Promise<JudgedExchange | undefined>;
