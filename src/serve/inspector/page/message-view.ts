import { type TemplateResult, html, nothing } from 'lit-html';
import { bytes, count } from './words.ts';
import type { MessageView } from '../../sandbox/exchange-view.ts';

/** One side of an exchange. */
export function messageView(
  title: string,
  { headers, body, encoding, size }: MessageView,
): TemplateResult {
  return html`<section class="message-side" aria-label=${title}>
    <h3>${title} <span class="faint">${size === 0 ? 'no body' : bytes(size)}</span></h3>
    ${bodyView(body, encoding)}
    <details>
      <summary>${count(headers.length, 'header')}</summary>
      <dl class="headers">
        ${headers.map(
          ({ name, value }) =>
            html`<div>
              <dt>${name}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
    </details>
  </section>`;
}

function bodyView(body: string | null, encoding: string): TemplateResult | typeof nothing {
  if (body === null) return html`<p class="remark">The body was too large to be kept.</p>`;
  if (body === '') return nothing;
  if (encoding !== 'base64') return jsonView(body);
  return html`<p class="remark">Not text; shown as base64.</p>
    ${jsonView(body)}`;
}

/** Longer texts are shown as they are: thousands of coloured words would make the page slow. */
const MAX_COLOURED = 50_000;

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A body: JSON laid out and coloured, token by token so that nothing of it is changed. */
function jsonView(text: string): TemplateResult {
  const isPlain = text.length > MAX_COLOURED || !isJson(text);
  return html`<pre class="code" tabindex="0">${isPlain ? text : layOut(text)}</pre>`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

type Part = string | TemplateResult;

function layOut(text: string): Part[] {
  const tokens = text.match(TOKEN) ?? [];
  const parts: Part[] = [];
  let depth = 0;
  const newLine = (): void => void parts.push(`\n${'  '.repeat(depth)}`);
  for (const [i, token] of tokens.entries()) {
    const isClosing = token === '}' || token === ']';
    const isEmpty = isClosing && (tokens[i - 1] === '{' || tokens[i - 1] === '[');
    if (isClosing) depth -= 1;
    if (isClosing && !isEmpty) newLine();
    parts.push(colour(token, tokens[i + 1]));
    if (token === '{' || token === '[') depth += 1;
    const opens = (token === '{' || token === '[') && !/^[}\]]$/.test(tokens[i + 1] ?? '}');
    if (opens || token === ',') newLine();
    if (token === ':') parts.push(' ');
  }
  return parts;
}

function colour(token: string, next: string | undefined): Part {
  if (/^[{}[\],:]$/.test(token)) return token;
  if (token.startsWith('"')) {
    return html`<span class=${next === ':' ? 'key' : 'string'}>${token}</span>`;
  }
  return html`<span class="number">${token}</span>`;
}
