import type { JudgedExchange } from '../../verify/judged-exchange.ts';
import type { RunRecord } from '../run-record.ts';
import { duration, outcomeWords } from '../words.ts';
import { type Markup, html } from './markup.ts';

/** A page stays quick with this many; the json report and the HAR have all. */
const MAX_ROWS = 1000;

/** Every request, folded away. */
export function requestsSection(record: RunRecord): Markup | undefined {
  const { exchanges } = record;
  if (exchanges.length === 0) return undefined;
  const shown = exchanges.slice(0, MAX_ROWS);
  return html`<section id="requests">
    <h2>Requests</h2>
    <details class="panel">
      <summary>All ${exchanges.length} requests</summary>
      <div class="scroll">
        <table class="requests">
          <thead>
            <tr>
              <th scope="col" class="number">#</th>
              <th scope="col">Case</th>
              <th scope="col">Request is</th>
              <th scope="col">Answer</th>
              <th scope="col" class="number">Time</th>
            </tr>
          </thead>
          <tbody>
            ${shown.map((exchange) => row(exchange, record))}
          </tbody>
        </table>
      </div>
      ${exchanges.length > shown.length && html`<p class="faint">and ${exchanges.length - shown.length} more</p>`}
    </details>
  </section>`;
}

function row(exchange: JudgedExchange, record: RunRecord): Markup {
  const { validity, id, title } = exchange.case;
  const found = new Set(record.findingsOf(exchange).map(({ severity }) => severity));
  const mark = (['violation', 'warning', 'note'] as const).find((one) => found.has(one));
  const why = validity.kind === 'valid' ? '' : validity.reason;
  return html`<tr class="${mark ?? ''}">
    <td class="number">${exchange.sequence}</td>
    <td title="${title}"><code>${id}</code></td>
    <td title="${why}">${validity.kind}</td>
    <td>${outcomeWords(exchange)}</td>
    <td class="number">${duration(exchange.durationMs)}</td>
  </tr>`;
}
