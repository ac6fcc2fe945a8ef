import type { VerifyOptions } from '../../src/index.ts';
import type { RuleId } from '../../src/verify/checks/check.ts';
import type { Change, Service } from './service.ts';

/** A server of the rich family: one of its two services, with one thing different. */
export interface Member {
  /** Kebab case; no two are the same. */
  readonly id: string;
  /** What it does, in a few words. */
  readonly title: string;
  readonly service: Service;
  /** Default: nothing is different. */
  readonly change?: Change;
  /** What nothing but its makers knows, and allows. Default: nothing. */
  readonly options?: Pick<VerifyOptions, 'values' | 'allowChanges'>;
  /** Whether it is judged with the credentials of a second account, too. Default false. */
  readonly isBetweenAccounts?: boolean;
}

/** A server that keeps its contract: a violation is a false alarm. */
export interface Conformant extends Member {
  /** Rules that warnings may name: what it does isn't promised. Default: none. */
  readonly surprises?: readonly RuleId[];
}

/** A server with exactly one fault. */
export interface Faulty extends Member {
  /** Ids of operations: under one of them it has to be told. */
  readonly at: readonly string[];
  /** `warning` where nothing promises otherwise, but clients will be surprised. Default `violation`. */
  readonly severity?: 'warning';
}
