import { coverageOf } from '../coverage/coverage.ts';
import { groupFindings } from '../group-findings.ts';
import { reportPath } from '../report-path.ts';
import { type Reporter, type ReporterContext, defaultTool } from '../reporter.ts';
import { type RunRecord, reportAtEnd } from '../run-record.ts';
import { count, duration } from '../words.ts';
import { answersSection } from './answers-section.ts';
import { coverageSection } from './coverage-section.ts';
import { createdSection } from './created-section.ts';
import { findingsSection } from './findings-section.ts';
import { latencySection } from './latency-section.ts';
import { type Content, type Markup, html, raw } from './markup.ts';
import { requestsSection } from './requests-section.ts';
import { style } from './style.ts';

/** One self-contained page: no script, no font, no image and no link that leaves it. */
export function htmlPage(context: ReporterContext): Reporter {
  return reportAtEnd((record) => context.write(`${page(record, context).text.trim()}\n`));
}

function page(record: RunRecord, context: ReporterContext): Markup {
  const { result } = record;
  const title = `${result.verdict === 'pass' ? 'Pass' : 'Fail'} · ${result.target}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'"
        />
        <title>${title}</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body class="${result.verdict}">
        ${header(record, context)}
        <main>${sections(record, context)}</main>
        ${footer(record, context)}
      </body>
    </html> `;
}

function sections(record: RunRecord, context: ReporterContext): Content {
  const { document } = context;
  return [
    findingsSection(groupFindings(record.result.findings), record, context),
    answersSection(record.result.answers, document),
    document && coverageSection(coverageOf(document, record.exchanges)),
    latencySection(record.exchanges.map((exchange) => exchange.durationMs)),
    createdSection(record.result),
    requestsSection(record),
  ];
}

function header({ result }: RunRecord, context: ReporterContext): Markup {
  const { violations, warnings, notes, exchanges, cases } = result.counts;
  const figure = (number: string, label: string, kind = ''): Markup =>
    html`<li class="${kind}"><b>${number}</b> <span>${label}</span></li>`;
  return html`<header>
    <div class="wide">
      <p class="verdict">
        <span class="badge">${result.verdict === 'pass' ? 'Pass' : 'Fail'}</span>
        <span class="sentence">${verdictSentence(result)}</span>
      </p>
      <h1>${result.target}</h1>
      <p class="about">judged by <code>${reportPath(result.document, context)}</code></p>
      ${result.stopped && html`<p class="stopped"><b>Cut short.</b> ${result.stopped.message}</p>`}
      <ul class="figures">
        ${figure(String(violations), violations === 1 ? 'violation' : 'violations', violations > 0 ? 'violation' : 'none')}
        ${figure(String(warnings), warnings === 1 ? 'warning' : 'warnings', warnings > 0 ? 'warning' : 'none')}
        ${figure(String(notes), notes === 1 ? 'note' : 'notes', notes > 0 ? 'note' : 'none')}
        ${figure(String(exchanges), 'requests')} ${figure(String(cases), 'cases')}
        ${figure(duration(result.durationMs), 'total')}
      </ul>
    </div>
  </header>`;
}

function verdictSentence({ counts, stopped, verdict }: RunRecord['result']): string {
  if (counts.violations > 0)
    return `The contract is broken: ${count(counts.violations, 'violation')}.`;
  if (verdict === 'fail' || stopped) return 'The run ended before every case was sent.';
  return 'The server keeps the contract.';
}

function footer({ result, startedAt }: RunRecord, context: ReporterContext): Markup {
  const tool = context.tool ?? defaultTool;
  const when = startedAt.toISOString().replace('T', ' ').slice(0, 19);
  return html`<footer>
    <div class="wide">
      ${tool} ${context.version} · ${when} UTC · seed <code>${result.seed}</code>
    </div>
  </footer>`;
}
