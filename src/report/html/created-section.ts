import type { RunResult } from '../../verify/run/event.ts';
import { createdWords, leftOutWords, resourceWords } from '../remnants.ts';
import { type Markup, html } from './markup.ts';

/** What stays on the server, folded away, and what was not sent. */
export function createdSection(result: RunResult): Markup | undefined {
  const { created, leftOut = [] } = result;
  if (created.length === 0 && leftOut.length === 0) return undefined;
  return html`<section id="created">
    <h2>Left on the server</h2>
    ${leftOut.map((one) => html`<p class="lead">Left out: ${leftOutWords(one)}</p>`)}
    ${
      created.length > 0 &&
      html`<details class="panel">
        <summary>${createdWords(result)}</summary>
        <ul class="cases">
          ${created.map((one) => html`<li title="${one.case}">${resourceWords(one)}</li>`)}
        </ul>
      </details>`
    }
  </section>`;
}
