import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { plantStore } from '../../mocks/command.ts';
import { type LintResult, lintVariants, type Variant } from './lint-documents.ts';
import { exampleVariants } from './example-variants.ts';
import { operationVariants } from './operation-variants.ts';
import { schemaVariants } from './schema-variants.ts';

const unchanged: Variant = { name: 'the document as it is', change: () => {}, breaks: [] };
const named = Object.entries({
  ...operationVariants,
  ...schemaVariants,
  ...exampleVariants,
}).flatMap(([group, list]) =>
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

describe('every rule of our own has a description, a remedy in its message, and a mistake', () => {
  const { rules } = parse(readFileSync(plantStore.ruleset, 'utf8')) as {
    rules: Record<string, string | { description?: string; message?: string }>;
  };
  const broken = new Set(named.flatMap(({ breaks }) => breaks));
  const own = Object.entries(rules).filter(([, rule]) => typeof rule !== 'string');
  test.each(own)('%s', (name, rule) => {
    expect(rule).toMatchObject({
      description: expect.stringMatching(/\.$/) as string,
      message: expect.stringMatching(/: (add|describe|give|list|say|use) |Mend /) as string,
    });
    expect(broken).toContain(name);
  });
});

interface Rule {
  readonly given: unknown;
  readonly then: { readonly functionOptions: unknown };
}

test.each(['oas3-valid-media-example', 'oas3-valid-schema-example'])(
  '%s looks where Spectral’s own does',
  (name) => {
    const { rules } = parse(readFileSync(plantStore.ruleset, 'utf8')) as {
      rules: Record<string, Rule>;
    };
    const spectral = createRequire(import.meta.url).resolve('@stoplight/spectral-cli');
    const { oas } = createRequire(spectral)('@stoplight/spectral-rulesets') as {
      oas: { rules: Record<string, Rule> };
    };
    const [own, theirs] = [rules[name]!, oas.rules[name]!];
    expect(own.given).toEqual(theirs.given);
    expect(own.then.functionOptions).toEqual(theirs.then.functionOptions);
  },
);

test('the rules name no service', () => {
  const text = readFileSync(plantStore.ruleset, 'utf8');
  expect(text.replaceAll('plant-store lint', '')).not.toMatch(/plant/i);
});
