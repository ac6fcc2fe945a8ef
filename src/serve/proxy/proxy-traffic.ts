import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Traffic, TrafficListener } from '../control/traffic.ts';
import { ExchangeViewer, type ExchangeView } from '../sandbox/exchange-view.ts';
import { MAX_BODY, weightOf } from '../exchange-record.ts';
import { Recorder } from '../sandbox/recorder.ts';
import { DEFAULT_LIMITS, DEFAULT_SANDBOX } from '../sandbox/sandboxes.ts';
import type { ExchangeRecord } from '../exchange-record.ts';

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
