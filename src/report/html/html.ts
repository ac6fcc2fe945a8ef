import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type ProfileAnswers, sayAnswer } from '../../questions/answer.ts';
import { questionsByOperation } from '../../questions/index.ts';
import type { OpenQuestion } from '../../questions/question.ts';
import { severities } from '../../verify/checks/check.ts';
import type { RunResult } from '../../verify/run/event.ts';
import {
  coverageOf,
  type ConstraintCoverage,
  type OperationCoverage,
  type ResponseCoverage,
} from '../coverage.ts';
import { reportPath } from '../report-path.ts';
import {
  type Reporter,
  type ReporterContext,
  type EndedRun,
  defaultTool,
  reportAtEnd,
} from '../reporter.ts';
import { deeds, leftOutWords, spoken, verdictWord } from '../words.ts';
import { count, duration } from '../../openapi/count.ts';
import { findingsSection, latencySection, requestsSection } from './sections.ts';
import { type Content, type Markup, html, raw, table } from './markup.ts';

/** One self-contained page: no script, no font, no image and no link that leaves it. */
export function htmlPage(context: ReporterContext): Reporter {
  return reportAtEnd((record) => context.write(`${page(record, context).text.trim()}\n`));
}

const STYLE = new URL('style.css', import.meta.url);

function page(record: EndedRun, context: ReporterContext): Markup {
  const { result } = record;
  const title = `${VERDICTS[verdictWord(result)]} · ${result.target}`;
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
          ${raw(readFileSync(STYLE, 'utf8'))}
        </style>
      </head>
      <body class="${result.verdict}">
        ${header(record, context)}
        <main>${sections(record, context)}</main>
        ${footer(record, context)}
      </body>
    </html> `;
}

function sections(record: EndedRun, context: ReporterContext): Content {
  const { document } = context;
  return [
    findingsSection(record, context),
    answersSection(record.result.answers, document),
    document && coverageSection(coverageOf(document, record.exchanges)),
    latencySection(record.exchanges.map((exchange) => exchange.durationMs)),
    deedsSection(record.result),
    requestsSection(record),
  ];
}

function header({ result }: EndedRun, context: ReporterContext): Markup {
  const { exchanges, cases } = result.counts;
  const figure = (number: string, label: string, kind = ''): Markup =>
    html`<li class="${kind}"><b>${number}</b> <span>${label}</span></li>`;
  return html`<header>
    <div class="wide">
      <p class="verdict">
        <span class="badge">${VERDICTS[verdictWord(result)]}</span>
        <span class="sentence">${verdictSentence(result)}</span>
      </p>
      <h1>${result.target}</h1>
      <p class="about">judged by <code>${reportPath(result.document, context)}</code></p>
      ${result.stopped && html`<p class="stopped"><b>Cut short.</b> ${result.stopped.message}</p>`}
      <ul class="figures">
        ${severities.map((severity) => {
          const found = result.counts[`${severity}s`];
          return figure(
            String(found),
            found === 1 ? severity : `${severity}s`,
            found > 0 ? severity : 'none',
          );
        })}
        ${figure(String(exchanges), 'requests')} ${figure(String(cases), 'cases')}
        ${figure(duration(result.durationMs), 'total')}
      </ul>
    </div>
  </header>`;
}

const VERDICTS = {
  pass: 'Pass',
  inconclusive: 'Inconclusive',
  unreachable: 'Unreachable',
  fail: 'Fail',
} as const;

function verdictSentence(result: EndedRun['result']): string {
  const { counts, stopped, verdict, coverage } = result;
  if (verdictWord(result) === 'unreachable') return 'The run did not reach the server.';
  if (counts.violations > 0)
    return `The contract is broken: ${count(counts.violations, 'violation')}.`;
  if (coverage?.inconclusive !== undefined && !stopped)
    return `Too little was verified: ${coverage.inconclusive}.`;
  if (verdict === 'fail' || stopped) return 'The run ended before every case was sent.';
  return 'The server keeps the contract.';
}

function footer({ result, startedAt }: EndedRun, context: ReporterContext): Markup {
  const tool = context.tool ?? defaultTool;
  const when = startedAt.toISOString().replace('T', ' ').slice(0, 19);
  return html`<footer>
    <div class="wide">
      ${tool} ${context.version} · ${when} UTC · seed <code>${result.seed}</code>
    </div>
  </footer>`;
}

/** How the server answered what the specification leaves open. */
function answersSection(
  answers: ProfileAnswers,
  document: OpenApiDocument | undefined,
): Markup | undefined {
  const operations = Object.entries(answers).filter(([, given]) => Object.keys(given).length > 0);
  if (operations.length === 0) return undefined;
  const questions = document ? questionsByOperation(document) : new Map<string, OpenQuestion[]>();
  const words = (operation: string, id: string): string =>
    questions.get(operation)?.find((question) => question.id === id)?.question ?? spoken(id);
  return html`<section id="answers">
    <h2>Open questions</h2>
    <p class="lead">The specification leaves these points open. No answer is a fault in itself.</p>
    ${operations.map(([operation, given]) => {
      const rows = Object.entries(given).map(
        ([question, answer]) =>
          html`<tr>
            <th scope="row">${words(operation, question)}</th>
            <td>${sayAnswer(answer)}</td>
          </tr>`,
      );
      return html`<div class="panel">
        <h3><code>${operation}</code></h3>
        ${table(['Question', 'Answer'], rows, 'pairs')}
      </div>`;
    })}
  </section>`;
}

/** What the run has done to the server, folded away, and what was not sent. */
function deedsSection(result: RunResult): Markup | undefined {
  const { leftOut = [] } = result;
  const done = deeds(result);
  if (done.length === 0 && leftOut.length === 0) return undefined;
  return html`<section id="created">
    <h2>Done to the server</h2>
    ${leftOut.map((omission) => html`<p class="lead">Left out: ${leftOutWords(omission)}</p>`)}
    ${done.map(
      ({ words, items }) =>
        html`<details class="panel">
          <summary>${words}</summary>
          <ul class="cases">
            ${items.map((item) => html`<li>${item}</li>`)}
          </ul>
        </details>`,
    )}
  </section>`;
}

/** Operations × responses × schema constraints: what the run reached of the document. */
function coverageSection(coverage: readonly OperationCoverage[]): Markup {
  return html`<section id="coverage">
    <h2>Coverage</h2>
    <p class="lead">What of the document was put to the test.</p>
    ${coverage.map(operationPanel)}
  </section>`;
}

function operationPanel({
  operation,
  requests,
  constraints,
  responses,
}: OperationCoverage): Markup {
  const total = requests.valid + requests.invalid + requests.open;
  return html`<div class="panel">
    <h3>
      <code>${operation.method} ${operation.path}</code> <span class="faint">${operation.id}</span>
    </h3>
    ${total === 0 && html`<p class="empty">Not tested.</p>`}
    <div class="chips">
      ${Object.entries(requests).map(([kind, sent]) => chip(sent > 0 ? '' : 'missed', sent, kind))}
      ${responses.map(responseChip)}
    </div>
    ${constraintTable('Request', constraints, isExercised)}
    ${responses.map((response) =>
      constraintTable(`Response ${response.status}`, response.constraints, ({ kept }) => kept > 0),
    )}
  </div>`;
}

function chip(kind: string, number: number, words: string): Markup {
  return html`<span class="chip ${kind}"><b>${number}</b> ${words}</span>`;
}

function responseChip({ status, documented, count }: ResponseCoverage): Markup {
  const kind = documented ? (count > 0 ? 'met' : 'missed') : 'undocumented';
  return chip(kind, count, `× ${status}${documented ? '' : ' undocumented'}`);
}

/** A demand on requests is put to the test where it was both kept and broken. */
function isExercised({ kept, broken }: ConstraintCoverage): boolean {
  return kept > 0 && broken > 0;
}

function constraintTable(
  title: string,
  constraints: readonly ConstraintCoverage[],
  isMet: (constraint: ConstraintCoverage) => boolean,
): Markup | undefined {
  if (constraints.length === 0) return undefined;
  const met = constraints.filter(isMet).length;
  const rows = constraints.map((constraint) => {
    const { place, words, pointer, kept, broken } = constraint;
    return html`<tr class="${isMet(constraint) ? '' : 'missed'}">
      <td>${place}</td>
      <td title="${pointer}"><code>${words}</code></td>
      <td class="number">${kept}</td>
      <td class="number">${broken}</td>
    </tr>`;
  });
  return html`<details class="constraints">
    <summary>
      ${title} ${meter(met, constraints.length)}
      <span class="faint">${met} of ${constraints.length} constraints</span>
    </summary>
    ${table(['Where', 'Constraint', ['kept'], ['broken']], rows)}
  </details>`;
}

function meter(part: number, whole: number): Markup {
  const width = whole === 0 ? 0 : Math.round((part / whole) * 100);
  return html`<svg
    class="meter"
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    role="img"
    aria-label="${width} percent"
  >
    <rect class="rest" width="100" height="8" rx="3" />
    <rect class="part" width="${width}" height="8" rx="3" />
  </svg>`;
}
