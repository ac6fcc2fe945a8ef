import { showOutcome } from '../../verify/checks/show.ts';
import { showBody } from '../../http/body-text.ts';
import type { HeaderList, TransportFailure } from '../../http/exchange.ts';
import { rules, severities } from '../../verify/checks/check.ts';
import type { JudgedExchange } from '../../verify/cases/case.ts';
import type { Cause } from '../../verify/causes.ts';
import { reportPlace } from '../report-path.ts';
import type { ReporterContext, EndedRun } from '../reporter.ts';
import { ruleHelp } from '../rule-help.ts';
import { duration } from '../../openapi/count.ts';
import { baselineWords, knownWords, operationWords } from '../words.ts';
import { type Content, type Markup, html, table } from './markup.ts';

/** The faults, worst first, each with what was sent and what came back. */
export function findingsSection(record: EndedRun, context: ReporterContext): Markup {
  const { causes } = record.result;
  return html`<section id="findings">
    <h2>Findings</h2>
    ${causes.length === 0 && html`<p class="empty">Nothing to report: every answer was as documented.</p>`}
    ${baselineWords(record.result).map(({ words }) => html`<p class="lead">${words}</p>`)}
    ${causes.map((cause) => causeCard(cause, record, context))}
  </section>`;
}

function causeCard(cause: Cause, record: EndedRun, context: ReporterContext): Markup {
  const { severity, rule, times, cases, smallest, suspects = [], remedy } = cause;
  const exchange = record.exchangeOf(cause);
  return html`<article class="finding ${cause.known ? 'note' : severity}">
    <header>
      <p class="kicker">
        <span class="pill">${severity}</span>
        <span title="${rules[rule]}">${rule}</span>
        <span>${operationWords(cause)}</span>
        ${cause.known && html`<span>${knownWords(cause).trim()}</span>`}
        ${times > 1 && html`<span class="times">${times} times</span>`}
      </p>
      <h3>${cause.message}</h3>
    </header>
    <dl class="sides">
      <div class="received">
        <dt>Received</dt>
        <dd>${cause.received}</dd>
      </div>
      <div class="documented">
        <dt>Documented</dt>
        <dd>${cause.documented}</dd>
      </div>
    </dl>
    <p class="place">${place(cause, context)}</p>
    ${exchange && exchangeBlock(exchange)}
    ${
      smallest &&
      folded('The smallest request that fails', [
        command(smallest.curl),
        html`<p>Received: <code>${smallest.received}</code></p>`,
      ])
    }
    ${folded('Reproduce', command(cause.curl))}
    ${suspects.map((suspect) => folded(`Suspect: ${suspect.case}`, command(suspect.curl)))}
    ${folded(
      cases.length === 1 ? 'The case' : `${cases.length} cases`,
      html`<ul class="cases">
        ${cases.map((id) => html`<li><code>${id}</code></li>`)}
      </ul>`,
    )}
    ${folded('What to do', html`<p>${rules[rule]}. ${remedy ?? ruleHelp[rule].help}</p>`)}
  </article>`;
}

function folded(summary: string, content: Content): Markup {
  return html`<details>
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

function place({ location, pointer }: Cause, context: ReporterContext): Markup {
  if (!location) return html`<code>${pointer}</code>`;
  return html`<code>${reportPlace(location, context)}</code> <code class="faint">${pointer}</code>`;
}

/** A command with a megabyte in it makes a page that nobody can open. */
const MAX_COMMAND = 20_000;

function command(curl: string): Markup {
  const isLong = curl.length > MAX_COMMAND;
  const text = `# ${curl.length} characters, too long for this page; the json report has it`;
  return html`<pre class="command"><code>${isLong ? text : curl}</code></pre>`;
}

/** A request beside its response, as they went over the wire. */
function exchangeBlock({ request, outcome, durationMs }: JudgedExchange): Markup {
  const url = URL.parse(request.url);
  const target = url ? url.pathname + url.search : request.url;
  const start = html`<b>${request.method} ${target}</b>`;
  // Line breaks are values, as a formatter of templates may change those that stand in one.
  return html`<div class="exchange">
    <figure>
      <figcaption>Request</figcaption>
      <pre>${[start, headerLines(request.headers), bodyText(request.body)]}</pre>
    </figure>
    <figure>
      <figcaption>Response <span class="faint">${duration(durationMs)}</span></figcaption>
      <pre>${outcomeText(outcome)}</pre>
    </figure>
  </div>`;
}

function outcomeText(outcome: JudgedExchange['outcome']): Content {
  if (outcome.kind === 'failure') {
    return [html`<b>${outcome.failure.kind}</b>`, '\n', failureText(outcome.failure)];
  }
  const { status, statusText, headers, body } = outcome.response;
  return [html`<b>${status} ${statusText}</b>`, headerLines(headers), bodyText(body)];
}

function failureText({ message, partial }: TransportFailure): string {
  const arrived = partial
    ? `\nstatus ${partial.status} and ${partial.bodyBytes} bytes of the body had arrived`
    : '';
  return message + arrived;
}

function headerLines(headers: HeaderList): Content {
  return headers.map(([name, value]) => [
    '\n',
    html`<span class="faint">${name}:</span>`,
    ` ${value}`,
  ]);
}

