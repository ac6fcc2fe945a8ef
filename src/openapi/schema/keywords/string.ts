import { showJson } from '../../json/stringify-json.ts';
import { type KeywordCompiler, report } from '../check.ts';

function lengthBound(accepts: (length: number, limit: number) => boolean, words: string) {
  const compile: KeywordCompiler = (keyword, context) => {
    const limit = Number(keyword);
    return (value, outcome) => {
      if (typeof value !== 'string') return;
      // Length counts code points, not UTF-16 units (2020-12, validation 6.3.1).
      const length = [...value].length;
      if (accepts(length, limit)) return;
      report(
        outcome,
        context,
        (label) => `${label} must have ${words} ${limit} characters, got ${length}`,
      );
    };
  };
  return compile;
}

const pattern: KeywordCompiler = (keyword, context) => {
  const expression = new RegExp(String(keyword), 'u');
  return (value, outcome) => {
    if (typeof value !== 'string' || expression.test(value)) return;
    report(
      outcome,
      context,
      (label) => `${label} must match ${String(keyword)}, got ${showJson(value)}`,
    );
  };
};

/** JSON Schema 2020-12, validation 6.3. */
export const stringKeywords: Readonly<Record<string, KeywordCompiler>> = {
  pattern,
  minLength: lengthBound((length, limit) => length >= limit, 'at least'),
  maxLength: lengthBound((length, limit) => length <= limit, 'at most'),
};
