import type { Case } from '../cases/case.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { JudgedExchange } from '../judged-exchange.ts';
import type { Observation } from './finding.ts';

/** What a check may know besides the exchange. */
export interface CheckContext {
  readonly document: OpenApiDocument;
  /** Reads the document literally: what the schema allows must be accepted. Default false. */
  readonly strict: boolean;
  /** Properties that the profile says are trimmed: that they are is no news. Default none. */
  readonly trimmed?: ReadonlySet<string> | undefined;
  /**
   * Another case of the run that sent this value as this property; it tells a value that was
   * carried over from one that was made up.
   */
  sentElsewhere?(property: string, value: JsonValue, than: Case): Case | undefined;
}

/** A pure function from an exchange to what there is to say about it. */
export interface Check {
  /** Kebab-case, like its file. */
  readonly id: string;
  /** What it looks for, in a sentence. */
  readonly title: string;
  check(exchange: JudgedExchange, context: CheckContext): Observation[];
}

/** What a run check says, and of which of the exchanges. */
export interface RunObservation extends Observation {
  readonly exchange: JudgedExchange;
  /** What has to be sent before it for the fault to show. Default: nothing. */
  readonly after?: JudgedExchange | undefined;
}

/** A pure function over all exchanges of a run: what no single exchange can show. */
export interface RunCheck {
  readonly id: string;
  readonly title: string;
  checkRun(exchanges: readonly JudgedExchange[], context: CheckContext): RunObservation[];
}