function bodyText(body: Uint8Array | undefined): Content {
  const isEmpty = body === undefined || body.length === 0;
  return ['\n\n', isEmpty ? html`<i class="faint">(no body)</i>` : showBody(body)];
}

/** A page stays quick with this many; the json report and the HAR have all. */
const MAX_ROWS = 1000;

const COLUMNS = [['#'], 'Case', 'Request is', 'Answer', ['Time']] as const;

/** Every request, folded away. */
export function requestsSection(record: EndedRun): Markup | undefined {
  const { exchanges } = record;
  if (exchanges.length === 0) return undefined;
  const shown = exchanges.slice(0, MAX_ROWS);
  const rows = shown.map((exchange) => row(exchange, record));
  return html`<section id="requests">
    <h2>Requests</h2>
    <details class="panel">
      <summary>All ${exchanges.length} requests</summary>
      ${table(COLUMNS, rows, 'requests')}
      ${exchanges.length > shown.length && html`<p class="faint">and ${exchanges.length - shown.length} more</p>`}
    </details>
  </section>`;
}

function row(exchange: JudgedExchange, record: EndedRun): Markup {
  const { validity, id, title } = exchange.case;
  const found = new Set(record.findingsOf(exchange).map(({ severity }) => severity));
  const mark = severities.find((severity) => found.has(severity));
  const why = validity.kind === 'valid' ? '' : validity.reason;
  return html`<tr class="${mark ?? ''}">
    <td class="number">${exchange.sequence}</td>
    <td title="${title}"><code>${id}</code></td>
    <td title="${why}">${validity.kind}</td>
    <td>${showOutcome(exchange)}</td>
    <td class="number">${duration(exchange.durationMs)}</td>
  </tr>`;
}

const WIDTH = 640;
const HEIGHT = 170;
const BASE = 140;
const TOP = 14;

/** How long the answers took, as a histogram over a logarithmic axis. */
export function latencySection(durations: readonly number[]): Markup | undefined {
  if (durations.length === 0) return undefined;
  const figures = [50, 95, 99, 100].map((percent) => {
    const label = percent === 100 ? 'slowest' : percent === 50 ? 'median' : `${percent} %`;
    const value = duration(percentile(durations, percent));
    return html`<li><b>${value}</b> <span>${label}</span></li>`;
  });
  return html`<section id="latency">
    <h2>Latency</h2>
    <div class="panel">
      <ul class="figures small">
        ${figures}
      </ul>
      ${chart(histogram(durations))}
    </div>
  </section>`;
}

function chart(buckets: readonly Bucket[]): Markup {
  const most = Math.max(...buckets.map(({ count }) => count));
  const step = WIDTH / buckets.length;
  // Labels need room: about one a 60 units.
  const every = Math.ceil(60 / step);
  return html`<svg
    class="chart"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="Histogram of response times"
  >
    <line class="axis" x1="0" x2="${WIDTH}" y1="${BASE}" y2="${BASE}" />
    ${buckets.map((bucket, i) => bar(bucket, { x: i * step, width: step, most }))}
    ${buckets.map(
      ({ from }, i) =>
        i % every === 0 &&
        html`<text class="tick" x="${round(i * step + 2)}" y="${BASE + 18}"
          >${duration(from)}</text
        >`,
    )}
  </svg>`;
}

function bar(
  { from, to, count }: Bucket,
  { x, width, most }: { x: number; width: number; most: number },
): Markup | undefined {
  if (count === 0) return undefined;
  const height = Math.max(2, ((BASE - TOP) * count) / most);
  const title = `${count} from ${duration(from)} to ${duration(to)}`;
  return html`<g
    ><title>${title}</title
    ><rect
      class="bar"
      x="${round(x + 2)}"
      y="${round(BASE - height)}"
      width="${round(width - 4)}"
      height="${round(height)}"
      rx="2"
    />
    <text class="count" x="${round(x + width / 2)}" y="${round(BASE - height - 4)}"
      >${count}</text
    ></g
  >`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Values from `from` up to, but not including, `to`. */
interface Bucket {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Edges that people can read: 1, 2 and 5 in every decade. */
const STEPS = [1, 2, 5] as const;

/** Buckets over a logarithmic axis, from the fastest value to the slowest. */
export function histogram(values: readonly number[]): Bucket[] {
  const least = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const most = values.reduce((a, b) => Math.max(a, b), 0);
  const edges = edgesAround(Math.max(least, 0.1), Math.max(most, 0.1));
  return edges.slice(0, -1).map((from, i) => {
    const to = edges[i + 1]!;
    const isFirst = i === 0;
    const count = values.filter((value) => (isFirst || value >= from) && value < to).length;
    return { from, to, count };
  });
}

function edgesAround(least: number, most: number): number[] {
  const edges: number[] = [];
  for (let decade = -1; decade < 8; decade += 1) {
    for (const step of STEPS) edges.push(step * 10 ** decade);
  }
  const first = edges.findLastIndex((edge) => edge <= least);
  const last = edges.findIndex((edge) => edge > most);
  return edges.slice(Math.max(0, first), last === -1 ? edges.length : last + 1);
}

/** The value that `percent` of the values don't exceed (nearest rank). */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? 0;
}
