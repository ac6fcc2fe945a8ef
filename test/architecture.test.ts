import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readYaml } from '../src/openapi/read-yaml.ts';
import { engineTests } from './setup/engine-tests.ts';

const root = join(import.meta.dirname, '..');

/** Which rooms a room may import from, itself aside: the arrows of the architecture. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  openapi: [],
  model: ['openapi'],
  http: ['openapi', 'model'],
  mock: ['openapi', 'model', 'http'],
  // A question reads exchanges, and says how the mock enacts each answer.
  questions: ['openapi', 'model', 'http', 'mock'],
  serve: ['openapi', 'model', 'http', 'mock', 'questions'],
  verify: ['openapi', 'model', 'http', 'mock', 'questions'],
  report: ['openapi', 'model', 'http', 'mock', 'questions', 'verify'],
  // The rooms that use an add-on own its interface.
  addons: ['openapi', 'model', 'http', 'serve', 'verify'],
  // The public face joins the rooms.
  face: ['openapi', 'model', 'http', 'mock', 'questions', 'serve', 'verify', 'report', 'addons'],
  'index.ts': ['face'],
  // Of the rooms below, only utilities: see `BESIDE_THE_FACE`.
  cli: ['index.ts', 'face', 'openapi', 'http'],
};

/** What the command line imports of `src/` beside the public face: utilities, which know no document. */
const BESIDE_THE_FACE: readonly string[] = [
  'http/certificates',
  // Whether the control API opens by itself is told as the server decides it.
  'http/host',
  // Inputs are read, and words for what is wrong with them found, alike everywhere.
  'openapi/count',
  'openapi/error-message',
  'openapi/files/read-text-file',
  'openapi/files/real-place',
  'openapi/nearest-word',
  // The config file is YAML with exact numbers, whose mistakes have places.
  'openapi/json/json-value',
  'openapi/json/stringify-json',
  'openapi/pointer',
  'openapi/read-yaml',
];

/** The file that says, in its first comment, what the room is for. */
const MAIN_FILES: Readonly<Record<string, string>> = {
  openapi: 'document.ts',
  model: 'operation.ts',
  http: 'exchange.ts',
  mock: 'responder.ts',
  questions: 'index.ts',
  serve: 'http-server.ts',
  verify: 'run/run.ts',
  report: 'index.ts',
  face: 'verify.ts',
  cli: 'main.ts',
};

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** Relative to the root, with forward slashes; `undefined` for a package. */
  readonly target: string | undefined;
}

function sourceFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).map((file) => file.split(sep).join('/'));
}

/** `import … from 'x'`, `export … from 'x'`, `import 'x'`, `import('x')` and `import type`. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g;

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function importsOf(file: string): Import[] {
  const text = withoutComments(readFileSync(join(root, file), 'utf8'));
  return [...text.matchAll(IMPORT)].map(([, , specifier = '']) => {
    const target = specifier.startsWith('.')
      ? normalize(join(dirname(file), specifier))
          .split(sep)
          .join('/')
      : undefined;
    return { from: file, specifier, target };
  });
}

/** `src/mock/store.ts` → `mock`, `mocks/node.ts` → `mocks`. */
function roomOf(file: string): string {
  const [top = '', below = ''] = file.split('/');
  return top === 'src' ? below : top;
}

function isAllowed({ from, target }: Import): boolean {
  if (target === undefined || target === 'src/package-root.ts') return true;
  const room = roomOf(from);
  const other = roomOf(target);
  if (other === room) return true;
  // The service's own rooms use the kit, and each other.
  if (!from.startsWith('src/')) return /^(?:src|mocks|contracts|spec)\//.test(target);
  return (ARROWS[room] ?? []).includes(other);
}

/** The groups of files that reach each other: Tarjan's strongly connected components. */
function circlesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const path: string[] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    path.push(file);
    let low = order.get(file)!;
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (path.includes(next)) low = Math.min(low, order.get(next)!);
    }
    if (low < order.get(file)!) return low;
    const circle = path.splice(path.indexOf(file));
    if (circle.length > 1) circles.push(circle.toSorted());
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

function show({ from, specifier }: Import): string {
  return `${from} imports ${specifier}`;
}

const files = sourceFiles('{src,mocks,contracts}/**/*.ts');
const kitFiles = files.filter((file) => file.startsWith('src/'));
const rooms = [...new Set(kitFiles.filter((file) => file.split('/').length > 2).map(roomOf))];

