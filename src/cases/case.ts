/** Cases: requests to send, with what is known about each. */
import type { JsonNumber, JsonValue } from '../openapi/json/json-value.ts';
import type { Operation } from '../openapi/operation.ts';
import type { IntegerRange } from '../openapi/schema/integer-format.ts';
import type { Given, Need } from './need.ts';

/** How a case's request stands to the document. */
export type Validity =
  /** The document promises success. */
  | { readonly kind: 'valid' }
  /** The document rules the request out, so success would be a breach. */
  | {
      readonly kind: 'invalid';
      /** JSON Pointer into the document, to what the request breaks. */
      readonly pointer: string;
      /** The keyword or rule that is broken: `required`, `type`, `format`, `syntax`, `media-type` … */
      readonly keyword: string;
      /** In words: `id is required`. */
      readonly reason: string;
    }
  /**
   * The schema allows it and the specification says nothing more: success and a well-formed
   * refusal are both fine. `--strict` takes it for valid.
   */
  | {
      readonly kind: 'open';
      readonly reason: string;
      /**
       * False where the document doesn't allow the request in so many words either (another media
       * type, no credential): then `--strict` must not take it for valid. Default true.
       */
      readonly strictlyValid?: boolean | undefined;
      /**
       * Nothing but what the server knew can be a reason to refuse it: worth a note, also with
       * `--strict`. Default false.
       */
      readonly otherwiseValid?: boolean | undefined;
    };

/** A request as a case describes it; without secrets, and relative to any base_url. */
export interface CaseRequest {
  /** In uppercase. */
  readonly method: string;
  /** Path and query below base_url, such as `/things?limit=1`. */
  readonly target: string;
  /** In order; names as they are to be sent. Holds no credential and no Content-Length. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The exact bytes; absent where no body is sent. */
  readonly body?: Uint8Array | undefined;
  /** What the body says, where it is JSON. */
  readonly value?: JsonValue | undefined;
  /** Whether the run's credential (the token) is added. Default true. */
  readonly withCredential?: boolean | undefined;
  /** How the credential's scheme is spelled. Default `Bearer`. */
  readonly credentialScheme?: string | undefined;
  /** Whether a made-up credential is added in place of the run's. Default false. */
  readonly madeUpCredential?: boolean | undefined;
}

/** One request to send. */
export interface Case {
  /** Stable from run to run, kebab-case with slashes: `curated/without-tag`. */
  readonly id: string;
  /** For people: "without the optional tag". */
  readonly title: string;
  readonly operation: Operation;
  readonly validity: Validity;
  readonly request: CaseRequest;
  /**
   * The request's identity is not fresh, or one of few: a refusal may mean that it was used before.
   * Default false.
   */
  readonly fixedIdentity?: boolean | undefined;
  /** The open question that it asks, if it asks one: a refusal is its answer, and no finding. */
  readonly question?: string | undefined;
  /**
   * It goes to another method or path than the operation's, so that the operation's responses
   * promise nothing. Default false.
   */
  readonly outsideOperation?: boolean | undefined;
  /** What requests before it have left. */
  readonly given?: Given | undefined;
}

/** Values that no other request of this run, nor of an earlier one, has used. */
export interface FreshValues {
  /**
   * An integer from the run's range of ids.
   *
   * @param within What the property's own schema allows. Default int64.
   */
  integer(within?: IntegerRange): JsonNumber;
  /**
   * `base` with the run's readable marker and a number behind it.
   *
   * @param maxLength In characters; the base is cut so that both fit. Default: no limit.
   */
  text(base: string, maxLength?: number): string;
  /** Values of path parameters that earlier requests have left. Default: none. */
  readonly given?: Readonly<Record<string, JsonValue>> | undefined;
}

/** A case before its fresh values are drawn: it can be built any number of times. */
export interface CaseTemplate extends Omit<Case, 'request'> {
  /** @returns A new request each time; equal but for the fresh values. */
  readonly build: (fresh: FreshValues) => CaseRequest;
  /** What must be there first. Default: nothing. */
  readonly needs?: Need | undefined;
}

/** Draws the fresh values of a template. */
export function buildCase(template: CaseTemplate, fresh: FreshValues): Case {
  const { build, needs: _, ...rest } = template;
  return { ...rest, request: build(fresh) };
}
