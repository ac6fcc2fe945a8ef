import type { RuleId } from '../../src/verify/checks/check.ts';
import type { Change } from './base-store.ts';

/** A store of the family. */
interface Member {
  readonly name: string;
  readonly change: Change;
  /** The token that it demands. Default: it demands none. */
  readonly token?: string;
  /** A run against it mostly waits, so that it can go on beside others. Default false. */
  readonly waits?: boolean;
  /** What is wrong is so little that other work hides it: only `npm run family` judges it, alone. Default false. */
  readonly isFaint?: boolean;
}

/** A store that keeps the contract: a violation is a false alarm. */
export interface Conformant extends Member {
  /** Rules that warnings may name: what it does isn't promised by the contract. Default none. */
  readonly surprises?: readonly RuleId[];
}

/** A store with exactly one fault. */
export interface Faulty extends Member {
  /** The rules that may be named for it; the first finding names the first of them. */
  readonly rules: readonly [RuleId, ...RuleId[]];
  /** `warning` where the contract calls the fault surprising, not broken. Default `violation`. */
  readonly severity?: 'warning';
}
