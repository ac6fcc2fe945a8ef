/** Prism as a validator: in a thread of its own, which is started again where it gets stuck. */
import { getCompileCacheDir } from 'node:module';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WireRequest, WireResponse } from '../../http/exchange.ts';
import { selfContained } from '../../model/quarantine.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import {
  type CreateValidator,
  type Judgement,
  NOTHING_FOUND,
  type Validator,
  type ValidatorOptions,
  within,
} from '../../serve/validator.ts';
import type { Batch, Job, Judged, PackedBody, WorkerNews, WorkerStart } from './prism-worker.ts';

/** Prism; imports nothing of it into this thread. */
export const createValidator: CreateValidator = (options) => new PrismValidator(options);

const PROGRAM = join(import.meta.dirname, `prism-worker${extname(import.meta.filename)}`);

/** Milliseconds that Prism may take to load a document: some take it 40 s of CPU. */
export const LOAD_PATIENCE = 300_000;

/** How often a thread is started again that got stuck, or ended. */
export const MAX_RESTARTS = 3;

/** How much of the memory a document or a body can take: of a greater heap the thread is ended. */
export const MAX_HEAP_MB = 1024;

/** What an exchange takes is soon let go: room for more young objects would only grow under load. */
const MAX_YOUNG_MB = 48;

/** Bytes of bodies that wait to be judged before {@link Validator.isFull}. */
export const MAX_WAITING: number = 64 * 1024 * 1024;

/** How often it is looked whether the thread is stuck. */
const WATCH_MS = 500;

/**
 * Batches that the thread has at most: one that it works on, and the next. What comes meanwhile goes
 * together, since a message costs more than what is in it.
 */
const MAX_BATCHES = 2;

/** An exchange that waits to be judged. */
interface Waiting {
  readonly job: Job;
  readonly bodies: readonly [sent: PackedBody, received: PackedBody];
  readonly since: number;
  readonly settle: (judgement: Judgement) => void;
}

class PrismValidator implements Validator {
  readonly name = 'Prism';
  readonly ready: Promise<void>;
  state: Validator['state'] = 'loading';
  readonly #options: ValidatorOptions;
  readonly #settleReady: () => void;
  readonly #waiting = new Map<number, Waiting>();
  #thread: PrismThread | undefined;
  /** Id of the job that the thread is doing; shared with it. */
  #current = new Int32Array(new SharedArrayBuffer(4));
  #unsent: Waiting[] = [];
  /** Batches that the thread has. */
  #batches = 0;
  #lastId = 0;
  #bytes = 0;
  /** Milliseconds for an exchange, of late. */
  #pace = 0;
  /** When the thread was last heard of, or given work after it had none. */
  #heard = 0;
  #restarts = 0;
  #watch: NodeJS.Timeout | undefined;
  #isDone: (() => void) | undefined;

