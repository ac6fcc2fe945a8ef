import { describe, expect, test } from 'vitest';
import { codeBlock, codeSpan, markdown, plainText } from '../../src/report/markdown.ts';
import { nasty, reportOf, richRun, sampleEvents, sampleFinding } from './support/sample-run.ts';

describe('markdown', () => {
  test('has verdict, findings, reproduction and answers', () => {
    const page = reportOf(markdown, richRun());
    expect(page).toMatch(
      /^## ❌ Fail: http:\/\/127\.0\.0\.1:4010\n\n14 violations of 3 causes, 1 warning, 1 note in 44 requests/,
    );
    expect(page).toContain('#### ❌ R4 createThing: tag is not returned as it was sent (12 times)');
    expect(page).toContain('random/4 and 7 more');
    expect(page).toContain('| createThing | used identity | refused with 409 |');
    expect(page).toContain('```sh\ncurl ');
  });

  test('a clean run has no findings', () => {
    const page = reportOf(markdown, sampleEvents([], [], { answers: {} }));
    expect(page).toContain('## ✅ Pass');
    expect(page).not.toContain('###');
  });

  test('every row of a table has as many cells as its head, whatever the server sent', () => {
    const findings = [sampleFinding(0, { received: nasty, message: nasty, case: nasty })];
    const page = reportOf(markdown, sampleEvents([], findings));
    for (const line of page.split('\n').filter((part) => part.startsWith('| **'))) {
      expect(line.replaceAll(String.raw`\|`, '').split('|')).toHaveLength(4);
    }
  });

  test('says why a run was cut short', () => {
    const stopped = { reason: 'hanging', message: 'no answer' } as const;
    expect(reportOf(markdown, sampleEvents([], [], { stopped }))).toContain(
      '**Cut short (hanging):** no answer',
    );
  });
});

describe('text in markdown', () => {
  test('is no markup, no HTML and no mention', () => {
    expect(plainText('<b> *x* [a](b) `c` @me | # & \n y')).toBe(
      String.raw`&lt;b> \*x\* \[a\](b) \`c\` ` + `@\u{200B}me ${String.raw`\| \# &amp; y`}`,
    );
  });

  test('fences are longer than what they hold', () => {
    expect(codeSpan('a``b`')).toBe('``` a``b` ```');
    expect(codeSpan('')).toBe('');
    expect(codeBlock('a ```` b', 'sh')).toBe('`````sh\na ```` b\n`````');
    expect(codeBlock('x'.repeat(5000), 'sh')).toContain('5000 characters');
  });
});
