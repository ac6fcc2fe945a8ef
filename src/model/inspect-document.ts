import {
  type Diagnostic,
  type Location,
  type Problem,
  isError,
  DiagnosticError,
} from '../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { FaultOf } from '../openapi/files/referenced-files.ts';
import { isDispensable } from '../openapi/grammar.ts';
import {
  isJsonObject,
  type JsonValue,
  type JsonObject,
  copyJson,
} from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { type LinkedReference, type LinkedTree, DocumentLinker } from '../openapi/link-document.ts';
import { operations } from './operation.ts';
import { pathPlaces } from './path-places.ts';
import { childPointer, valueAt, referencePointer } from '../openapi/pointer.ts';
import { quarantine } from './quarantine.ts';
import { pathShape } from './routes.ts';
import { SchemaInspector } from '../openapi/schema/inspect-schema.ts';
import { parseJson } from '../openapi/json/parse-json.ts';

/** A document, with what is wrong with it; style is the linter's business. */
export type InspectedDocument = OpenApiDocument &
  Required<Pick<OpenApiDocument, 'diagnostics' | 'quarantined'>>;

/**
 * Finds what is wrong with a document, and leaves out the operations that can't be used because of it.
 *
 * @param faults Why files that it refers to can't be had, by their addresses. Default: nobody has tried.
 * @param earlier What has been found before.
 * @param fail Is given everything that is wrong with a document of which nothing can be used.
 */
export function inspectDocument(
  tree: LinkedTree,
  fail: (diagnostics: readonly Diagnostic[]) => never,
  faults?: ReadonlyMap<string, FaultOf>,
  earlier: readonly Problem[] = [],
): InspectedDocument {
  const { root, references } = tree;
  const document = { root, locate: (pointer: string) => tree.locate(pointer) };
  const problems = [
    ...earlier,
    ...tree.problems,
    ...inspectReferences(root, references, faults),
    ...inspectPaths(document),
    ...inspectShapes(document),
    ...inspectSchemas(document),
  ];
  const located = problems.map((problem) => locatedIn(document, problem));
  const diagnostics = [...inspectVersion(document), ...located];
  const errors = diagnostics.filter(isError);
  // What every operation depends on.
  if (errors.some(({ pointer }) => pointer === '/openapi' || pointer === '/paths')) fail(errors);
  return { ...document, diagnostics, ...quarantine(root, references, errors) };
}

/** @param problem May know the place itself: that of another file, say. */
function locatedIn(
  document: OpenApiDocument,
  problem: Problem & Pick<Diagnostic, 'location'>,
): Diagnostic {
  return {
    // Looked for when it is told: a large document has many, and most commands only count them.
    get location() {
      return nearestPlace(document, problem.pointer);
    },
    ...problem,
  };
}

/** Of the nearest node that exists: a missing key is shown at its parent. */
function nearestPlace(document: OpenApiDocument, pointer: string): Location | undefined {
  let place = pointer;
  while (place !== '' && document.locate(place) === undefined) {
    place = place.slice(0, place.lastIndexOf('/'));
  }
  return document.locate(place);
}

/** Whether the kit reads the version. */
export function inspectVersion(document: OpenApiDocument): Diagnostic[] {
  const { openapi: version, swagger } = document.root;
  if (typeof version === 'string' && /^3\.(?:0\.\d+(?:-.*)?|[12]\.\d+)$/.test(version)) return [];
  const older = swagger === undefined ? 'no "openapi"' : `swagger: ${showJson(swagger)}`;
  const versionLabel = version === undefined ? older : `openapi: ${showJson(version)}`;
  return [
    locatedIn(document, {
      pointer: '/openapi',
      code: 'unsupported-version',
      message: `the kit reads OpenAPI 3.2, 3.1, 3.0 and 2.0, this document says ${versionLabel}`,
      help: 'Write `openapi: 3.1.0`, and convert an older or newer document first.',
    }),
  ];
}

function inspectPaths({ root }: OpenApiDocument): Problem[] {
  const { paths, webhooks, components } = root;
  // They may be all that a document has (OpenAPI 3.1.0, 4.8.1).
  const hasOthers = isJsonObject(webhooks) || isJsonObject(components);
  if ((paths === undefined || paths === null) && !hasOthers) {
    const help = 'Write each path as a map of methods to operations: `/things: { post: { … } }`.';
    return [{ code: 'missing-paths', message: 'it has no "paths"', help, pointer: '/paths' }];
  }
  return pathPlaces(root)
    .filter(({ written }) => !written.startsWith('/paths/~1'))
    .map(({ path, written }) => ({
      code: 'path-without-slash',
      severity: 'warning',
      message: `the path "${path.slice(1)}" must start with "/"; it is read as if it did`,
      help: `Write "${path}".`,
      pointer: written,
    }));
}

/**
 * Of operations whose paths differ in their names alone (OpenAPI 3.1.0, 4.8.8), all but the first by the alphabet: the
 * document's order must not decide which one a request is for.
 */
