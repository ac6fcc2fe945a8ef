import { createFormInspector, diagnosticAt } from '../../openapi/inspect-form.ts';
import { didYouMean } from '../../openapi/nearest-word.ts';
import { type Diagnostic, DiagnosticError } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { inspectCollections, inspectResources } from '../../model/inspect-resources.ts';
import { operations } from '../../model/operation.ts';
import { childPointer } from '../../openapi/pointer.ts';
import { type YamlSource, readYaml } from '../../openapi/read-yaml.ts';
import { questionsByOperation } from '../index.ts';
import { readAnswers } from '../profile-file.ts';
import { faultProblem } from '../../mock/faults.ts';
import { type ScenarioContext, type ScenarioFile, resourcesOf } from './scenario.ts';
import { scenarioSchema } from './scenario-schema.ts';

const inspectForm = createFormInspector({
  schema: scenarioSchema,
  noun: 'scenario',
  schemaFile: 'the JSON Schema of scenarios',
  helpFor: (keyword, pointer) => {
    if (pointer === '/scenario') return 'Write "scenario: 1".';
    if (keyword !== 'false') return undefined;
    return 'Only a fault of the kind "answer" has status, headers and body.';
  },
});

/**
 * Reads a scenario, YAML or JSON, and holds it against the document: its resources, its operations,
 * the questions that it answers.
 *
 * @param file How the file is called in diagnostics.
 * @throws {DiagnosticError} with everything that is wrong with it.
 */
export function readScenario(
  text: string,
  file: string,
  document: OpenApiDocument,
  context: ScenarioContext,
): ScenarioFile {
  const source = readYaml(text, file);
  const fail = (diagnostics: readonly Diagnostic[]): never => {
    throw new DiagnosticError(`read the scenario ${file}`, diagnostics, text);
  };
  if (source.diagnostics.length > 0) return fail(source.diagnostics);
  const form = inspectForm(source);
  if (form.length > 0) return fail(form);
  // The schema has let it through.
  const content = source.value as unknown as ScenarioFile;
  const problems = [
    ...inspectAnswers(source, content, document, context),
    ...inspectFaults(source, content, document),
    ...inspectStored(source, content, document, context),
  ];
  return problems.length > 0 ? fail(problems) : content;
}

function inspectAnswers(
  source: YamlSource,
  { profile, answers }: ScenarioFile,
  document: OpenApiDocument,
  { profiles }: ScenarioContext,
): Diagnostic[] {
  const known = Object.keys(profiles);
  const isUnknown = profile !== undefined && !known.includes(profile);
  const unknown = diagnosticAt(source, '/profile', {
    code: 'unknown-profile',
    message: `there is no profile "${profile}"`,
    help: didYouMean(profile ?? '', known),
  });
  return [
    ...(isUnknown ? [unknown] : []),
    ...(answers ? readAnswers(source, questionsByOperation(document)).diagnostics : []),
  ];
}

function inspectFaults(
  source: YamlSource,
  { faults = [] }: ScenarioFile,
  document: OpenApiDocument,
): Diagnostic[] {
  const known = operations(document).map(({ id }) => id);
  return faults.flatMap((fault, i) => {
    const { operation } = fault;
    if (operation !== undefined && !known.includes(operation)) {
      const unknown = diagnosticAt(source, childPointer('/faults', i, 'operation'), {
        code: 'unknown-operation',
        message: `the document has no operation "${operation}"`,
        help: didYouMean(operation, known),
      });
      return [unknown];
    }
    const message = faultProblem(fault, new Set(known));
    if (message === undefined) return [];
    const help = 'A fault answers what HTTP can send.';
    return [
      diagnosticAt(source, childPointer('/faults', i), { code: 'invalid-fault', message, help }),
    ];
  });
}

function inspectStored(
  source: YamlSource,
  content: ScenarioFile,
  document: OpenApiDocument,
  { identity }: ScenarioContext,
): Diagnostic[] {
  const { resources, many, collections } = content;
  if (collections !== undefined) {
    const problems = inspectCollections(source, collections, document, '/collections');
    if (problems.length > 0) return problems;
  }
  if (resources === undefined && many === undefined) return [];
  const listed = resources?.length ?? 0;
  const place = resources === undefined ? '/many' : '/resources';
  const problems = inspectResources(source, resourcesOf(content, identity), document, place);
  // What is wrong with one that a pattern has made is wrong with all of them.
  const made = problems.findIndex(({ pointer = '' }) => Number(pointer.split('/')[2]) >= listed);
  if (made === -1) return problems;
  const { code, message, help } = problems[made]!;
  return [
    ...problems.slice(0, made),
    diagnosticAt(source, '/many/resource', { code, message, help }),
  ];
}
