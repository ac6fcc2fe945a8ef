import { showBody } from '../../http/body-text.ts';
import type { HeaderList, TransportFailure } from '../../http/exchange.ts';
import { rules } from '../../verify/checks/finding.ts';
import type { JudgedExchange } from '../../verify/judged-exchange.ts';
import type { FindingGroup } from '../group-findings.ts';
import { reportPath } from '../report-path.ts';
import type { ReporterContext, RunRecord } from '../reporter.ts';
import { ruleHelp } from '../rule-help.ts';
import { duration } from '../words.ts';
import { type Content, type Markup, html } from './markup.ts';

/** The faults, worst first, each with what was sent and what came back. */
export function findingsSection(
  groups: readonly FindingGroup[],
  record: RunRecord,
  context: ReporterContext,
): Markup {
  if (groups.length === 0) {
    return html`<section id="findings">
      <h2>Findings</h2>
      <p class="empty">Nothing to report: every answer was as documented.</p>
    </section>`;
  }
  return html`<section id="findings">
    <h2>Findings</h2>
    ${groups.map((group) => findingCard(group, record, context))}
  </section>`;
}

function findingCard(group: FindingGroup, record: RunRecord, context: ReporterContext): Markup {
  const { finding, findings } = group;
  const exchange = record.exchangeOf(finding);
  const times = findings.length;
  return html`<article class="finding ${finding.severity}">
    <header>
      <p class="kicker">
        <span class="pill">${finding.severity}</span>
        <span title="${rules[finding.rule]}">${finding.rule}</span>
        <span>${finding.operation}</span>
        ${times > 1 && html`<span class="times">${times} times</span>`}
      </p>
      <h3>${finding.message}</h3>
    </header>
    <dl class="sides">
      <div class="received">
        <dt>Received</dt>
        <dd>${finding.received}</dd>
      </div>
      <div class="documented">
        <dt>Documented</dt>
        <dd>${finding.documented}</dd>
      </div>
    </dl>
    <p class="place">${place(group, context)}</p>
    ${exchange && exchangeBlock(exchange)} ${group.smallest && smallestBlock(group.smallest)}
    <details>
      <summary>Reproduce</summary>
      <pre class="command"><code>${curl(finding.curl)}</code></pre>
    </details>
    <details>
      <summary>${group.cases.length === 1 ? 'The case' : `${group.cases.length} cases`}</summary>
      <ul class="cases">
        ${group.cases.map((id) => html`<li><code>${id}</code></li>`)}
      </ul>
    </details>
    <details>
      <summary>What to do</summary>
      <p>${rules[finding.rule]}. ${ruleHelp[finding.rule].help}</p>
    </details>
  </article>`;
}

function smallestBlock({ curl: command, received }: NonNullable<FindingGroup['smallest']>): Markup {
  return html`<details>
    <summary>The smallest request that fails</summary>
    <pre class="command"><code>${curl(command)}</code></pre>
    <p>Received: <code>${received}</code></p>
  </details>`;
}

function place({ finding }: FindingGroup, context: ReporterContext): Markup {
  const { location, pointer } = finding;
  if (!location) return html`<code>${pointer}</code>`;
  const { file, line, column } = location;
  return html`<code>${reportPath(file, context)}:${line}:${column}</code>
    <code class="faint">${pointer}</code>`;
}

/** A command with a megabyte in it makes a page that nobody can open. */
const MAX_COMMAND = 20_000;

function curl(command: string): string {
  if (command.length <= MAX_COMMAND) return command;
  return `# ${command.length} characters, too long for this page; the json report has it`;
}

/** A request beside its response, as they went over the wire. */
function exchangeBlock(exchange: JudgedExchange): Markup {
  return html`<div class="exchange">${requestSide(exchange)}${responseSide(exchange)}</div>`;
}

// Line breaks are values, as a formatter of templates may change those that stand in one.
function requestSide({ request }: JudgedExchange): Markup {
  const url = URL.parse(request.url);
  const target = url ? url.pathname + url.search : request.url;
  const start = html`<b>${request.method} ${target}</b>`;
  return html`<figure>
    <figcaption>Request</figcaption>
    <pre>${[start, headerLines(request.headers), bodyText(request.body)]}</pre>
  </figure>`;
}

function responseSide({ outcome, durationMs }: JudgedExchange): Markup {
  return html`<figure>
    <figcaption>Response <span class="faint">${duration(durationMs)}</span></figcaption>
    <pre>${outcomeText(outcome)}</pre>
  </figure>`;
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
