import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentRoot } from '../../mocks/document.generated.ts';
import { loadDocument } from '../../src/model/load-document.ts';

const root = join(import.meta.dirname, '../..');

/** Not `import type`, nor imports of nothing but types: they are gone when the code runs. */
const IMPORT =
  /^(?:import\s+(?!type\b)(?:([^;'"]+?)\s+from\s+)?|export\s+(?!type\b)([*{][^;'"]*?)\s+from\s+)['"]([^'"]+)['"]/gm;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g;

function specifiers(text: string): string[] {
  const imports = [...text.matchAll(IMPORT)]
    .filter(([, imported = '', exported = '']) => !isTypesOnly(imported + exported))
    .map(([, , , from = '']) => from);
  return [...imports, ...[...text.matchAll(DYNAMIC)].map(([, from = '']) => from)];
}

function isTypesOnly(names: string): boolean {
  const list = /^\{([\s\S]*)\}$/
    .exec(names.trim())?.[1]
    ?.split(',')
    .map((name) => name.trim());
  return list !== undefined && list.filter(Boolean).every((name) => name.startsWith('type '));
}

interface Graph {
  /** Files of the project, relative to its root. */
  readonly files: Set<string>;
  /** Everything else that is imported, with who does it. */
  readonly packages: Map<string, string>;
}

function walk(file: string, graph: Graph = { files: new Set(), packages: new Map() }): Graph {
  if (graph.files.has(file)) return graph;
  graph.files.add(file);
  for (const from of specifiers(readFileSync(join(root, file), 'utf8'))) {
    if (from.startsWith('.')) walk(relative(root, join(root, dirname(file), from)), graph);
    else graph.packages.set(from, file);
  }
  return graph;
}

describe('the import reader', () => {
  it('sees what runs and skips what is only a type', () => {
    const text = [
      `import { a } from './a.ts';`,
      `import { type B, b } from 'b';`,
      `import type { C } from 'node:c';`,
      `import { type D, type E } from 'node:d';`,
      `import {\n  f,\n} from 'node:f';`,
      `import 'g';`,
      `export * from './h.ts';`,
      `await import('i');`,
      `export const j = 'k';`,
    ];
    expect(specifiers(text.join('\n'))).toEqual(['./a.ts', 'b', 'node:f', 'g', './h.ts', 'i']);
  });

  it('finds node: where it is', () => {
    expect([...walk('mocks/server.ts').packages.keys()]).toContain('node:events');
  });
});

describe.each(['mocks/browser.ts', 'mocks/index.ts', 'mocks/fetch.ts'])('%s', (entry) => {
  const { files, packages } = walk(entry);

  it('imports nothing that a browser lacks', () => {
    expect(files.size).toBeGreaterThan(20);
    const allowed = [...packages.keys()].filter((name) => !/^msw\/(?:http|browser)$/.test(name));
    expect(allowed.map((name) => `${packages.get(name)} imports ${name}`)).toEqual([]);
  });

  it('leaves the YAML readers out', () => {
    expect([...files].filter((file) => /read-(?:yaml|profile)|load-document/.test(file))).toEqual(
      [],
    );
  });
});

describe('the document in the bundle', () => {
  it('is the one in spec/; otherwise run npm run generate', () => {
    const file = 'spec/plant-store.openapi.yaml';
    expect(documentRoot).toEqual(loadDocument(readFileSync(join(root, file), 'utf8'), file).root);
  });
});
