import { type TemplateResult, html } from 'lit-html';

/** Rows drawn above and below those that can be seen. */
const SPARE = 8;

/** How many a tall screen shows. */
const MAX_SEEN = 60;

const ROWS = MAX_SEEN + 2 * SPARE;

/**
 * Of a long list, the rows that can be seen: pictures of nothing stand for the others.
 *
 * @param height Of a row in pixels; as in the style sheet.
 * @param scroll Pixels that the list is scrolled by.
 */
export function seenRows<Item>(
  list: readonly Item[],
  height: number,
  scroll: number,
  draw: (item: Item, index: number) => TemplateResult,
): TemplateResult {
  const first = firstRow(height, scroll);
  const seen = list.slice(first, first + ROWS);
  return html`<svg class="height" width="1" height=${list.length * height} aria-hidden="true"></svg>
    <svg class="above" width="1" height=${first * height} aria-hidden="true"></svg>
    ${seen.map((item, i) => draw(item, first + i))}`;
}

/** Whether a row is among them. */
export function isDrawn(index: number, height: number, scroll: number): boolean {
  const first = firstRow(height, scroll);
  return index >= first && index < first + ROWS;
}

function firstRow(height: number, scroll: number): number {
  return Math.max(0, Math.floor(scroll / height) - SPARE);
}

/** Scrolls a list just so far that a row can be seen. */
export function bringIntoView(box: HTMLElement, index: number, height: number): void {
  const top = index * height;
  if (top < box.scrollTop) box.scrollTop = top;
  const bottom = top + height - box.clientHeight;
  if (bottom > box.scrollTop) box.scrollTop = bottom;
}
