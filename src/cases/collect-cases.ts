import type { OpenApiDocument } from '../openapi/document.ts';
import { operations } from '../openapi/operation.ts';
import type { YamlSource } from '../openapi/read-yaml.ts';
import { resourceFamilies } from '../openapi/resource-family.ts';
import type { CaseTemplate } from './case.ts';
import { generateCases, reachOf } from './generate/generate-cases.ts';
import type { Reach } from './reach.ts';
import { readCaseFile } from './read-case-file.ts';
import { withoutDuplicates } from './without-duplicates.ts';

/** Options of {@link collectCases}. */
export interface CollectOptions {
  readonly document: OpenApiDocument;
  /** The curated case files. */
  readonly caseFiles: readonly YamlSource[];
  /** Decides the random cases. */
  readonly seed: number;
  /** The most cases that a run has, `--max-cases`. Default: no limit. */
  readonly maxCases?: number | undefined;
  /** Whether cases are generated from the document too. Default true. */
  readonly generated?: boolean | undefined;
  /** Random cases an operation. */
  readonly randomCases?: number | undefined;
  /** Whether large bodies are among them; `--no-large` says false. Default true. */
  readonly large?: boolean | undefined;
}

/**
 * The cases of a run, curated ones first; no two send the same bytes, fresh values aside.
 *
 * @throws {DiagnosticError} where a case file has a mistake.
 */
export function collectCases(options: CollectOptions): CaseTemplate[] {
  const { document, caseFiles, seed, generated = true, randomCases, large } = options;
  const templates = caseFiles.flatMap((source) => readCaseFile(source, document));
  if (generated) {
    const all = operations(document);
    const families = resourceFamilies(document);
    for (const operation of all.filter(({ method }) => method !== 'HEAD' && method !== 'TRACE')) {
      const shared = { document, all, families, seed, randomCases, large };
      templates.push(...generateCases({ ...shared, operation }));
    }
  }
  return limited(withoutDuplicates(templates), options.maxCases ?? Number.POSITIVE_INFINITY);
}

/** How far a run can go with each operation, in the document's order. */
export function collectReach(document: OpenApiDocument): Reach[] {
  const all = operations(document);
  const families = resourceFamilies(document);
  return all.map((operation) => reachOf({ document, operation, all, families, seed: 0 }));
}

/** Takes from every group in turn, so that a small run still has a bit of everything. */
function limited(templates: readonly CaseTemplate[], limit: number): CaseTemplate[] {
  if (templates.length <= limit) return [...templates];
  const groups = Map.groupBy(
    templates,
    ({ id, validity }) => `${id.split('/')[0]} ${validity.kind}`,
  );
  const lists = [...groups.values()];
  const longest = Math.max(...lists.map((list) => list.length));
  const inTurn: CaseTemplate[] = [];
  for (let i = 0; i < longest && inTurn.length < limit; i += 1) {
    for (const list of lists) if (list[i] !== undefined) inTurn.push(list[i]!);
  }
  const taken = new Set(inTurn.slice(0, limit));
  return templates.filter((template) => taken.has(template));
}
