import { type Finding, isFailure } from '../verify/checks/check.ts';
import { escapeMarkup } from '../openapi/escape-markup.ts';
import { showOutcome } from '../verify/checks/show.ts';
import { reportPath, reportPlace } from './report-path.ts';
import {
  type Reporter,
  type ReporterContext,
  type EndedRun,
  defaultTool,
  reportAtEnd,
} from './reporter.ts';
import { baselineWords, knownWords, resourceWords, tally } from './words.ts';

/**
 * JUnit XML: a suite an operation, a test a case. It keeps to what the schemas of Ant and of
 * Jenkins have in common: one failure a test, and output only at the end of a suite.
 */
export function junit(context: ReporterContext): Reporter {
  return reportAtEnd((record) => context.write(render(record, context)));
}

/** A case with its exchanges; a case that was sent again is still one test. */
interface TestCase {
  readonly id: string;
  readonly title: string;
  /** Id of the operation. */
  readonly operation: string;
  readonly outcomes: readonly string[];
  readonly durationMs: number;
  readonly findings: readonly Finding[];
}

function render(record: EndedRun, context: ReporterContext): string {
  const { stopped, coverage } = record.result;
  const gap = stopped?.message ?? coverage?.inconclusive;
  const byOperation = Map.groupBy(testCases(record), (test) => test.operation);
  const suites = [...byOperation].map(([name, tests]) => suite(name, tests, record, context));
  const baseline = baselineWords(record.result);
  if (baseline.length > 0) suites.push(baselineSuite(baseline.map(({ words }) => words)));
  if (gap !== undefined) suites.push(incompleteSuite(gap));
  const elements = suites.map((current, id) => suiteElement(id, current, record, context));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${elements.join('')}</testsuites>\n`;
}

function testCases(record: EndedRun): TestCase[] {
  const sent = record.exchanges.map((exchange): TestCase => {
    const { id, title, operation } = exchange.case;
    const findings = record.findingsOf(exchange);
    const { durationMs } = exchange;
    const outcomes = [showOutcome(exchange)];
    return { id, title, operation: operation.id, outcomes, durationMs, findings };
  });
  // Of shards that were merged, exchanges are no more.
  const { tests = [] } = record.exchanges.length === 0 ? record.result : {};
  const told = tests.map(({ case: id, ...test }): TestCase => ({ id, ...test, findings: [] }));
  // What was found without a request of its own, such as a difference from what was expected.
  const other = record.result.findings
    .filter((finding) => !record.exchangeOf(finding))
    .map((finding): TestCase => {
      const { case: id, operation } = finding;
      const title = 'over the whole run';
      return { id, title, operation, outcomes: [], durationMs: 0, findings: [finding] };
    });
  const byCase = Map.groupBy([...sent, ...told, ...other], ({ operation, id }) =>
    JSON.stringify([operation, id]),
  );
  return [...byCase.values()].map((same) => ({
    ...same[0]!,
    outcomes: same.flatMap(({ outcomes }) => outcomes),
    durationMs: same.reduce((sum, testCase) => sum + testCase.durationMs, 0),
    findings: same.flatMap(({ findings }) => findings),
  }));
}

interface Suite {
  readonly name: string;
  readonly counts: Readonly<Record<'tests' | 'failures' | 'errors', number>>;
  readonly time: string;
  readonly body: string;
  readonly output: string;
  readonly error: string;
}

function suite(
  name: string,
  tests: readonly TestCase[],
  record: EndedRun,
  context: ReporterContext,
): Suite {
  const failures = tests.filter((test) => violations(test).length > 0).length;
  return {
    name,
    counts: { tests: tests.length, failures, errors: 0 },
    time: seconds(tests),
    body: tests.map((test) => testElement(test, name, context)).join(''),
    output: suiteOutput(tests) + createdOutput(name, record),
    error: '',
  };
}

/** What expired fails by its own cases. */
function baselineSuite(lines: readonly string[]): Suite {
  const body = `    <testcase name="known findings" classname="baseline" time="0"/>\n`;
  const counts = { tests: 1, failures: 0, errors: 0 };
  const output = `\n${lines.join('\n')}\n`;
  return { name: 'baseline', counts, time: '0', body, output, error: '' };
}

/** A run that was cut short, or shows too little, is an error of the run, not of a case. */
function incompleteSuite(message: string): Suite {
  const body =
    `    <testcase name="every case was sent" classname="run" time="0">\n` +
    `      ${startTag('error', { message, type: 'stopped' })}>${xmlText(message)}</error>\n` +
    `    </testcase>\n`;
  const counts = { tests: 1, failures: 0, errors: 1 };
  return { name: 'run', counts, time: '0', body, output: '', error: message };
}

function suiteElement(
  id: number,
  { name, counts, time, body, output, error }: Suite,
  { result, startedAt }: EndedRun,
  context: ReporterContext,
): string {
  const properties = {
    target: result.target,
    document: reportPath(result.document, context),
    seed: result.seed,
    verdict: result.verdict,
    found: tally(result),
    version: context.version,
  };
  const start = startTag('testsuite', {
    id,
    name,
    package: context.tool ?? defaultTool,
    hostname: URL.parse(result.target)?.hostname || 'localhost',
    // Ant's schema allows no zone and no fraction.
    timestamp: startedAt.toISOString().slice(0, 19),
    ...counts,
    time,
    skipped: 0,
  });
  const lines = Object.entries(properties).map(
    ([name, value]) => `      ${startTag('property', { name, value })}/>\n`,
  );
  return (
    `  ${start}>\n    <properties>\n${lines.join('')}    </properties>\n` +
    `${body}    <system-out>${xmlText(output)}</system-out>\n` +
    `    <system-err>${xmlText(error)}</system-err>\n  </testsuite>\n`
  );
}

function testElement(test: TestCase, operation: string, context: ReporterContext): string {
  const name = `${test.id}: ${test.title}`;
  const time = seconds([test]);
  const start = `    ${startTag('testcase', { name, classname: operation, time })}`;
  const [first, ...more] = violations(test);
  if (first === undefined) return `${start}/>\n`;
  const message = more.length > 0 ? `${first.message} (and ${more.length} more)` : first.message;
  const text = [first, ...more].map((finding) => describe(finding, context)).join('\n\n');
  return (
    `${start}>\n      ${startTag('failure', { message, type: first.rule })}>${xmlText(text)}</failure>\n` +
    `    </testcase>\n`
  );
}

function violations(test: TestCase): Finding[] {
  return test.findings.filter(isFailure);
}

function describe(finding: Finding, context: ReporterContext): string {
  const { location } = finding;
  const place = location ? `${reportPlace(location, context)} ` : '';
  return [
    `${finding.rule} ${finding.message}`,
    `Received:   ${finding.received}`,
    `Documented: ${finding.documented}`,
    `Document:   ${place}${finding.pointer}`,
    `Reproduce:  ${finding.curl}`,
    ...(finding.smallest ? [`Smallest:   ${finding.smallest.curl}`] : []),
  ].join('\n');
}

/** What stands beside the failures: how each was sent, and warnings and notes. */
function suiteOutput(tests: readonly TestCase[]): string {
  const lines: string[] = [];
  for (const { id, outcomes, findings } of tests) {
    if (findings.length === 0) continue;
    lines.push(`${id}: ${outcomes.join('; ')}`);
    for (const finding of findings) {
      const { severity, rule, message } = finding;
      lines.push(`  ${severity} ${rule}: ${message}${knownWords(finding)}`);
    }
    for (const curl of new Set(findings.map((finding) => finding.curl))) lines.push(`  ${curl}`);
  }
  return lines.length > 0 ? `\n${lines.join('\n')}\n` : '';
}

/** What the operation leaves on the server. */
function createdOutput(operation: string, { result }: EndedRun): string {
  const created = result.created.filter((resource) => resource.operation === operation);
  return created.map((resource) => `created: ${resourceWords(resource)}\n`).join('');
}

function seconds(timed: readonly { readonly durationMs: number }[]): string {
  const milliseconds = timed.reduce((sum, part) => sum + part.durationMs, 0);
  return (milliseconds / 1000).toFixed(3);
}

/** Characters that XML 1.0 can't hold, not even as references (2.2, Char). Lone surrogates are among them. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Text between tags. Forbidden characters become readable escapes: U+0007 → `\u{7}`. */
function xmlText(text: string): string {
  const shown = text.replaceAll(
    FORBIDDEN,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
  return escapeMarkup(shown).replaceAll('\r', '&#13;');
}

/** A start tag without its end; line breaks and tabs survive attribute normalisation. */
function startTag(name: string, attributes: Readonly<Record<string, string | number>>): string {
  const list = Object.entries(attributes).map(([key, value]) => {
    const text = xmlText(String(value));
    return ` ${key}="${text.replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`;
  });
  return `<${name}${list.join('')}`;
}
