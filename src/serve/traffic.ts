import type { OpenApiDocument } from '../openapi/document.ts';
import { type ExchangeRecord, MAX_BODY, weightOf } from './exchange-record.ts';
import { type ExchangeView, ExchangeViewer } from './sandbox/exchange-view.ts';
import { Recorder } from './sandbox/recorder.ts';
import type { Sandbox, SandboxTopic } from './sandbox/sandbox.ts';
import { DEFAULT_LIMITS, DEFAULT_SANDBOX } from './sandbox/sandboxes.ts';

/** What passes through a server or a sandbox of it, as the control API shows it. */
export interface Traffic {
  readonly name: string;
  /** Number of the newest exchange that there ever was; 0 before the first. */
  readonly last: number;
  /** How many had to give way to newer ones. */
  readonly dropped: number;
  /** The newest of those with a higher number than `after`, the newest last. */
  list(after: number, limit?: number): ExchangeView[];
  clear(): void;
  /** Tells of further exchanges and changes; the function that is returned ends it. */
  subscribe(listener: TrafficListener): () => void;
}

/** Whoever follows the traffic. */
interface TrafficListener {
  exchange(exchange: ExchangeView): void;
  changed(topic: SandboxTopic): void;
}

/** The traffic of a sandbox. */
export function trafficOfSandbox(sandbox: Sandbox): Traffic {
  const { name, recorder } = sandbox;
  return {
    name,
    last: recorder.last,
    dropped: recorder.dropped,
    list: (after, limit) => sandbox.requests(after, limit),
    clear: () => sandbox.clearRequests(),
    subscribe: (listener) => {
      const ends = [
        recorder.subscribe((recorded) => listener.exchange(sandbox.view(recorded))),
        sandbox.subscribe((topic) => listener.changed(topic)),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** What has passed through a proxy, as the control API shows it. */
export class ProxyTraffic implements Traffic {
  readonly name: string = DEFAULT_SANDBOX;
  readonly #recorder = new Recorder<ExchangeRecord>(DEFAULT_LIMITS);
  readonly #viewer: ExchangeViewer;
  readonly #listeners = new Set<TrafficListener>();

  constructor(document: OpenApiDocument) {
    this.#viewer = new ExchangeViewer(document);
  }

  get last(): number {
    return this.#recorder.last;
  }

  get dropped(): number {
    return this.#recorder.dropped;
  }

  /** @param record Without secrets. */
  add(record: ExchangeRecord): void {
    const kept = {
      ...record,
      request: withoutLargeBody(record.request),
      response: withoutLargeBody(record.response),
    };
    this.#recorder.add(kept, weightOf(kept.request.body, kept.response.body));
  }

  list(after: number, limit?: number): ExchangeView[] {
    return this.#recorder.list(after, limit).map((one) => this.#viewer.proxied(one));
  }

  clear(): void {
    this.#recorder.clear();
    for (const listener of this.#listeners) listener.changed('requests');
  }

  subscribe(listener: TrafficListener): () => void {
    this.#listeners.add(listener);
    const end = this.#recorder.subscribe((one) => listener.exchange(this.#viewer.proxied(one)));
    return () => {
      this.#listeners.delete(listener);
      end();
    };
  }
}

function withoutLargeBody<Message extends { readonly body: Uint8Array | undefined }>(
  message: Message,
): Message {
  return (message.body?.length ?? 0) > MAX_BODY ? { ...message, body: undefined } : message;
}
