/** Numbers of a server for Prometheus: counted for every request, written when somebody asks. */
import type { monitorEventLoopDelay as monitor } from 'node:perf_hooks';
import type { ValidatorFinding } from './validator.ts';

/** One exchange that is over, as it is counted. */
export interface CountedExchange {
  readonly method: string;
  /** 0 stands for a dropped connection. */
  readonly status: number;
  readonly durationMs: number;
  /** Why there was no success. */
  readonly problem?: { readonly kind: string } | undefined;
  readonly findings?: readonly ValidatorFinding[] | undefined;
}

/** What of a server is read when somebody asks. */
export interface Gauges {
  readonly mode: string;
  /** Version of the kit. */
  readonly version: string;
  /** Absent where nothing is kept. */
  readonly sandboxes?: number | undefined;
  readonly storedResources?: number | undefined;
}

/** Upper bounds in seconds. */
const BOUNDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

/** Each method is a series of its own, so that a client may not make up any. */
const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'QUERY',
]);

/** Requests of one method for one operation. */
class RequestSeries {
  readonly statuses = new Map<number, number>();
  /** How many were within each bound and beyond the one before; the last for those beyond all. */
  readonly buckets = new Float64Array(BOUNDS.length + 1);
  seconds = 0;
}

/** Counts what a server answers. */
export class ServerMetrics {
  readonly #byOperation = new Map<string, Map<string, RequestSeries>>();
  readonly #refused = new Map<string, number>();
  readonly #findings = new Map<string, number>();
  #delay: ReturnType<typeof monitor> | undefined;

