import { componentRules, documentRules } from './components.ts';
import { exampleRules } from './examples.ts';
import { keyRules, nameRules } from './keys.ts';
import { operationRules } from './operations.ts';
import type { LintRule } from './rule.ts';
import { keywordRules } from './schema-keywords.ts';
import { meaningRules } from './schema-meaning.ts';
import { styleRules } from './style.ts';

/** The rules of the kit's own, in the order of a report. */
export const rules: readonly LintRule[] = [
  ...documentRules,
  ...keyRules,
  ...operationRules,
  ...nameRules,
  ...keywordRules,
  ...meaningRules,
  ...exampleRules,
  ...componentRules,
  ...styleRules,
];
