import { describe, expect, it } from 'vitest';
import { DiagnosticError, formatDiagnostic } from '../../src/openapi/diagnostic.ts';

const parts = { code: 'odd-thing', message: 'this is odd', help: 'Even it.' };

function at(line: number, column: number): { file: string; line: number; column: number } {
  return { file: 'a.yaml', line, column };
}

describe('formatDiagnostic', () => {
  it('shows the line with a caret below the column', () => {
    expect(
      formatDiagnostic({ ...parts, location: at(2, 4) }, 'a: 1\nb: odd\n').split('\n'),
    ).toEqual([
      'a.yaml:2:4 odd-thing: this is odd',
      '  2 | b: odd',
      '         ^',
      '  help: Even it.',
    ]);
  });

  it('names the pointer where there is no file, and nothing where there is neither', () => {
    expect(formatDiagnostic({ ...parts, pointer: '/a' })).toMatch(/^\/a odd-thing: this is odd\n/);
    expect(formatDiagnostic(parts)).toBe('odd-thing: this is odd\n  help: Even it.');
  });

  it('keeps the caret under its column in a long line', () => {
    const line = `${'x'.repeat(250)}!${'y'.repeat(250)}`;
    const [, shown = '', caret = ''] = formatDiagnostic(
      { ...parts, location: at(1, 251) },
      line,
    ).split('\n');
    expect(shown.length).toBeLessThan(120);
    expect(shown[caret.indexOf('^')]).toBe('!');
  });

  it('lets no control character through to a terminal', () => {
    const text = formatDiagnostic({ ...parts, location: at(1, 1) }, '\ta\u001B[31m\r\n');
    expect(text).toContain('1 |  a [31m\n');
  });

  it('shows lines of up to 100 characters whole', () => {
    const line = 'x'.repeat(150);
    const shown = (column: number): string | undefined =>
      formatDiagnostic({ ...parts, location: at(1, column) }, line).split('\n')[1];
    expect(shown(100)).toBe(`  1 | ${'x'.repeat(100)}`);
    expect(shown(101)).toBe(`  1 | ${'x'.repeat(99)}`);
  });

  it('shows no line where the text is not at hand, and no blank one', () => {
    const place = { ...parts, location: at(1, 1) };
    expect(formatDiagnostic(place)).toBe('a.yaml:1:1 odd-thing: this is odd\n  help: Even it.');
    expect(formatDiagnostic(place, '   \n')).toBe(formatDiagnostic(place));
    expect(formatDiagnostic(parts, 'a: 1')).toBe('odd-thing: this is odd\n  help: Even it.');
  });

  it('shows no line where there is none', () => {
    expect(formatDiagnostic({ ...parts, location: at(9, 1) }, 'a')).not.toContain('|');
    expect(formatDiagnostic({ ...parts, location: at(1, 1) }, '')).not.toContain('^');
  });
});

describe('DiagnosticError', () => {
  it('says what failed and everything that is wrong', () => {
    const error = new DiagnosticError('read a thing', [parts, parts]);
    expect(error.message).toBe(
      `Failed to read a thing:\n${formatDiagnostic(parts)}\n${formatDiagnostic(parts)}`,
    );
    expect(error.diagnostics).toHaveLength(2);
    expect(error.name).toBe('DiagnosticError');
  });

  it('shows 50 of them, and says how many more there are', () => {
    const shown = (count: number): string[] => {
      const many = Array.from({ length: count }, () => ({ ...parts, help: '' }));
      return new DiagnosticError('read a thing', many).message.split('\n');
    };
    expect(shown(50)).toHaveLength(101);
    expect(shown(52)).toEqual([...shown(50), 'And 2 more.']);
  });
});
