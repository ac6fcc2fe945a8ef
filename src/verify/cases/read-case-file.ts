import { type Diagnostic, DiagnosticError } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { childPointer } from '../../openapi/pointer.ts';
import type { YamlSource } from '../../openapi/read-yaml.ts';
import { identitiesIn } from '../../model/resources/resources.ts';
import {
  type CaseTemplate,
  type Reach,
  hasFixedIdentity,
  isFixedValid,
  quarantinedReach,
} from './case.ts';
import {
  buildCaseFileRequest,
  type CaseFileContent,
  type CaseFileCase,
  type CaseProblem,
  judgeCase,
  type CaseFileRequest,
  placeholders,
} from './case-file.ts';
import { createFreshValues } from '../../model/requests/fresh-values.ts';
import { createFormReader, diagnosticAt } from '../../openapi/inspect-form.ts';
import { kebabCase } from '../../model/kebab-case.ts';
import { didYouMean } from '../../openapi/nearest-word.ts';
import { type FaultFinder, createFaultFinder } from './request-faults.ts';
import type { JsonValue, JsonObject } from '../../openapi/json/json-value.ts';
import { DEFAULT_RANDOM_CASES, type GenerateOptions } from './generate/case-generator.ts';
import { generateCases, reachOf } from './generate/generate-cases.ts';
import { isSent } from './generate/operation-reach.ts';
import type { GivenFor } from './given-values.ts';
import { inShares } from './in-shares.ts';
import { withoutDuplicates } from './without-duplicates.ts';

/**
 * Reads a file of curated cases, YAML or JSON, and holds each against the document: a case that is
 * said to be valid must be, and one that is said to be refused must break something.
 *
 * @throws {DiagnosticError} with everything that is wrong with the file.
 */
export function readCaseFile(source: YamlSource, document: OpenApiDocument): CaseTemplate[] {
  const content = readForm(source);
  const fail = (diagnostics: readonly Diagnostic[]): never => {
    throw new DiagnosticError(`read the case file ${source.file}`, diagnostics, source.text);
  };
  const operation = operations(document).find(({ id }) => id === content.operation);
  if (operation === undefined) {
    const known = operations(document).map(({ id }) => id);
    const unknown = {
      code: 'unknown-operation',
      message: `the document has no operation "${content.operation}"`,
      help: didYouMean(content.operation, known),
    };
    return fail([diagnosticAt(source, '/operation', unknown)]);
  }
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

/** What the cases of a file have in common. */
interface CaseContext {
  readonly content: CaseFileContent;
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
  };
  const fresh = Object.entries(content.fresh ?? {}).filter(([, kind]) => kind === 'integer');
  const names = [...fresh.map(([name]) => name), ...identities];
  // An invalid request is refused for what it is, whoever used its identity before.
  const isFixed = validity.kind !== 'invalid' && hasFixedIdentity(build, names);
  return { template: isFixed ? { ...template, fixedIdentity: true } : template, problem };
}

const anyMembers: JsonObject = { type: 'object', additionalProperties: true };
const names: JsonObject = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', minLength: 1 },
};

/** One kind of body at a time; the `false` makes editors mark the second one. */
const oneBody: JsonObject = {
  body: { properties: { fields: false, without: false, noBody: false } },
  noBody: { properties: { fields: false, without: false, body: false } },
};

const request: JsonObject = {
  type: 'object',
  description: 'What is sent. Whatever it does not say is as usual.',
  additionalProperties: false,
  dependentSchemas: oneBody,
  properties: {
    fields: {
      ...anyMembers,
      description: 'Fields of the body that differ from the usual ones, or come on top.',
    },
    without: { ...names, description: 'Fields that are left out, usual and fresh ones included.' },
    body: {
      type: 'string',
      description:
        'The body as it is sent, character by character. {{field}} stands for a fresh value; an empty text sends an empty body.',
    },
    noBody: { const: true, description: 'No body and no Content-Type at all.' },
    headers: {
      type: 'object',
      description: 'Headers by name, in place of the usual Content-Type. null leaves a header out.',
      additionalProperties: { type: ['string', 'null'] },
    },
    parameters: { ...anyMembers, description: "Values of the operation's parameters, by name." },
  },
};

const testCase: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'request', 'expect'],
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      description: 'What the case is about, for people. Every name is there once.',
    },
    request: { $ref: '#/$defs/request' },
    expect: {
      enum: ['success', 'refusal', 'either'],
      description:
        'success: the document promises it. refusal: success would break the contract. either: the specification leaves it open; an answer of a documented shape is enough.',
    },
    because: {
      type: 'string',
      minLength: 1,
      description: 'Why a refusal, or either of the two, is right. Not for success.',
    },
  },
  if: { properties: { expect: { const: 'success' } } },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { properties: { because: false } },
  else: { required: ['because'] },
};

/**
 * JSON Schema of case files: the loader validates with it, and `contracts/case-file.schema.json` is
 * its copy for editors.
 */
export const caseFileSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Case file',
  description: 'Requests to one operation, each with what the contract says about it.',
  type: 'object',
  additionalProperties: false,
  required: ['operation', 'cases'],
  properties: {
    $schema: { type: 'string', description: 'For editors.' },
    operation: {
      type: 'string',
      minLength: 1,
      description: 'operationId of the operation that the requests are for.',
    },
    fresh: {
      type: 'object',
      description:
        'Fields of the body that are new in every request. integer: a number of its own wherever the case writes none. text: what the case writes, with a mark of its own behind it.',
      additionalProperties: { enum: ['integer', 'text'] },
    },
    usual: { ...anyMembers, description: 'Fields of the body that every request has.' },
    cases: { type: 'array', minItems: 1, items: { $ref: '#/$defs/case' } },
  },
  $defs: { case: testCase, request },
};

