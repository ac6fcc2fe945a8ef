import { type TemplateResult, html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { state } from './state.ts';

/** What the user has opened, by id. */
const opened = new Set<string>();

/** Opens one, as the user would. */
export function openCard(id: string): void {
  opened.add(id);
}

/** A card whose content is drawn only while it is open: there can be thousands of them. */
export function card(
  id: string,
  head: TemplateResult,
  content: () => TemplateResult,
): TemplateResult {
  const isOpen = opened.has(id);
  const onToggle = (event: Event): void => {
    if ((event.currentTarget as HTMLDetailsElement).open) opened.add(id);
    else opened.delete(id);
    state.update();
  };
  return html`<details class="card" id=${id} .open=${live(isOpen)} @toggle=${onToggle}>
    <summary>${head}</summary>
    ${isOpen ? content() : nothing}
  </details>`;
}
