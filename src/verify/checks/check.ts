import type { Case, JudgedExchange } from '../cases/case.ts';
import type { Location } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';
import type { SchemaIssue } from '../../openapi/schema/check.ts';

/** What a check may know besides the exchange. */
export interface CheckContext {
  readonly document: OpenApiDocument;
  /** Reads the document literally: what the schema allows must be accepted. Default false. */
  readonly strict: boolean;
  /**
   * The status with which the server refuses such a body, as its answers to open questions say.
   * Default: nothing is known of them.
   */
  readonly refuses?: ((operation: string, body: JsonObject) => number | undefined) | undefined;
  /**
   * Another case of the run that sent this value as this property; it tells a value that was
   * carried over from one that was made up.
   */
  sentElsewhere?(property: string, value: JsonValue, than: Case): Pick<Case, 'id'> | undefined;
  /** Whether what is wrong with an answer was left by a request that should not have been taken. */
  isLeft?(issue: SchemaIssue, body: JsonValue): boolean;
  /** Whether the resource that the case is to replace was given this value before. */
  isKept?(property: string, value: JsonValue, of: Case): boolean;
}

/** A pure function from an exchange to what there is to say about it; an empty list is nothing. */
export interface Check {
  /** Kebab-case, like its file. */
  readonly id: string;
  check(exchange: JudgedExchange, context: CheckContext): Observation | Observation[];
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
  checkRun(
    exchanges: readonly JudgedExchange[],
    context: CheckContext,
  ): RunObservation | RunObservation[];
}

/** `violation`: the contract is broken; `warning`: not promised, but surprising; `note`. The gravest first. */
export const severities = ['violation', 'warning', 'note'] as const;

/** One of {@link severities}. */
export type Severity = (typeof severities)[number];

/** Compares so that the gravest come first. */
export function byGravity(
  a: Pick<Observation, 'severity'>,
  b: Pick<Observation, 'severity'>,
): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity);
}

/** The contract's rules, and the profile's (P1); what each says stands in `rules.ts`. */
export type RuleId = 'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8' | 'R9' | 'P1';

/** What a check says of an exchange, before the run adds whose and where. */
export interface Observation {
  readonly severity: Severity;
  readonly rule: RuleId;
  /** One sentence; equal for exchanges with the same fault, so that findings can be grouped. */
  readonly message: string;
  /** What came back: "201 with an object", "name is missing". */
  readonly received: string;
  /** What the document promises. */
  readonly documented: string;
  /** JSON Pointer into the document, to what is broken. */
  readonly pointer: string;
  /** What it shares with others of the same cause. Default: its message. */
  readonly symptom?: Symptom | undefined;
}

/** What findings of one cause share where their messages differ. */
export interface Symptom {
  /** Equal for findings of one cause, whichever operation shows it. */
  readonly kind: string;
  /** What keeps causes of the kind apart, such as the operation's id. Default: nothing does. */
  readonly of?: string | undefined;
  /** Where it shows: `name`, `the query parameter limit`. */
  readonly place?: string | undefined;
  /** What was sent there, in the plural: `booleans`. */
  readonly value?: string | undefined;
}

/** What a baseline says of a finding that it knows. */
export interface Known {
  /** Why it is accepted. */
  readonly reason?: string | undefined;
  /** The last day on which it is: `2027-01-31`. */
  readonly expires?: string | undefined;
}

/** Whether a run fails for it: it is a violation, and no known one. */
export function isFailure({ severity, known }: Pick<Finding, 'severity' | 'known'>): boolean {
  return severity === 'violation' && known === undefined;
}

/** One thing that a check has to say, as reports carry it. */
export interface Finding extends Observation {
  /** Id of the check. */
  readonly check: string;
  /** Id of the operation. */
  readonly operation: string;
  /** Id of the case. */
  readonly case: string;
  /** Id of its cause; absent until the run has ended. */
  readonly cause?: string | undefined;
  /** What the baseline says of it; absent where it is new, or there is no baseline. */
  readonly known?: Known | undefined;
  /** Sequence number of the exchange in its run. */
  readonly exchange: number;
  /** Where `pointer` stands in the document's file. */
  readonly location?: Location | undefined;
  /** One line that reproduces it, with the token as an environment variable. */
  readonly curl: string;
  /** The smallest request that was found to fail in the same way, where a random case failed. */
  readonly smallest?: { readonly curl: string; readonly received: string } | undefined;
  /** Of a server that is another from here on: what may have done it, the most unusual first. */
  readonly suspects?: readonly { readonly case: string; readonly curl: string }[] | undefined;
}

/** What each rule of the contract says, in the words of reports. */
export const rules: Readonly<Record<RuleId, string>> = {
  R1: 'A valid request with a credential gets the documented success with a body of its shape',
  R2: 'A documented error carries a body of the documented error shape',
  R3: 'Responses have the documented media type',
  R4: 'The response returns what was sent, and nothing from another request',
  R5: 'An invalid request is not answered with success',
  R6: 'No 5xx, no dropped or hanging connection, no truncated body, whatever is sent',
  R7: 'Integers are exact within their format, and refused outside it',
  R8: 'Error statuses are documented',
  R9: 'A request has the effect that it says, and no other: later reads agree with it',
  P1: 'Open questions are answered as the profile says',
};