const readForm = createFormReader<CaseFileContent>({
  schema: caseFileSchema,
  noun: 'case file',
  schemaFile: 'case-file.schema.json',
  helpFor: (keyword, pointer) => {
    if (pointer.endsWith('/because')) return 'Only "refusal" and "either" have a "because".';
    if (keyword !== 'false') return undefined;
    return 'Say the body in one way: fields and without, body, or noBody.';
  },
});

/** Names that are there twice, and placeholders that stand for nothing. */
function inspectNames(source: YamlSource, file: CaseFileContent): Diagnostic[] {
  const found: Diagnostic[] = [];
  const fresh = Object.keys(file.fresh ?? {});
  const ids = new Map<string, string>();
  for (const [i, { name, request }] of file.cases.entries()) {
    const pointer = childPointer('/cases', i);
    const id = kebabCase(name);
    const first = ids.get(id);
    if (first !== undefined || id === '') {
      found.push(
        diagnosticAt(source, childPointer(pointer, 'name'), {
          code: 'case-name',
          message:
            id === ''
              ? `the name "${name}" has no letter or digit to make an id of`
              : `the name "${name}" makes the id "${id}", which "${first}" has already`,
          help: 'Give the case a name of its own.',
        }),
      );
    }
    ids.set(id, name);
    found.push(...unknownPlaceholders(source, childPointer(pointer, 'request'), request, fresh));
  }
  return found;
}

function unknownPlaceholders(
  source: YamlSource,
  pointer: string,
  request: CaseFileRequest,
  fresh: readonly string[],
): Diagnostic[] {
  const texts: (readonly [pointer: string, text: JsonValue])[] = Object.entries(
    request.fields ?? {},
  ).map(([name, value]) => [childPointer(pointer, 'fields', name), value]);
  if (request.body !== undefined) texts.push([childPointer(pointer, 'body'), request.body]);
  return texts.flatMap(([place, text]) =>
    (typeof text === 'string' ? placeholders(text) : [])
      .filter((name) => !fresh.includes(name))
      .map((name) =>
        diagnosticAt(source, place, {
          code: 'unknown-placeholder',
          message: `{{${name}}} stands for no field under "fresh"`,
          help: didYouMean(name, fresh),
        }),
      ),
  );
}

/** Options of {@link collectCases}. */
export interface CollectOptions extends Pick<GenerateOptions, 'isWanted'> {
  readonly document: OpenApiDocument;
  /** The curated case files. */
  readonly caseFiles: readonly YamlSource[];
  /** Decides the random cases. */
  readonly seed: number;
  /** Whether cases are generated from the document too. Default true. */
  readonly generated?: boolean | undefined;
  /** Whether large bodies are among them; `--no-large` says false. Default true. */
  readonly large?: boolean | undefined;
  /** So many random bodies more for each operation that takes one. Default none. */
  readonly examples?: number | undefined;
  /** At the most so many, some of every file, operation and kind. Default: all. */
  readonly most?: number | undefined;
  /** What the user gives for parameters and properties. Default: nothing. */
  readonly givenFor?: GivenFor | undefined;
  /** Whether what the run has not created may be changed, too. Default false. */
  readonly allowChanges?: boolean | undefined;
}

/**
 * The cases of a run, curated ones first; no two send the same bytes, fresh values aside. Each is made
 * up when it is asked for, and anew whenever they are gone through.
 *
 * @throws {DiagnosticError} where a case file has a mistake.
 */
export function collectCases(options: CollectOptions): Iterable<CaseTemplate> {
  const { document, caseFiles, generated = true, examples = 0, most, isWanted } = options;
  const randomCases = DEFAULT_RANDOM_CASES + examples;
  const curated = caseFiles.map((source) => readCaseFile(source, document));
  const sent = generated ? operations(document).filter((operation) => isSent(operation)) : [];
  const sources = (): Generator<CaseTemplate, void, undefined>[] => {
    const seen = new Set<number>();
    return [
      ...curated.map((templates) => {
        const wanted = templates.filter(({ id, title, operation }) => {
          return isWanted?.([id, title], operation) ?? true;
        });
        return withoutDuplicates(wanted, seen);
      }),
      ...sent.map((operation, i) => {
        const turn = most === undefined ? undefined : i;
        return generateCases({ ...options, operation, turn, randomCases }, seen);
      }),
    ];
  };
  return {
    [Symbol.iterator]: () =>
      most === undefined
        ? sources()
            .values()
            .flatMap((source) => source)
        : chosen(sources(), most),
  };
}

function chosen(
  sources: readonly Generator<CaseTemplate, void, undefined>[],
  most: number,
): Generator<CaseTemplate, void, undefined> {
  let learnsUsed = false;
  return inShares(sources, most, (template) => {
    if (learnsUsed || !isFixedValid(template)) return 1;
    learnsUsed = true;
    // A run with identities of their own adds a case, which learns how a used one is refused.
    return 2;
  });
}

/** How far a run can go with each operation, in the document's order; those that are left out come last. */
export function collectReach(
  options: Pick<CollectOptions, 'document' | 'givenFor' | 'allowChanges'>,
): Reach[] {
  const { document } = options;
  const reach = (operation: Operation): Reach => reachOf({ ...options, operation, seed: 0 });
  return [...operations(document).map(reach), ...quarantinedReach(document)];
}
