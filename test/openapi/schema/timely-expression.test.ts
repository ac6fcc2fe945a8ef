import { describe, expect, it, vi } from 'vitest';
import { compilePattern } from '../../../src/openapi/schema/pattern.ts';

/** What a test came to, and whether that took a second of CPU: other processes take time, too. */
function tried(pattern: string, text: string): { matches: boolean; isSlow: boolean } {
  const start = process.threadCpuUsage();
  const matches = compilePattern(pattern).test(text);
  const { user, system } = process.threadCpuUsage(start);
  return { matches, isSlow: user + system > 1_000_000 };
}

describe('a pattern of a document', () => {
  it.each([
    ['a repeated group', '^(a+)+$', `${'a'.repeat(60)}!`],
    ['a group of alternatives', '^(a|a)*$', `${'a'.repeat(60)}!`],
    ['optional characters', `^${'a?'.repeat(40)}${'a'.repeat(40)}$`, 'a'.repeat(39)],
    ['what is looked for everywhere', '\\s+$', `${' '.repeat(300_000)}x`],
    ['a repeated back reference', '^(a+)\\1*(a+)\\2*$', `${'a'.repeat(5000)}!`],
    ['a number of repetitions that no engine takes', '^(?:a{1000}){1000000}$', 'aaa'],
  ])('does not match in time what has no end: %s', (_, pattern, text) => {
    expect(tried(pattern, text)).toEqual({ matches: false, isSlow: false });
  });

  it('matches under a deadline as without', () => {
    expect(compilePattern('^(?:[a-z]+-)*[a-z]+$').test('lily-of-the-valley')).toBe(true);
    expect(compilePattern('^(?:[a-z]+-)*[a-z]+$').test('lily-of-the-')).toBe(false);
    const long = 'a'.repeat(600) + 'b'.repeat(600);
    expect(tried('^a+b+$', long)).toEqual({ matches: true, isSlow: false });
    expect(tried('^a+b+$', `${long}c`)).toEqual({ matches: false, isSlow: false });
  });

  it('gives another deadline where the machine was busy with something else', () => {
    const idle = { user: 0, system: 0 };
    const usage = vi.spyOn(process, 'threadCpuUsage').mockReturnValue(idle);
    const start = performance.now();
    const matches = compilePattern('^(?:a|a)+$').test(`${'a'.repeat(60)}!`);
    usage.mockRestore();
    expect(matches).toBe(false);
    expect(performance.now() - start).toBeGreaterThan(200);
  });

  it('still matches what it has matched, after others have taken all the time there is', () => {
    const expression = compilePattern('^(a+)+$');
    expect(expression.test('aaaa')).toBe(true);
    for (let i = 0; i < 10; i += 1) expression.test(`${'a'.repeat(60 + i)}!`);
    expect(expression.test('aaa')).toBe(false);
    expect(expression.test('aaaa')).toBe(true);
  });

  it('needs no deadline for what each alternative tells in a few steps, after long texts have taken all the time', () => {
    const expression = compilePattern(String.raw`(\d+.*[a-z]+)|([a-z]+.*\d+)`);
    for (let i = 0; i < 3; i += 1) expression.test('1'.repeat(100_000 + i));
    expect(expression.test('passw0rd')).toBe(true);
    expect(expression.test('password')).toBe(false);
  });

  it('keeps many texts together from taking long', () => {
    const start = performance.now();
    const expression = compilePattern('^(a+)+$');
    const texts = Array.from({ length: 1000 }, (_, i) => `${'a'.repeat(60 + i)}!`);
    expect(texts.filter((text) => expression.test(text))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