  constructor(options: ValidatorOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    this.#settleReady = resolve;
    // Whoever has just started to listen can say so first.
    setImmediate(() => this.#start());
  }

  get isFull(): boolean {
    return this.#bytes > MAX_WAITING;
  }

  isPrompt(milliseconds: number): boolean {
    if (this.state !== 'ready' || this.#waiting.size * this.#pace > milliseconds) return false;
    const [oldest] = this.#waiting.values();
    return oldest === undefined || performance.now() - oldest.since <= milliseconds;
  }

  judge(request: WireRequest, response?: WireResponse): Promise<Judgement> {
    if (this.state === 'gone') return Promise.resolve(unjudged('Prism does not take part'));
    this.#lastId += 1;
    const id = this.#lastId;
    const { method, target } = request;
    const job = {
      id,
      request: { method, target, headers: request.headers },
      response: response && { status: response.status, headers: response.headers },
    };
    const bodies = [packed(request.body), packed(response?.body)] as const;
    const since = performance.now();
    return new Promise((settle) => {
      if (this.#waiting.size === 0) this.#heard = since;
      const task = { job, bodies, since, settle };
      this.#bytes += weightOf(task);
      this.#waiting.set(id, task);
      // With what else comes in the same turn.
      if (this.#unsent.push(task) === 1 && this.state === 'ready') setImmediate(() => this.#send());
    });
  }

  async close(patience = 0): Promise<void> {
    if (patience > 0 && this.#waiting.size > 0 && this.state !== 'gone') {
      this.#thread?.ref();
      const done = new Promise<void>((resolve) => {
        this.#isDone = resolve;
      });
      await within(patience, done);
    }
    await this.#end('the validation was ended before');
  }

  #start(): void {
    if (this.state === 'gone') return;
    this.#current = new Int32Array(new SharedArrayBuffer(4));
    const { document, strict = false } = this.#options;
    const start: WorkerStart = {
      document: stringifyJson(selfContained(document)),
      strict,
      cacheFolder: getCompileCacheDir(),
      current: this.#current,
    };
    this.#thread = takeThread();
    this.#thread.user = this;
    this.#thread.post(start);
    this.#heard = performance.now();
    this.#watch ??= setInterval(() => this.#look(), WATCH_MS).unref();
  }

  #send(): void {
    const isBusy = this.state !== 'ready' || this.#batches >= MAX_BATCHES;
    if (isBusy || this.#unsent.length === 0) return;
    const jobs = JSON.stringify(this.#unsent.map(({ job }) => job));
    this.#thread?.post({ jobs, bodies: this.#unsent.flatMap(({ bodies }) => bodies) });
    this.#batches += 1;
    this.#unsent = [];
  }

  hear(news: WorkerNews): void {
    this.#heard = performance.now();
    switch (news.kind) {
      case 'ready':
        this.state = 'ready';
        this.#settleReady();
        this.#send();
        break;
      case 'failed':
        this.#giveUp(news.cause);
        break;
      default: {
        const judgements = JSON.parse(news.judgements) as readonly Judged[];
        const pace = news.took / judgements.length;
        this.#pace = this.#pace === 0 ? pace : 0.9 * this.#pace + 0.1 * pace;
        if (news.isEnd) this.#batches -= 1;
        this.#send();
        for (const [id, judgement] of judgements) this.#settle(id, judgement);
      }
    }
  }

  #settle(id: number, judgement: Judgement): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#bytes -= weightOf(waiting);
    waiting.settle(judgement);
    if (this.#waiting.size === 0) this.#isDone?.();
  }

  /** Whether the thread is stuck. */
  #look(): void {
    const silence = performance.now() - this.#heard;
    const { patience = 5000 } = this.#options;
    if (this.state === 'loading') {
      if (silence > LOAD_PATIENCE) this.fall(`it took more than ${LOAD_PATIENCE / 1000} s to load`);
    } else if (this.#waiting.size > 0 && silence > patience) {
      this.fall(`it took more than ${patience / 1000} s`);
    }
  }

  /** What the thread was doing is given up; what else waits is for the next thread. */
  fall(cause: string): void {
    void this.#thread?.end();
    this.#thread = undefined;
    if (this.state !== 'ready') {
      this.#giveUp(cause);
      return;
    }
    const waiting = this.#waiting.get(this.#current[0] ?? 0);
    const what =
      waiting === undefined ? '' : ` with ${waiting.job.request.method} ${pathOf(waiting.job)}`;
    if (waiting !== undefined) this.#settle(waiting.job.id, unjudged(cause));
    if (this.#restarts === MAX_RESTARTS) {
      this.#giveUp(`${cause}${what}, after ${MAX_RESTARTS} new starts`);
      return;
    }
    this.#restarts += 1;
    this.#options.onTrouble?.(
      `Prism is started again, ${this.#restarts} of ${MAX_RESTARTS} times: ${cause}${what}.`,
    );
    this.state = 'loading';
    this.#unsent = [...this.#waiting.values()];
    this.#batches = 0;
    this.#start();
  }

  #giveUp(cause: string): void {
    this.#options.onTrouble?.(
      `Prism does not take part: ${cause}. Exchanges pass without its findings.`,
    );
    void this.#end('Prism does not take part');
  }

  async #end(reason: string): Promise<void> {
    const isIdle = this.state === 'ready' && this.#waiting.size === 0;
    this.state = 'gone';
    clearInterval(this.#watch);
    for (const id of this.#waiting.keys()) this.#settle(id, unjudged(reason));
    this.#unsent = [];
    this.#settleReady();
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread !== undefined) await (isIdle ? leaveThread(thread) : thread.end());
  }
}

/** Milliseconds that a thread is kept for the next validator. */
const SPARE_MS = 30_000;

/** A thread that nobody uses. To load Prism takes a second of CPU, to load a document little. */
let idle: PrismThread | undefined;

function takeThread(): PrismThread {
  const thread = idle ?? new PrismThread();
  idle = undefined;
  return thread;
}

/** Leaves a thread to the next validator, or ends it where none comes soon. */
async function leaveThread(thread: PrismThread): Promise<void> {
  if (idle !== undefined) return await thread.end();
  thread.release();
  idle = thread;
  setTimeout(() => idle === thread && void thread.end(), SPARE_MS).unref();
}

class PrismThread {
  /** Whom it works for. */
  user: PrismValidator | undefined;
  readonly #worker: Worker;

  constructor() {
    this.#worker = new Worker(PROGRAM, {
      name: 'prism',
      // What this thread was started with, such as `--eval`, is not for that one.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: MAX_HEAP_MB,
        maxYoungGenerationSizeMb: MAX_YOUNG_MB,
      },
    });
    this.#worker.on('message', (news: WorkerNews) => this.user?.hear(news));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.user?.fall(isFull ? `it needed more than ${MAX_HEAP_MB} MiB of memory` : error.message);
    });
    this.#worker.on('exit', (code) => {
      if (idle === this) idle = undefined;
      this.user?.fall(`its thread ended by itself (${code})`);
    });
    this.#worker.unref();
  }

  post(message: WorkerStart | Batch): void {
    // A port, not a window: it has no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#worker.postMessage(message);
  }

  /** Keeps the process alive. */
  ref(): void {
    this.#worker.ref();
  }

  release(): void {
    this.user = undefined;
    this.#worker.unref();
  }

  async end(): Promise<void> {
    this.user = undefined;
    if (idle === this) idle = undefined;
    await this.#worker.terminate();
  }
}

function unjudged(reason: string): Judgement {
  return { findings: NOTHING_FOUND, unjudged: reason };
}

/** Without the query, which may hold a secret. */
function pathOf({ request }: Job): string {
  return request.target.split('?')[0] ?? '';
}

function weightOf({ bodies: [sent = '', received = ''] }: Waiting): number {
  return sent.length + received.length;
}

function packed(bytes: Uint8Array | undefined): PackedBody {
  return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
