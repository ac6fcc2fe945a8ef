/** What scenes have to say of exchanges. */
import type { JudgedExchange } from '../cases/case.ts';
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