describe('the import reader', () => {
  it('reads real files', () => {
    const specifiers = importsOf('src/model/load-document.ts').map((found) => found.specifier);
    expect(specifiers).toContain('../openapi/read-yaml.ts');
  });

  it.each([
    `import { a } from './a.ts'`,
    `import type { A } from "./a.ts"`,
    `export * from './a.ts'`,
    `import './a.ts'`,
    `await import('./a.ts')`,
    `import(\n  './a.ts'\n)`,
    `let a: import('./a.ts').A`,
  ])('understands %s', (form) => {
    expect([...form.matchAll(IMPORT)].map((match) => match[2])).toEqual(['./a.ts']);
  });
});

describe('imports', () => {
  it('lead in no circle', () => {
    const graph = new Map(
      files.map((file) => [file, importsOf(file).flatMap(({ target }) => target ?? [])]),
    );
    expect(circlesOf(graph)).toEqual([]);
  });

  it.each([
    [{ a: ['b'], b: ['c'], c: [] }, []],
    [{ a: ['b'], b: ['c'], c: ['a'], d: ['a'] }, [['a', 'b', 'c']]],
  ])('of %o lead in the circles %o', (graph, circles) => {
    expect(circlesOf(new Map(Object.entries(graph)))).toEqual(circles);
  });

  it('follow the arrows of the architecture', () => {
    const wrong = files.flatMap(importsOf).filter((found) => !isAllowed(found));
    expect(wrong.map(show)).toEqual([]);
  });

  it('of the command line lead to the public face, and to a few utilities', () => {
    // Its parts that are light, for what is shown before anything is loaded.
    const face = /^src\/(?:cli\/|(?:index|package-root|face\/defaults|face\/errors)\.ts$)/;
    const beside = kitFiles
      .filter((file) => roomOf(file) === 'cli')
      .flatMap(importsOf)
      .flatMap(({ target }) => (target === undefined || face.test(target) ? [] : [target]));
    const modules = beside.map((file) => file.slice('src/'.length, -'.ts'.length));
    expect([...new Set(modules)].toSorted()).toEqual(BESIDE_THE_FACE.toSorted());
  });

  it('lead into the folder of an add-on from the registry only', () => {
    const addonOf = (file: string | undefined): string | undefined =>
      /^src\/addons\/([^/]+)\//.exec(file ?? '')?.[1];
    const into = files.flatMap(importsOf).filter(({ target }) => addonOf(target) !== undefined);
    const others = into.filter(({ from, target }) => addonOf(from) !== addonOf(target));
    const folders = readdirSync(join(root, 'src/addons'), { withFileTypes: true });
    // One line for each, so that a folder can be deleted with its line.
    expect(others.map(({ from, target }) => `${from}: ${addonOf(target)}`)).toEqual(
      folders
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `src/addons/index.ts: ${name}`),
    );
  });

  it('are of several files, but for three files in ten', () => {
    const importers = Map.groupBy(kitFiles.flatMap(importsOf), ({ target }) => target);
    const alone = kitFiles.filter((file) => {
      const from = new Set(importers.get(file)?.map((edge) => edge.from));
      return from.size === 1;
    });
    expect(alone.length / kitFiles.length).toBeLessThanOrEqual(0.3);
  });

  it('lead to files that exist', () => {
    const missing = files
      .flatMap(importsOf)
      .filter(({ target }) => target !== undefined && !existsSync(join(root, target)));
    expect(missing.map(show)).toEqual([]);
  });

  it.each([
    ['src/openapi/document.ts', 'src/mock/store.ts'],
    ['src/mock/store.ts', 'src/questions/question.ts'],
    ['src/questions/index.ts', 'src/verify/run/run.ts'],
    ['src/serve/http-server.ts', 'src/addons/prism/gateway.ts'],
    ['src/serve/http-server.ts', 'mocks/node.ts'],
    ['src/cli/main.ts', 'contracts/index.ts'],
    ['src/cli/main.ts', 'mocks/command.ts'],
    ['src/serve/http-server.ts', 'src/index.ts'],
    ['src/index.ts', 'src/cli/main.ts'],
    ['mocks/node.ts', 'test/helper.ts'],
  ])('from %s to %s are refused', (from, target) => {
    expect(isAllowed({ from, specifier: target, target })).toBe(false);
  });
});

