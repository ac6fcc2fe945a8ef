import type { IntegerRange } from '../../openapi/schema/integer-format.ts';

/** The flags of `verify` as commander reads them. */
export interface VerifyFlags {
  readonly token?: string;
  readonly credential?: readonly string[];
  readonly spec?: string;
  readonly cases?: readonly string[];
  readonly maxCases?: number;
  readonly strict?: boolean;
  readonly profile?: string;
  readonly learn?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly large: boolean;
  readonly seed: number;
  readonly rerun?: string;
  readonly timeout: number;
  readonly concurrency: number;
  readonly rate?: number;
  readonly wait?: number;
  readonly bail?: boolean;
  readonly dryRun?: boolean;
  readonly header?: readonly string[];
  readonly ca?: string;
  readonly insecure?: boolean;
  readonly marker?: string;
  readonly idRange?: IntegerRange;
  readonly maxCreates?: number;
  readonly reporter?: readonly string[];
  readonly har?: string;
}