  /** @param operation Id of the operation; `undefined` for what the document doesn't have. */
  count(exchange: CountedExchange, operation: string | undefined): void {
    const { method, status, durationMs, problem, findings } = exchange;
    const series = this.#seriesOf(operation ?? '', METHODS.has(method) ? method : 'other');
    const seconds = durationMs / 1000;
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket += 1;
    series.buckets[bucket]! += 1;
    series.seconds += seconds;
    increase(series.statuses, status);
    if (problem !== undefined) increase(this.#refused, problem.kind);
    if (findings !== undefined) this.countFindings(findings);
  }

  /** Those that came after the exchange was over. */
  countFindings(findings: readonly ValidatorFinding[]): void {
    for (const { severity } of findings) increase(this.#findings, severity.toLowerCase());
  }

  /** All of them, in Prometheus's text format 0.0.4. */
  text(gauges: Gauges): string {
    const lines = [...this.#requests(), ...serverLines(gauges), ...processLines()];
    return `${[...lines, ...this.#delayLines()].join('\n')}\n`;
  }

  #seriesOf(operation: string, method: string): RequestSeries {
    let byMethod = this.#byOperation.get(operation);
    if (byMethod === undefined) this.#byOperation.set(operation, (byMethod = new Map()));
    let series = byMethod.get(method);
    if (series === undefined) byMethod.set(method, (series = new RequestSeries()));
    return series;
  }

  #requests(): string[] {
    const counts: Sample[] = [];
    const durations: string[] = [];
    for (const [operation, byMethod] of this.#byOperation) {
      for (const [method, series] of byMethod) {
        for (const [status, value] of series.statuses) {
          counts.push([{ method, operation, status: `${status}` }, value]);
        }
        durations.push(...histogramLines(DURATION, { method, operation }, series));
      }
    }
    const single = (counted: ReadonlyMap<string, number>, label: string): Sample[] =>
      [...counted].map(([value, count]) => [{ [label]: value }, count] as const);
    return [
      ...family('kit_http_requests_total', counts),
      ...heading(DURATION),
      ...durations,
      ...family('kit_http_requests_refused_total', single(this.#refused, 'reason')),
      ...family('kit_findings_total', single(this.#findings, 'severity')),
    ];
  }

  /** Measured from the first time that somebody asks, and anew after each: it costs a timer. */
  #delayLines(): string[] {
    if (this.#delay === undefined) {
      const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
      this.#delay = monitorEventLoopDelay({ resolution: 10 });
      this.#delay.enable();
      return [];
    }
    const delay = this.#delay;
    if (delay.count === 0) return [];
    const seconds = (nanoseconds: number): number => nanoseconds / 1e9;
    const lines = plain({
      nodejs_eventloop_lag_mean_seconds: seconds(delay.mean),
      nodejs_eventloop_lag_max_seconds: seconds(delay.max),
      nodejs_eventloop_lag_p50_seconds: seconds(delay.percentile(50)),
      nodejs_eventloop_lag_p99_seconds: seconds(delay.percentile(99)),
    });
    delay.reset();
    return lines;
  }
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const DURATION = 'kit_http_request_duration_seconds';

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

/**
 * The type of each metric, and its help text. `docs/operations.md` says the same. Metrics of the process and of Node
 * have their usual names.
 */
export const METRICS: Readonly<Record<string, readonly [type: string, help: string]>> = {
  kit_http_requests_total: ['counter', 'Answered requests.'],
  kit_http_request_duration_seconds: [
    'histogram',
    'Time from the head of a request to its answer.',
  ],
  kit_http_requests_refused_total: ['counter', 'Requests without success, by reason.'],
  kit_findings_total: ['counter', 'Findings of Prism in requests and answers.'],
  kit_stored_resources: ['gauge', 'Resources that all sandboxes hold.'],
  kit_sandboxes: ['gauge', 'Sandboxes, the default one included.'],
  kit_build_info: ['gauge', 'Version of the kit, and what kind of server it is; always 1.'],
  process_cpu_user_seconds_total: ['counter', 'User CPU time.'],
  process_cpu_system_seconds_total: ['counter', 'System CPU time.'],
  process_cpu_seconds_total: ['counter', 'User and system CPU time.'],
  process_start_time_seconds: ['gauge', 'When the process started, since the Unix epoch.'],
  process_resident_memory_bytes: ['gauge', 'Resident memory.'],
  nodejs_heap_size_total_bytes: ['gauge', 'Heap that V8 has taken.'],
  nodejs_heap_size_used_bytes: ['gauge', 'Heap that is in use.'],
  nodejs_external_memory_bytes: ['gauge', 'Memory outside of the heap, such as buffers.'],
  nodejs_eventloop_active_seconds_total: ['counter', 'Time in which the event loop was at work.'],
  nodejs_eventloop_lag_mean_seconds: [
    'gauge',
    'Mean delay of the event loop since the last scrape.',
  ],
  nodejs_eventloop_lag_max_seconds: [
    'gauge',
    'Longest delay of the event loop since the last scrape.',
  ],
  nodejs_eventloop_lag_p50_seconds: [
    'gauge',
    'Median delay of the event loop since the last scrape.',
  ],
  nodejs_eventloop_lag_p99_seconds: [
    'gauge',
    '99th percentile of that delay since the last scrape.',
  ],
};

function heading(name: string): string[] {
  const [type, help] = METRICS[name]!;
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function family(name: string, samples: readonly Sample[]): string[] {
  return [...heading(name), ...samples.map(([labels, value]) => line(name, labels, value))];
}

/** Metrics without labels, by name; what is not known is left out. */
function plain(values: Readonly<Record<string, number | undefined>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : family(name, [[{}, value]]),
  );
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function escaped(text: string): string {
  return text.toWellFormed().replaceAll(/[\\"\n]/g, (character) => ESCAPES[character]!);
}

function histogramLines(
  name: string,
  labels: Labels,
  { buckets, seconds }: RequestSeries,
): string[] {
  let count = 0;
  const within = [...buckets].map((more, i) => {
    count += more;
    return line(`${name}_bucket`, { ...labels, le: `${BOUNDS[i] ?? '+Inf'}` }, count);
  });
  return [...within, line(`${name}_sum`, labels, seconds), line(`${name}_count`, labels, count)];
}

function serverLines({ mode, version, sandboxes, storedResources }: Gauges): string[] {
  return [
    ...plain({ kit_stored_resources: storedResources, kit_sandboxes: sandboxes }),
    ...family('kit_build_info', [[{ version, mode }, 1]]),
  ];
}

function processLines(): string[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  const { performance: nodePerformance } = process.getBuiltinModule('node:perf_hooks');
  const { active } = nodePerformance.eventLoopUtilization();
  return plain({
    process_cpu_user_seconds_total: user / 1e6,
    process_cpu_system_seconds_total: system / 1e6,
    process_cpu_seconds_total: (user + system) / 1e6,
    process_start_time_seconds: performance.timeOrigin / 1000,
    process_resident_memory_bytes: rss,
    nodejs_heap_size_total_bytes: heapTotal,
    nodejs_heap_size_used_bytes: heapUsed,
    nodejs_external_memory_bytes: external,
    nodejs_eventloop_active_seconds_total: active / 1000,
  });
}
