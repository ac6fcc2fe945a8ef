import { describe, expect, test } from 'vitest';
import { htmlPage } from '../../src/report/html/html.ts';
import { histogram, percentile } from '../../src/report/html/sections.ts';
import { html } from '../../src/report/html/markup.ts';
import {
  nasty,
  reportOf,
  richRun,
  sampleEvents,
  sampleExchange,
  sampleFinding,
} from './support/sample-run.ts';

const page = reportOf(htmlPage, richRun());

describe('html', () => {
  test('has verdict, findings, answers, coverage, latency and requests', () => {
    expect(page).toContain('The contract is broken: 14 violations.');
    for (const id of ['findings', 'answers', 'coverage', 'latency', 'requests']) {
      expect(page).toContain(`id="${id}"`);
    }
    expect(page).toContain('used identity');
    expect(page).toContain('12 times');
    expect(page).toContain('id is required');
  });

  test('needs nothing from outside, and no script', () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|<object|@import|url\(/);
    expect(page).not.toMatch(/\s(?:src|href|on\w+)=/);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  });

  test('shows hostile text as text', () => {
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
    expect(page).toContain(String.raw`\u{7}\u{1b}[31m \u{202e}abc`);
    const findings = [
      sampleFinding(0, { case: nasty, operation: nasty, curl: nasty, pointer: nasty }),
    ];
    const events = sampleEvents([sampleExchange({ id: nasty }, 0)], findings, {
      target: nasty,
      document: nasty,
      answers: { [nasty]: { [nasty]: nasty } },
      stopped: { reason: 'hanging', message: nasty },
    });
    const hostile = reportOf(htmlPage, events);
    expect(hostile).not.toContain('<script');
    for (const hidden of ['\u{7}', '\u{1B}', '\u{202E}']) expect(hostile).not.toContain(hidden);
  });

  test('every element is closed in its order', () => {
    const open: string[] = [];
    const body = page.slice(page.indexOf('<body'), page.indexOf('</html>'));
    for (const [, close, name] of body.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*?(?<!\/)>/g)) {
      if (close === '') open.push(name!);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  test('a clean run says so', () => {
    const clean = reportOf(htmlPage, sampleEvents([sampleExchange({ id: 'a' }, 0)], []));
    expect(clean).toContain('The server keeps the contract.');
    expect(clean).toContain('Nothing to report');
  });

  test('does without a document, without exchanges, and with a megabyte', () => {
    const empty = reportOf(htmlPage, sampleEvents([], [], { answers: {} }), {
      document: undefined,
    });
    expect(empty).not.toContain('id="coverage"');
    const large = sampleExchange({ id: 'large', sent: 'x'.repeat(2 ** 20) }, 0);
    const finding = sampleFinding(0, { curl: 'x'.repeat(2 ** 20) });
    expect(reportOf(htmlPage, sampleEvents([large], [finding])).length).toBeLessThan(60_000);
  });

  test('keeps the lines of a message apart', () => {
    const sent = '{\n  "id": 1\n}';
    const findings = [sampleFinding(0)];
    const text = reportOf(htmlPage, sampleEvents([sampleExchange({ id: 'a', sent }, 0)], findings));
    expect(text).toContain(
      '<b>POST /things</b>\n<span class="faint">Content-Type:</span> application/json\n' +
        '<span class="faint">Authorization:</span> Bearer $TOKEN\n\n{\n  &quot;id&quot;: 1\n}</pre>',
    );
  });
});

test('markup escapes every value but markup', () => {
  expect(html`<a title="${'"<&>\''}">${[1, html`<b>x</b>`, undefined, false]}</a>`.text).toBe(
    '<a title="&quot;&lt;&amp;&gt;&#39;">1<b>x</b></a>',
  );
});

test('a histogram counts every value once', () => {
  for (const values of [[0], [0.01, 0.2], [1, 1, 1], [3, 900, 45_000], [5000]]) {
    const buckets = histogram(values);
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
  }
});

test('percentiles are values that were measured', () => {
  const values = [5, 1, 3, 2, 4];
  expect([50, 95, 100].map((percent) => percentile(values, percent))).toEqual([3, 5, 5]);
  expect(percentile([], 50)).toBe(0);
});