function inspectShapes({ root }: OpenApiDocument): Problem[] {
  const places = pathPlaces(root)
    .flatMap(({ path, operations: all }) => all.map((operation) => ({ ...operation, path })))
    .toSorted((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
  const alike = Map.groupBy(places, ({ method, path }) => `${method} ${pathShape(path)}`);
  return [...alike.values()].flatMap(([met, ...others]) =>
    others
      .filter(({ path, pointer }) => path !== met?.path && pointer !== met?.pointer)
      .map(({ method, path, pointer }) => ({
        code: 'same-path',
        message: `${met?.path} and ${path} are one path: no ${method} request tells them apart`,
        help: 'Leave one of them out, or give it another path.',
        pointer,
      })),
  );
}

/** The schemas that the kit may ever check a value with: named ones, and those of operations. */
function schemaPointers(document: OpenApiDocument): string[] {
  const named = valueAt(document.root, '/components/schemas');
  const pointers = isJsonObject(named)
    ? Object.keys(named).map((name) => childPointer('/components/schemas', name))
    : [];
  for (const { parameters, requestBody, responses } of operations(document)) {
    const content = [requestBody, ...responses].flatMap((owner) => owner?.content ?? []);
    const headers = responses.flatMap((response) => response.headers);
    for (const owner of [...parameters, ...content, ...headers]) {
      if (owner.schemaPointer !== undefined) pointers.push(owner.schemaPointer);
    }
  }
  return [...new Set(pointers)];
}

function inspectSchemas(document: OpenApiDocument): readonly Problem[] {
  const inspector = new SchemaInspector(document.root);
  const pointers = schemaPointers(document);
  for (const pointer of pointers) inspector.inspect(pointer);
  return inspector.problems();
}

/** Every reference that leads to nothing, to a file that can't be had, or in a circle. */
function inspectReferences(
  root: JsonValue,
  references: readonly LinkedReference[],
  faults: ReadonlyMap<string, FaultOf> = new Map(),
): Problem[] {
  return references.flatMap(({ reference, kind, pointer, target, missing }): Problem[] => {
    const keyword = /\$(?:dynamicRef|ref)$/.exec(pointer)?.[0] ?? 'reference';
    const what = `the ${keyword} "${reference}"`;
    const severity = isDispensable(kind) ? 'warning' : 'error';
    if (missing !== undefined) {
      const message = `${what} leads out of this document`;
      const external = { code: 'external-reference', message, help: BUNDLE };
      const fault = faults.get(missing)?.(reference) ?? external;
      return [{ ...fault, severity, pointer }];
    }
    if (target === undefined) {
      const message = `${what} names nothing in this document`;
      const help = 'Correct the pointer, or add what it names.';
      return [{ code: 'unresolved-reference', severity, message, help, pointer }];
    }
    // The circles of schemas are longer: they are looked for with the schemas.
    if (kind === 'schema' || !isLoop(root, pointer.slice(0, pointer.lastIndexOf('/')))) return [];
    const message = `${what} leads in a circle and never to a value`;
    const help = 'Let one of the references in the loop be a definition.';
    return [{ code: 'reference-loop', severity, message, help, pointer }];
  });
}

const BUNDLE = 'Bundle the document first, so that every $ref starts with "#/".';

function isLoop(root: JsonValue, start: string): boolean {
  const seen = new Set<string>();
  let pointer: string | undefined = start;
  while (pointer !== undefined) {
    if (seen.has(pointer)) return true;
    seen.add(pointer);
    const value = valueAt(root, pointer);
    const next = isJsonObject(value) ? value['$ref'] : undefined;
    pointer = referencePointer(next);
  }
  return false;
}

/**
 * A document of your own where there are no files, as in pages: OpenAPI 3.2, 3.1 or 3.0, as JSON text,
 * or parsed already. `JSON.parse` and imported JSON round integers beyond 2^53; text keeps them.
 *
 * @throws {DiagnosticError} with everything that keeps the mock from working with it.
 */
export function documentFrom(json: string | object): OpenApiDocument {
  const value = typeof json === 'string' ? parsed(json) : copyJson(json as JsonValue);
  if (!isJsonObject(value as JsonObject)) return fail('not-an-object', 'it must be an object');
  const root = value as JsonObject;
  const file = { value: root, locate: () => undefined };
  return inspectDocument(new DocumentLinker(file, 'document:/').finish(), (diagnostics) => {
    throw new DiagnosticError('read the OpenAPI document', diagnostics);
  });
}

function parsed(text: string): unknown {
  const read = parseJson(text);
  return read.ok ? read.value : fail('json-syntax', read.message);
}

function fail(code: string, message: string): never {
  const help =
    'Give JSON, or what was parsed from it; YAML and paths are for readDocument in Node.';
  throw new DiagnosticError('read the OpenAPI document', [{ code, message, help }]);
}
