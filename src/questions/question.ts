import type { AnswerSpace } from './answer.ts';
import type { Probe } from './probe.ts';
import type { FreshValues } from '../model/requests/fresh-values.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Enactment } from '../mock/enactment.ts';
import type { Subject } from './subject.ts';

/** A point that the specification leaves open, asked of one operation. */
export interface OpenQuestion {
  /** Kebab-case; the key in profiles. */
  readonly id: string;
  /** In plain words: "May an id be used twice?" */
  readonly question: string;
  /** The sentence of the specification that leaves it open. */
  readonly leftOpenBy: string;
  readonly answers: AnswerSpace;
  /** What the `documented` profile says. */
  readonly usual: string;
  /** The requests that ask it, to be sent in this order, one after the other. */
  probe(fresh: FreshValues): Probe[];
  /** The answer that the exchanges give; `undefined` where they give none. */
  read(exchanges: readonly Exchange[]): string | undefined;
  /** How the mock behaves that gives this answer. */
  enact(answer: string): Enactment;
  /** Probes with over 64 KiB, which `--no-large` leaves out. Default false. */
  readonly large?: boolean;
}

/** As much of an open question as is shown, and as answers are held against. */
export type QuestionInfo = Pick<OpenQuestion, 'id' | 'question' | 'answers' | 'usual'> & {
  /** The sentence of the specification that leaves it open; `undefined` where none is known. */
  readonly leftOpenBy: string | undefined;
};

/** What can be asked, by operation id, in the order in which it is shown. */
export type Questions = ReadonlyMap<string, readonly QuestionInfo[]>;

/** Makes a question's instances for a subject: none where it can't be asked. */
export type QuestionFactory = (subject: Subject) => OpenQuestion[];
