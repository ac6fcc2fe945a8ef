import { rules } from '../../verify/checks/finding.ts';
import type { FindingGroup } from '../group-findings.ts';
import { reportPath } from '../report-path.ts';
import type { ReporterContext } from '../reporter.ts';
import { ruleHelp } from '../rule-help.ts';
import type { RunRecord } from '../run-record.ts';
import { exchangeBlock } from './exchange-block.ts';
import { type Markup, html } from './markup.ts';

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
