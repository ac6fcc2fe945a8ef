import type { OpenApiDocument } from '../../openapi/document.ts';
import { operations } from '../../model/operation.ts';
import type { YamlSource } from '../../openapi/read-yaml.ts';
import { resourceFamilies } from '../../model/resources/resources.ts';
import type { CaseTemplate, Reach } from './case.ts';
import { generateCases, reachOf } from './generate/generate-cases.ts';
import { readCaseFile } from './read-case-file.ts';
import { withoutDuplicates } from './without-duplicates.ts';

/** Options of {@link collectCases}. */
export interface CollectOptions {
  readonly document: OpenApiDocument;
  /** The curated case files. */
  readonly caseFiles: readonly YamlSource[];
  /** Decides the random cases. */
  readonly seed: number;
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
  return withoutDuplicates(templates);
}

/** How far a run can go with each operation, in the document's order. */
export function collectReach(document: OpenApiDocument): Reach[] {
  const all = operations(document);
  const families = resourceFamilies(document);
  return all.map((operation) => reachOf({ document, operation, all, families, seed: 0 }));
}
