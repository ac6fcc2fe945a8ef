import { type TemplateResult, html, nothing } from 'lit-html';
import { statusClass } from './exchange-log.ts';
import { bringIntoView, isDrawn, seenRows } from './rows.ts';
import { state } from './state.ts';
import { violationsOf } from './violations.ts';
import type { ExchangeView } from '../../sandbox/exchange-view.ts';
import { duration } from '../../../openapi/count.ts';
import { clock } from './words.ts';

/** Height of a row in pixels; as in the style sheet. */
export const ROW = 44;

/** The list of requests: only the rows that can be seen are there. */
export function requestList(list: readonly ExchangeView[]): TemplateResult {
  const { item: chosen } = state.route;
  const place = list.findIndex(({ seq }) => seq === chosen);
  return html`<div
    class="rows"
    id="requests"
    role="listbox"
    tabindex="0"
    aria-label="Requests, the newest first"
    aria-activedescendant=${isDrawn(place, ROW, state.scroll) ? `request-${chosen}` : nothing}
    @scroll=${onScroll}
    @keydown=${(event: KeyboardEvent) => onKey(event, list)}
  >
    ${seenRows(list, ROW, state.scroll, (exchange, index) => row(exchange, index, list.length))}
  </div>`;
}

function row(exchange: ExchangeView, index: number, size: number): TemplateResult {
  const { seq, method, target, status, time } = exchange;
  const violations = violationsOf(exchange);
  const chosen = state.route.item === seq;
  return html`<div
    class="row ${statusClass(status)}"
    id="request-${seq}"
    role="option"
    aria-selected=${chosen}
    aria-posinset=${index + 1}
    aria-setsize=${size}
    @click=${() => choose(seq)}
  >
    <span class="status">${status === 0 ? 'drop' : status}</span>
    <span class="what"><b>${method}</b> <span class="target">${target}</span></span>
    <span class="why">${violations[0]?.message ?? remark(exchange)}</span>
    <span class="when"
      ><span class="took">${duration(exchange.duration)}</span> ${clock(time)}</span
    >
  </div>`;
}

function remark({ fault, note, operation }: ExchangeView): string {
  return fault === undefined ? (note ?? operation ?? '') : `fault ${fault} acted`;
}

/** Opens a request's details. */
export function choose(seq: number | undefined): void {
  location.hash = seq === undefined ? '#/requests' : `#/requests/${seq}`;
}

function onScroll(event: Event): void {
  state.scroll = (event.currentTarget as HTMLElement).scrollTop;
  state.update();
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 10,
  PageUp: -10,
  Home: -Infinity,
  End: Infinity,
};

function onKey(event: KeyboardEvent, list: readonly ExchangeView[]): void {
  const step = STEPS[event.key];
  if (step === undefined || list.length === 0) return;
  event.preventDefault();
  const at = list.findIndex(({ seq }) => seq === state.route.item);
  const wanted = at === -1 && Number.isFinite(step) ? 0 : at + step;
  const next = Math.min(list.length - 1, Math.max(0, wanted));
  choose(list[next]?.seq);
  bringIntoView(event.currentTarget as HTMLElement, next, ROW);
}
