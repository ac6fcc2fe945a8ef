import { Worker } from 'node:worker_threads';

/** Which documents are tried: drawn ones, or given ones. */
export type DocumentRun =
  | {
      readonly count: number;
      /** The same documents for the same one. */
      readonly seed: number;
    }
  | { readonly texts: readonly string[] };

/** What became of one. */
export interface DocumentOutcome {
  /** An error that is no reason to refuse it; `undefined` where there was none. */
  readonly problem: string | undefined;
  /** Of CPU. */
  readonly seconds: number;
}

/** A document that broke something. */
export interface BrokenBy {
  readonly document: string;
  readonly problem: string;
}

/** What came of a run. */
export interface DocumentResult {
  readonly broken: readonly BrokenBy[];
  /** CPU seconds of each that was tried, in their order. */
  readonly seconds: readonly number[];
}

/** Milliseconds after which a document is taken to hang, on a busy machine. */
const PATIENCE = 60_000;

/** More memory is too much for a document of some kilobytes. */
const MEGABYTES = 1024;

/** Takes documents that are hard to take through mock and `verify`; after one that hangs, or takes all memory, it goes on. */
export async function tryDocuments(run: DocumentRun): Promise<DocumentResult> {
  const broken: BrokenBy[] = [];
  const seconds: number[] = [];
  let ended = await tryFrom(run, 0, broken, seconds);
  while (ended !== undefined) ended = await tryFrom(run, ended + 1, broken, seconds);
  return { broken, seconds };
}

/** @returns The number of the document that ended it; `undefined` after the last one. */
async function tryFrom(
  run: DocumentRun,
  first: number,
  broken: BrokenBy[],
  seconds: number[],
): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const worker = new Worker(new URL('documents-worker.ts', import.meta.url), {
    workerData: { run, first },
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
  });
  let document = '';
  let number = first - 1;
  const ends = (problem: string): void => {
    broken.push({ document, problem });
    resolve(number);
  };
  const hangs = (): void => ends(`no end after ${PATIENCE} ms`);
  let timer = setTimeout(hangs, PATIENCE);
  worker.on('message', (told: DocumentOutcome | { readonly begun: string }) => {
    clearTimeout(timer);
    timer = setTimeout(hangs, PATIENCE);
    if ('begun' in told) {
      document = told.begun;
      number += 1;
      return;
    }
    seconds.push(told.seconds);
    if (told.problem !== undefined) broken.push({ document, problem: told.problem });
  });
  worker.once('error', (error) => ends(String(error)));
  worker.once('exit', () => resolve(undefined));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
