import type { CaseTemplate } from '../../verify/cases/case.ts';
import { collectCases } from '../../verify/cases/collect-cases.ts';
import { isAbout } from '../../verify/cases/case-file.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type YamlSource, readYaml } from '../../openapi/read-yaml.ts';
import { Recent } from '../../openapi/recent.ts';
import { readInput } from '../inputs/read-input.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';

/** Which cases there are. */
export interface CaseFlags {
  readonly cases?: readonly string[];
  readonly seed: number;
  readonly large: boolean;
}

const recent = new Recent<YamlSource>(8);

/**
 * The cases of all case files and those generated from the document.
 *
 * @throws {UserError} where a file can't be read, or there is no case.
 * @throws {DiagnosticError} where a file is no case file of this document.
 */
export function readCases(
  { cases, seed, large }: CaseFlags,
  document: OpenApiDocument,
  io: Io,
): CaseTemplate[] {
  const read = (file: string): YamlSource => {
    const text = readInput(file, 'the case file', '--cases', io);
    return recent.of(text, file, () => readYaml(text, file));
  };
  const caseFiles =
    cases?.map(read) ??
    io.service.caseFiles.map(read).filter((source) => isAbout(document, source));
  const all = collectCases({ document, caseFiles, seed, large });
  if (all.length > 0) return all;
  if (caseFiles.length === 0) {
    throw new UserError(
      'Failed to find a case: the document has no operation that requests can be made up for. ' +
        'Give examples in the document, or --cases.',
    );
  }
  throw new UserError(
    `Failed to find a case: ${caseFiles.map(({ file }) => file).join(', ')} has none. Add one, or choose other --cases.`,
  );
}
