/** Oracles: what must follow from what was done before, shown by short sequences of requests. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Operation } from '../../model/operation.ts';
import type { Resource } from './resource-view.ts';
import type { Stage } from './stage.ts';
import type { ResourceOperations } from './resource-operations.ts';

/** What the scenes of an oracle are made from. */
export interface Cast {
  readonly document: OpenApiDocument;
  /** Of every kind of resource that the run can create. */
  readonly resources: readonly ResourceOperations[];
  /** What is put there: the settings of each user, tags with names that clients choose. */
  readonly put: readonly ResourceOperations[];
  /** Whether requests can be sent as another client. */
  readonly hasOtherClient: boolean;
  /** The secrets of the run that are for one security scheme, by its name. Default: there are none. */
  readonly schemes?: ReadonlyMap<string, unknown> | undefined;
}

/** Knows what must follow from what was done before. */
export interface Oracle {
  /** Kebab-case; the check of its findings. */
  readonly id: string;
  /** The sentence of HTTP, OpenAPI or plain sense that it stands on. */
  readonly because: string;
  /** What it looks at, in the document's order; none where the document has nothing for it. */
  scenes(cast: Cast): Iterable<Scene>;
}

/** One short sequence of requests, to resources of its own. */
export interface Scene {
  /** The operation that it is about: what it finds is told of that one. */
  readonly operation: Operation;
  /** For people; with the oracle and the operation, it makes the ids of its cases. */
  readonly title: string;
  /** About so many requests. */
  readonly requests: number;
  /** Whether other requests to the same resources would be in its way. Default false. */
  readonly isAlone?: boolean | undefined;
  /** Whether it comes when all cases were sent, so that there is much on the server. Default false. */
  readonly isLast?: boolean | undefined;
  /** Sends its requests and reports what is wrong. The stage ends it where one has no success to build on. */
  play(stage: Stage): Promise<void>;
}

export type { Resource, ResourceOperations, Stage };
