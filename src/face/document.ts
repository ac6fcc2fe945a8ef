/** Documents, and the files that are written for one: profiles, scenarios, seeds. */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type RequestExample, curlExample, requestExample } from '../mock/request-example.ts';
import { resourceActions } from '../mock/resource-actions.ts';
import { MemoryStore } from '../mock/resource-store.ts';
import type { Recording } from '../serve/replay.ts';
import {
  DocumentReader,
  type LoadedDocument,
  loadDocument as load,
} from '../model/load-document.ts';
import { isUrl, readReferencedFiles } from '../openapi/files/referenced-files.ts';
import { type Operation, operations } from '../model/operation.ts';
import { completedDocument } from '../model/completed-document.ts';
import { type Seed, readSeed } from '../model/inspect-resources.ts';
import { firstCreation } from '../model/resources/collections.ts';
import { whyNothingToServe } from '../model/quarantine.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { objectOf } from '../openapi/json/json-value.ts';
import type { ProfileAnswers } from '../questions/answer.ts';
import { questionsByOperation } from '../questions/index.ts';
import { formatProfile as format, readProfile } from '../questions/profile-file.ts';
import type { OpenQuestionSentences } from '../questions/question.ts';
import { readScenario } from '../questions/scenarios/read-scenario.ts';
import {
  type Scenario,
  type ScenarioFile,
  buildScenario,
} from '../questions/scenarios/scenario.ts';
import { type Source, type SourceText, readSource } from './text.ts';

export { type Diagnostic, diagnosticLine } from '../openapi/diagnostic.ts';
export type { QuarantinedOperation } from '../openapi/document.ts';
export { curlExample, requestExample, whyNothingToServe };
export type {
  LoadedDocument,
  OpenApiDocument,
  OpenQuestionSentences,
  ProfileAnswers,
  RequestExample,
  Scenario,
  ScenarioFile,
  Seed,
  Source,
  SourceText,
};

/** Options of {@link loadDocument}. */
export interface DocumentOptions {
  /**
   * Where a `$ref` may lead besides the document's folder: folders, absolute or below the working folder, and
   * beginnings of URLs. Default: nowhere.
   */
  readonly allowRefs?: readonly string[] | undefined;
}

/**
 * Loads an OpenAPI document, 3.2, 3.1, 3.0 or Swagger 2.0, YAML or JSON, with the files that it refers to. A mistake
 * takes out the operations that use it: `quarantined` has them, each with its `diagnostics`. `diagnostics` of the
 * document lists all mistakes, and what is probably one.
 *
 * @throws {Error} where it can't be read.
 * @throws {DiagnosticError} with all mistakes, if it can use no part of the document.
 */
export async function loadDocument(
  source: Source,
  options: DocumentOptions = {},
): Promise<LoadedDocument> {
  const { text, file, path } = readSource(source, 'document');
  // One that has no reference to another file is understood once.
  if (!/\$ref["']?\s*:\s*["']?[^"'#\s]/.test(text)) return load(text, file);
  const whole = path ?? (source instanceof URL ? fileURLToPath(source) : resolve(file));
  const reader = new DocumentReader(text, file, pathToFileURL(whole).href);
  const { allowRefs = [] } = options;
  const allowed = allowRefs.map((place) => (isUrl(place) ? place : resolve(place)));
  await readReferencedFiles(reader, whole, allowed);
  return reader.finish();
}

/** The title, the version and the operations of a document. */
export interface DocumentSummary {
  /** Of its `info`; empty where it has none. */
  readonly title: string;
  /** Of its `info`; empty where it has none. */
  readonly version: string;
  /** In its order. */
  readonly operations: readonly OperationSummary[];
}

/** One method on one path. */
export interface OperationSummary extends Pick<Operation, 'id' | 'method' | 'path'> {
  /** Whether a mock answers with an example or a sample, since no stored resource is known to it. */
  readonly isSampled: boolean;
}

/** Returns the title, the version and the operations of a document. */
export function describeDocument(document: OpenApiDocument): DocumentSummary {
  const { info } = document.root;
  const { title, version } = objectOf(info);
  const served = completedDocument(document);
  const actions = resourceActions(served, new MemoryStore());
  return {
    title: typeof title === 'string' ? title : '',
    version: typeof version === 'string' ? version : '',
    operations: operations(served).map((operation) => {
      const { id, method, path } = operation;
      return {
        id,
        method,
        path,
        // Found out when somebody asks: most of a large document are never shown.
        get isSampled() {
          return method !== 'POST' && actions.actionOf(operation) === undefined;
        },
      };
    }),
  };
}

/**
 * Loads a profile, YAML or JSON, as `verify` learns it. Questions that it leaves out have no answer.
 *
 * @throws {Error} where it can't be read.
 * @throws {DiagnosticError} for an operation or a question that the document doesn't have, and for an
 *   impossible answer.
 */
export async function loadProfile(
  source: Source,
  document: OpenApiDocument,
): Promise<ProfileAnswers> {
  const { text, file } = readSource(source, 'profile');
  return readProfile(text, file, questionsByOperation(document));
}

/**
 * Writes answers as the text of a profile, YAML. Each open question of the document is a comment above its answer.
 *
 * @param answers Such as those of a {@link RunResult}.
 * @param heading Comment lines for the top, without `#`. Default: none.
 */
export function formatProfile(
  answers: ProfileAnswers,
  document: OpenApiDocument,
  heading?: readonly string[],
): string {
  return format(answers, questionsByOperation(document), heading);
}

/**
 * Loads a scenario, YAML or JSON, for the option `scenarios` of a mock.
 *
 * @param profiles Those that it may name. Default: none.
 * @throws {Error} where it can't be read.
 * @throws {DiagnosticError} with everything that is wrong with it.
 */
export async function loadScenario(
  source: Source,
  document: OpenApiDocument,
  profiles: Readonly<Record<string, ProfileAnswers>> = {},
): Promise<Scenario> {
  const { text, file } = readSource(source, 'scenario');
  const served = completedDocument(document);
  const context = { profiles, identity: firstCreation(served)?.identity };
  return buildScenario(readScenario(text, file, served, context), context);
}

/**
 * Loads the first resources of a mock, YAML or JSON: a list of bodies of requests that create one. If several operations
 * create, it is a map from the path of a collection to such a list.
 *
 * @returns Its options `seed` and `collections`.
 * @throws {Error} where it can't be read.
 * @throws {DiagnosticError} with everything that is wrong with it.
 */
export async function loadSeed(source: Source, document: OpenApiDocument): Promise<Seed> {
  const { text, file } = readSource(source, 'seed');
  return readSeed(text, file, completedDocument(document));
}

/**
 * Loads recorded traffic, HAR 1.2 of this kit, a browser or any tool: the option `recording` of `createMock`.
 *
 * @param document Only requests of its operations count, whatever address they were sent to.
 * @throws {Error} where it can't be read.
 * @throws {DiagnosticError} where it is no HAR.
 */
export async function loadRecording(source: Source, document: OpenApiDocument): Promise<Recording> {
  const { text, file } = readSource(source, 'recording');
  const { readRecording } = await import('../serve/replay.ts');
  return readRecording(text, file, document);
}
