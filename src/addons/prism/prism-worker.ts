/**
 * The thread that Prism works in: loading it, a document that takes long to parse and a body that
 * takes long to validate keep no client waiting there.
 */
import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { WireRequest, WireResponse } from '../../http/exchange.ts';
import { objectOf } from '../../openapi/json/json-value.ts';
import type { Judgement } from '../../serve/validator.ts';
import type { PrismJudge } from './judge.ts';
import { errorMessage } from '../../openapi/error-message.ts';

/** What the thread is told first, and again when another validator takes it over. */
export interface WorkerStart {
  /** The document, as exact JSON. */
  readonly document: string;
  readonly strict: boolean;
  /** Node's compile cache, where it is on. */
  readonly cacheFolder: string | undefined;
  /** One number: the id of the job that is being done, 0 for none. */
  readonly current: Int32Array;
}

/** What of an exchange to judge is no body. */
export interface Job {
  readonly id: number;
  readonly request: Omit<WireRequest, 'body'>;
  readonly response?: Omit<WireResponse, 'body'> | undefined;
}

/** A body as it travels, one character a byte: nothing else is copied so quickly. */
export type PackedBody = string | undefined;

/** Exchanges to judge. A text is sooner copied than the objects that it is of. */
export interface Batch {
  /** {@link Job}s as JSON. */
  readonly jobs: string;
  /** The bodies of their requests and responses in turns. */
  readonly bodies: readonly PackedBody[];
}

/** What the thread has to say. */
export type WorkerNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly cause: string }
  | {
      readonly kind: 'judged';
      /** {@link Judged} exchanges as JSON. */
      readonly judgements: string;
      /** Milliseconds that they took. */
      readonly took: number;
      /** Whether nothing of the batch is left. */
      readonly isEnd: boolean;
    };

/** What became of a job. */
export type Judged = readonly [id: number, judgement: Judgement];

/** Milliseconds after which judgements are handed over, though there are more to come. */
const HANDOVER_MS = 5;

function tell(news: WorkerNews): void {
  // A port, not a window: it has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(news);
}

function bytesOf(body: PackedBody): Uint8Array | undefined {
  return body === undefined ? undefined : Buffer.from(body, 'latin1');
}

async function load({ document, strict, cacheFolder }: WorkerStart): Promise<PrismJudge> {
  if (cacheFolder !== undefined) enableCompileCache(cacheFolder);
  const [{ PrismJudge }, { parseJson }] = await Promise.all([
    import('./judge.ts'),
    import('../../openapi/json/parse-json.ts'),
  ]);
  const parsed = parseJson(document);
  const root = objectOf(parsed.ok ? parsed.value : undefined);
  return await PrismJudge.load(root, { strict });
}

let judge: PrismJudge | undefined;
let current: Int32Array = new Int32Array(1);

async function begin(start: WorkerStart): Promise<void> {
  current = start.current;
  try {
    judge = await load(start);
    tell({ kind: 'ready' });
  } catch (error) {
    tell({ kind: 'failed', cause: errorMessage(error) });
  }
}

/** One after the other: the order of the jobs is the order of the judgements. */
async function work(batch: Batch): Promise<void> {
  const jobs = JSON.parse(batch.jobs) as readonly Job[];
  let judgements: Judged[] = [];
  let since = performance.now();
  const handOver = (isEnd: boolean): void => {
    const now = performance.now();
    tell({ kind: 'judged', judgements: JSON.stringify(judgements), took: now - since, isEnd });
    judgements = [];
    since = now;
  };
  for (const [i, { id, request, response }] of jobs.entries()) {
    current[0] = id;
    const [sent, received] = [batch.bodies[2 * i], batch.bodies[2 * i + 1]].map(bytesOf);
    const judgement = await judge!.judge(
      { ...request, body: sent },
      response && { ...response, body: received },
    );
    judgements.push([id, judgement]);
    if (performance.now() - since > HANDOVER_MS && i + 1 < jobs.length) handOver(false);
  }
  current[0] = 0;
  handOver(true);
}

let working = Promise.resolve();
parentPort?.on('message', (message: WorkerStart | Batch) => {
  working = working.then(() => ('jobs' in message ? work(message) : begin(message)));
});
