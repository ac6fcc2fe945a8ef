import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { defaultRuleset } from '../../src/cli/defaults.ts';
import { type LintResult, lintVariants, type Variant } from './lint-documents.ts';
import { variants } from './variants.ts';

const unchanged: Variant = { name: 'the document as it is', change: () => {}, breaks: [] };
const named = Object.entries(variants).flatMap(([group, list]) =>
  list.map((variant) => ({ ...variant, name: `${group}: ${variant.name}` })),
);

let found: Map<string, LintResult[]>;
beforeAll(async () => {
  found = await lintVariants([unchanged, ...named]);
}, 120_000);

function codesOf(variant: Variant): string[] {
  return [...new Set(found.get(variant.name)?.map(({ code }) => code))];
}

test('the document has no finding', () => {
  expect(found.get(unchanged.name)).toEqual([]);
});

describe('each mistake breaks its rule and no other', () => {
  test.each(named.filter(({ breaks }) => breaks.length > 0))('$name', (variant) => {
    expect(codesOf(variant)).toEqual(variant.breaks);
  });
});

describe('a legitimate variant has no finding', () => {
  test.each(named.filter(({ breaks }) => breaks.length === 0))('$name', (variant) => {
    expect(found.get(variant.name)).toEqual([]);
  });
});

test('every rule of our own has a description, a message that says what to do, and a mistake', async () => {
  const { rules } = parse(await readFile(defaultRuleset(), 'utf8')) as {
    rules: Record<string, string | { description?: string; message?: string }>;
  };
  const broken = new Set(named.flatMap(({ breaks }) => breaks));
  for (const [name, rule] of Object.entries(rules)) {
    if (typeof rule === 'string') continue;
    expect(rule.description, name).toMatch(/\.$/);
    expect(rule.message, name).toMatch(/: (add|describe|give|list|say|use) |Mend /);
    expect(broken, name).toContain(name);
  }
});

test('the rules name no service', async () => {
  const text = await readFile(defaultRuleset(), 'utf8');
  expect(text.replaceAll('plant-store lint', '')).not.toMatch(/plant/i);
});