describe('double casts', () => {
  const DOUBLE = ['as', 'unknown', 'as'].join(' ');

  it('are five at most in the whole tree', () => {
    const tree = '{src,mocks,contracts,test,scripts,bench,examples}/**/*.ts';
    const sources = globSync(tree, { cwd: root, exclude: (path) => path.includes('node_modules') });
    expect(sources.length).toBeGreaterThan(files.length);
    const casts = sources.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ');
      return Array.from({ length: text.split(DOUBLE).length - 1 }, () => file);
    });
    expect(casts.slice(5), casts.join('\n')).toEqual([]);
  });

  it('have no `any` to hide behind: the linter refuses it', () => {
    const { rules } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
      readonly rules: Readonly<Record<string, unknown>>;
    };
    expect(rules['typescript/no-explicit-any']).toBe('error');
  });
});

describe('the rooms of src/', () => {
  it('stand in the architecture, each with its arrows', () => {
    expect(rooms.filter((room) => !Object.hasOwn(ARROWS, room))).toEqual([]);
  });

  it.each(rooms.filter((room) => Object.hasOwn(MAIN_FILES, room)))(
    '%s says in its main file what it is for',
    (room) => {
      const text = readFileSync(join(root, 'src', room, MAIN_FILES[room] ?? ''), 'utf8');
      expect(text).toMatch(/^\/\*\*\s*\S[\s\S]{20,}?\*\/\n/);
    },
  );

  it('know nothing of the service', () => {
    const knowing = kitFiles.filter((file) =>
      /plant/i.test(file + readFileSync(join(root, file), 'utf8')),
    );
    expect(knowing).toEqual([]);
  });

  it('repeat no sentence of its specification', () => {
    const file = 'contracts/open-questions.yaml';
    const { value } = readYaml(readFileSync(join(root, file), 'utf8'), file);
    const sentences = Object.values(value as Record<string, string>);
    expect(sentences.length).toBeGreaterThan(20);
    const repeating = kitFiles.filter((kitFile) => {
      const text = readFileSync(join(root, kitFile), 'utf8');
      return sentences.some((sentence) => text.includes(sentence));
    });
    expect(repeating).toEqual([]);
  });
});

describe('the tests of the engine', () => {
  /** What a test reads of the service without importing it. */
  const READS = /['"`/](?:spec\/plant|contracts\/|mocks\/|bin\/plant)/;
  const known = new Map<string, boolean>();

  function needsService(file: string): boolean {
    const before = known.get(file);
    if (before !== undefined) return before;
    // In a circle, the file that was asked first tells.
    known.set(file, false);
    const needs =
      READS.test(readFileSync(join(root, file), 'utf8')) ||
      importsOf(file).some(({ target = '' }) => target.startsWith('test/') && needsService(target));
    known.set(file, needs);
    return needs;
  }

  it('draw nothing from the service', () => {
    const tests = engineTests.flatMap(sourceFiles);
    expect(tests.length).toBeGreaterThan(100);
    expect(tests.filter(needsService)).toEqual([]);
  });

  it('do not speak of it, and neither do their helpers', () => {
    const tested = engineTests.flatMap((glob) => sourceFiles(glob.replace('*.test.ts', '*.ts')));
    expect(tested).toContain('test/serve/http-helpers.ts');
    const speaking = tested.filter((file) =>
      /plant/i.test(file + readFileSync(join(root, file), 'utf8')),
    );
    expect(speaking).toEqual([]);
  });

  it('would be found where they did', () => {
    expect(needsService('test/mocks/service-document.ts')).toBe(true);
    expect(needsService('test/contracts/prism.test.ts')).toBe(true);
  });
});

describe('the page on the architecture', () => {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const rows = [
    ...page.matchAll(/^\| ([^|]+?) +\| `([\w/-]+\.ts)` +\| `([\w/-]+\.test\.ts)` +\|$/gm),
  ];

  it('names a module and a test for each concept', () => {
    expect(rows.length).toBeGreaterThan(12);
    for (const [, concept, module, test] of rows) {
      const found = [`src/${module}`, `test/${test}`].map((file) => existsSync(join(root, file)));
      expect([concept, ...found]).toEqual([concept, true, true]);
    }
  });

  it('names each room', () => {
    for (const room of rooms) expect(page).toContain(`\`${room}/\``);
  });

  it('is one page', () => {
    expect(page.split('\n').length).toBeLessThan(130);
  });
});
