import type { ExchangeView } from '../sandbox/exchange-view.ts';
import type { SandboxTopic } from '../sandbox/sandbox.ts';

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
export interface TrafficListener {
  exchange(exchange: ExchangeView): void;
  changed(topic: SandboxTopic): void;
}
