import type { AnswerSpace } from './answer.ts';
import type { Probe } from './probe.ts';
import type { FreshValues } from '../model/requests/fresh-values.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Enactment } from '../mock/enactment.ts';
import type { Subject } from './subject.ts';

/** As much of an open question as is shown, and as answers are held against. */
export interface QuestionInfo {
  /** Kebab-case; the key in profiles. */
  readonly id: string;
  /** In plain words: "May an id be used twice?" */
  readonly question: string;
  /** A true sentence about the document, or one of the service's specification. */
  readonly leftOpenBy: string;
  readonly answers: AnswerSpace;
  /** The answer that is given where nobody chooses one; what the `documented` profile says. */
  readonly usual: string;
}

/** A point that the document leaves open, asked of one operation. */
export interface OpenQuestion extends QuestionInfo {
  /** The requests that ask it, to be sent in this order, one after the other. */
  probe(fresh: FreshValues): Probe[];
  /** The answer that the exchanges give; `undefined` where they give none. */
  read(exchanges: readonly Exchange[]): string | undefined;
  /** How the mock behaves that gives this answer. */
  enact(answer: string): Enactment;
  /** Probes with over 64 KiB, which `--no-large` leaves out. Default false. */
  readonly large?: boolean;
}

/** What can be asked, by operation id, in the order in which it is shown. */
export type Questions = ReadonlyMap<string, readonly QuestionInfo[]>;

/**
 * What leaves questions open in the words of a service's own specification, by question id. It
 * stands with the service and counts more than what the question says of the document.
 */
export type OpenQuestionSentences = Readonly<Record<string, string>>;

/** The questions of one theme about a subject: none where they can't be asked. */
export type QuestionFactory = (subject: Subject) => OpenQuestion[];
