import { showJson } from '../../json/stringify-json.ts';
import { type KeywordCompiler, count, report } from '../check.ts';
import { compilePattern } from '../pattern.ts';

function lengthBound(accepts: (length: number, limit: number) => boolean, words: string) {
  const compile: KeywordCompiler = (keyword, context) => {
    const limit = Number(keyword);
    return (value, outcome) => {
      if (typeof value !== 'string') return;
      // Length counts code points, not UTF-16 units (2020-12, validation 6.3.1).
      const length = codePoints(value);
      if (accepts(length, limit)) return;
      report(
        outcome,
        context,
        (label) => `${label} must have ${words} ${count(limit, 'character')}, got ${length}`,
      );
    };
  };
  return compile;
}

function codePoints(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text.codePointAt(i)! > 0xffff) i += 1;
    length += 1;
  }
  return length;
}

const pattern: KeywordCompiler = (keyword, context) => {
  if (typeof keyword !== 'string') return undefined;
  const expression = compilePattern(keyword);
  return (value, outcome) => {
    if (typeof value !== 'string' || expression.test(value)) return;
    report(outcome, context, (label) => `${label} must match ${keyword}, got ${showJson(value)}`);
  };
};

/** JSON Schema 2020-12, validation 6.3. */
export const stringKeywords: Readonly<Record<string, KeywordCompiler>> = {
  pattern,
  minLength: lengthBound((length, limit) => length >= limit, 'at least'),
  maxLength: lengthBound((length, limit) => length <= limit, 'at most'),
};
