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
}

/** A server that keeps its contract: a violation is a false alarm. */
export interface Conformant extends Member {
  /** Rules that warnings may name: what it does isn't promised. Default: none. */
  readonly surprises?: readonly RuleId[];
  /** What nothing but its makers knows. Default: nothing. */
  readonly options?: Pick<VerifyOptions, 'values'>;
}
