/**
 * The thread that Prism works in: loading it, a document that takes long to parse and a body that
 * takes long to validate keep no client waiting there.
 */
import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { WireRequest, WireResponse } from '../../http/exchange.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import type { Judgement } from '../../serve/validator.ts';
import type { PrismJudge } from './judge.ts';

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

/** A message whose body travels as text, one character a byte: nothing else is copied so quickly. */
export type Packed<Message extends WireRequest | WireResponse> = Omit<Message, 'body'> & {
  readonly body: string | undefined;
};

/** One exchange to judge. */
export interface Job {
  readonly id: number;
  readonly request: Packed<WireRequest>;
  readonly response: Packed<WireResponse> | undefined;
}

/** What the thread has to say. */
export type WorkerNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly cause: string }
  | {
      readonly kind: 'judged';
      readonly judgements: readonly (readonly [id: number, judgement: Judgement])[];
      /** Milliseconds that they took. */
      readonly took: number;
    };

/** Milliseconds after which judgements are handed over, though there are more to come. */
const HANDOVER_MS = 5;

function tell(news: WorkerNews): void {
  // A port, not a window: it has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(news);
}

function bytesOf(body: string | undefined): Uint8Array | undefined {
  return body === undefined ? undefined : Buffer.from(body, 'latin1');
}

async function load({ document, strict, cacheFolder }: WorkerStart): Promise<PrismJudge> {
  if (cacheFolder !== undefined) enableCompileCache(cacheFolder);
  const [{ PrismJudge }, { parseJson }] = await Promise.all([
    import('./judge.ts'),
    import('../../openapi/json/parse-json.ts'),
  ]);
  const parsed = parseJson(document);
  const root = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
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
    tell({ kind: 'failed', cause: error instanceof Error ? error.message : String(error) });
  }
}

/** One after the other: the order of the jobs is the order of the judgements. */
async function work(jobs: readonly Job[]): Promise<void> {
  let judgements: [number, Judgement][] = [];
  let since = performance.now();
  const handOver = (): void => {
    const now = performance.now();
    tell({ kind: 'judged', judgements, took: now - since });
    judgements = [];
    since = now;
  };
  for (const { id, request, response } of jobs) {
    current[0] = id;
    const sent = { ...request, body: bytesOf(request.body) };
    const received = response && { ...response, body: bytesOf(response.body) };
    judgements.push([id, await judge!.judge(sent, received)]);
    if (performance.now() - since > HANDOVER_MS) handOver();
  }
  current[0] = 0;
  if (judgements.length > 0) handOver();
}

let working = Promise.resolve();
parentPort?.on('message', (message: WorkerStart | readonly Job[]) => {
  working = working.then(() => ('current' in message ? begin(message) : work(message)));
});
