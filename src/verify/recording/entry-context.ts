import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Operation } from '../../model/operation.ts';
import type { EntryMask } from './entry-mask.ts';

/** Why an entry isn't judged. */
export type SkipReason =
  /** Its method and path are those of no operation of the document. */
  | 'no-operation'
  /** It was sent to another address than the one that is judged. */
  | 'elsewhere'
  /** The recording lacks a body that was sent or received. */
  | 'no-body'
  /** The client itself ended or blocked it: that says nothing of the server. */
  | 'aborted'
  /** There is no answer, and the recording doesn't say whose fault that is. */
  | 'no-answer'
  /** The proxy that recorded it answered in the server's place. */
  | 'by-proxy';

/** Options of {@link readHar}. */
export interface ReadHarOptions {
  readonly document: OpenApiDocument;
  /** Name of the environment variable that stands for credentials. */
  readonly tokenVariable: string;
  /** What is judged lies below this address, without a slash at its end. Default: anywhere. */
  readonly baseUrl?: string | undefined;
}

/** What reading one entry takes. */
export interface EntryContext extends ReadHarOptions {
  readonly operations: readonly Operation[];
  readonly index: number;
  /** When the first entry was sent. */
  readonly epoch: number;
  /** What earlier requests were about; filled on the way. */
  readonly identities: Set<string>;
  readonly mask: EntryMask;
}
