/** A second judge of a server, with another idea of the document; an add-on is one. */
import type { Credential } from '../http/credential.ts';
import type { LoadedDocument } from '../model/load-document.ts';
import type { Diagnostic } from '../openapi/diagnostic.ts';

/** Reporters of a second judge that write a file, with the name of it where none is given. */
export const judgeReports: Readonly<Record<string, string>> = {
  html: 'report.html',
  markdown: 'report.md',
  xunit: 'report.xml',
};

/** Reporters that take the place of the usual text; only one of them can be used. */
export const judgeTexts: readonly string[] = ['dot', 'nyan'];

/** A reporter, and for those that write a file: where. */
export interface JudgeReporter {
  readonly name: string;
  /** Absolute. */
  readonly output?: string | undefined;
}

/** One run of a second judge. */
export interface SecondJudgeRun {
  readonly document: LoadedDocument;
  readonly baseUrl: URL;
  /** The hooks file, absolute; they get the run's facts through the variable DREDD_RUN. */
  readonly hooks: string;
  /** What operations ask for; its secrets are masked in everything that is written. */
  readonly credential: Credential;
  /** The environment of the judge and of the hooks. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly reporters: readonly JudgeReporter[];
  /** Also print the requests and responses of passing tests. */
  readonly details: boolean;
  readonly color: boolean;
  /** For each request. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
  readonly onErrorOutput: (text: string) => void;
  /** A report that couldn't be written: its file, and Node's error. */
  readonly onUnwritten: (file: string, error: unknown) => void;
}

/** What came of it; the message is «cause. what to do». */
export type SecondJudgeOutcome =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly message?: string | undefined }
  /** Nothing answers at the base URL. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** The run says nothing about the server: hooks or transactions were missing. */
  | { readonly kind: 'unproved'; readonly message: string }
  | { readonly kind: 'interrupted' };

/** Tests a server with a document. */
export interface SecondJudge {
  /** What of a document keeps the judge from testing anything. */
  inspect(document: LoadedDocument): readonly Diagnostic[];
  /** Runs once; nothing temporary is left when this resolves. */
  run(options: SecondJudgeRun): Promise<SecondJudgeOutcome>;
}
