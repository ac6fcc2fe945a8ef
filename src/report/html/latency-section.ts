import { duration } from '../words.ts';
import { type Bucket, histogram, percentile } from './histogram.ts';
import { type Markup, html } from './markup.ts';

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
