import { type Diagnostic, DiagnosticError } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { childPointer } from '../../openapi/pointer.ts';
import type { YamlSource } from '../../openapi/read-yaml.ts';
import { identitiesIn } from '../../model/resources/resources.ts';
import type { CaseTemplate } from './case.ts';
import {
  buildCaseFileRequest,
  type CaseFile,
  type CaseFileCase,
  type CaseProblem,
  judgeCase,
} from './case-file.ts';
import { hasFixedIdentity } from './fixed-identity.ts';
import { createFreshValues } from '../../model/requests/fresh-values.ts';
import { inspectForm, inspectNames } from './inspect-case-file.ts';
import { diagnosticAt } from '../../openapi/inspect-form.ts';
import { kebabCase } from '../../model/kebab-case.ts';
import { didYouMean } from '../../openapi/nearest-word.ts';
import { type FaultFinder, createFaultFinder } from './request-faults.ts';

/**
 * Reads a file of curated cases, YAML or JSON, and holds each against the document: a case that is
 * said to be valid must be, and one that is said to be refused must break something.
 *
 * @throws {DiagnosticError} with everything that is wrong with the file.
 */
export function readCaseFile(source: YamlSource, document: OpenApiDocument): CaseTemplate[] {
  const fail = (diagnostics: readonly Diagnostic[]): never => {
    throw new DiagnosticError(`read the case file ${source.file}`, diagnostics, source.text);
  };
  if (source.diagnostics.length > 0) return fail(source.diagnostics);
  const form = inspectForm(source);
  if (form.length > 0) return fail(form);
  // The schema has let it through.
  const content = source.value as unknown as CaseFile;
  const operation = operations(document).find(({ id }) => id === content.operation);
  if (operation === undefined) return fail([unknownOperation(source, content, document)]);
  const names = inspectNames(source, content);
  if (names.length > 0) return fail(names);

  const findFaults = createFaultFinder(document, operation);
  const identities = operation.method === 'POST' ? identitiesIn(document, operation) : [];
  const results = content.cases.map((item) =>
    readCase({ content, operation, findFaults, identities }, item),
  );
  const problems = results.flatMap(({ problem }, i) =>
    problem ? [diagnosticAt(source, childPointer('/cases', i, problem.key), problem)] : [],
  );
  return problems.length > 0 ? fail(problems) : results.map(({ template }) => template);
}

function unknownOperation(
  source: YamlSource,
  content: CaseFile,
  document: OpenApiDocument,
): Diagnostic {
  const known = operations(document).map(({ id }) => id);
  return diagnosticAt(source, '/operation', {
    code: 'unknown-operation',
    message: `the document has no operation "${content.operation}"`,
    help: didYouMean(content.operation, known),
  });
}

/** What the cases of a file have in common. */
interface CaseContext {
  readonly content: CaseFile;
  readonly operation: Operation;
  readonly findFaults: FaultFinder;
  /** Properties that may hold an identity, besides those that the file has fresh integers for. */
  readonly identities: readonly string[];
}

function readCase(
  { content, operation, findFaults, identities }: CaseContext,
  item: CaseFileCase,
): { template: CaseTemplate; problem: CaseProblem | undefined } {
  const build: CaseTemplate['build'] = (fresh) =>
    buildCaseFileRequest(operation, content, item.request, fresh);
  const probe = createFreshValues({ seed: 0, runId: 'probe' });
  const { validity, problem } = judgeCase(item, findFaults(build(probe)));
  const template: CaseTemplate = {
    id: `curated/${kebabCase(item.name)}`,
    title: item.name,
    operation,
    validity,
    build,
    isByUser: true,
  };
  const fresh = Object.entries(content.fresh ?? {}).filter(([, kind]) => kind === 'integer');
  const names = [...fresh.map(([name]) => name), ...identities];
  // An invalid request is refused for what it is, whoever used its identity before.
  const isFixed = validity.kind !== 'invalid' && hasFixedIdentity(build, names);
  return { template: isFixed ? { ...template, fixedIdentity: true } : template, problem };
}
