import type { Diagnostic } from '../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { isJsonObject, type JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import type { LinkedReference } from '../openapi/link-document.ts';
import { METHODS, operations } from './operation.ts';
import { childPointer, valueAt, referencePointer } from '../openapi/pointer.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { SchemaInspector } from '../openapi/schema/inspect-schema.ts';

/**
 * What keeps the kit from working with a document; style is the linter's business.
 *
 * @param faults Why files that it refers to can't be had, by their addresses. Default: nobody has tried.
 */
export function inspectDocument(
  document: OpenApiDocument,
  references: readonly LinkedReference[],
  faults?: ReadonlyMap<string, ReferenceFault>,
): Diagnostic[] {
  const found = [
    ...inspectVersion(document),
    ...inspectPaths(document),
    ...inspectReferences(document.root, references, faults).map(({ pointer, ...parts }) =>
      problem(document, pointer, parts),
    ),
  ];
  // A schema can be compiled only where every reference holds.
  return found.length > 0 ? found : inspectSchemas(document);
}

function problem(
  document: OpenApiDocument,
  pointer: string,
  parts: Pick<Diagnostic, 'code' | 'message' | 'help'>,
): Diagnostic {
  // The nearest node that exists: a missing key is shown at its parent.
  let place = pointer;
  while (place !== '' && document.locate(place) === undefined) {
    place = place.slice(0, place.lastIndexOf('/'));
  }
  return { ...parts, pointer, location: document.locate(place) };
}

/** Whether the kit reads the version. */
export function inspectVersion(document: OpenApiDocument): Diagnostic[] {
  const { openapi: version, swagger } = document.root;
  if (typeof version === 'string' && /^3\.(?:0\.\d+(?:-.*)?|1\.\d+)$/.test(version)) return [];
  const older = swagger === undefined ? 'no "openapi"' : `swagger: ${showJson(swagger)}`;
  const said = version === undefined ? older : `openapi: ${showJson(version)}`;
  return [
    problem(document, '/openapi', {
      code: 'unsupported-version',
      message: `the kit reads OpenAPI 3.1, 3.0 and 2.0, this document says ${said}`,
      help: 'Write `openapi: 3.1.0`, and convert an older or newer document first.',
    }),
  ];
}

function inspectPaths(document: OpenApiDocument): Diagnostic[] {
  const paths = document.root['paths'];
  const said = (pointer: string, what: string): Diagnostic =>
    problem(document, pointer, {
      code: 'invalid-paths',
      message: what,
      help: 'Write each path as a map of methods to operations: `/things: { post: { … } }`.',
    });
  if (!isJsonObject(paths)) return [said('/paths', '"paths" must be a map of paths')];
  const found: Diagnostic[] = [];
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith('x-')) continue;
    const pointer = childPointer('/paths', path);
    if (!path.startsWith('/')) found.push(said(pointer, `the path "${path}" must start with "/"`));
    if (!isJsonObject(item)) {
      found.push(said(pointer, `the path item of "${path}" must be a map`));
      continue;
    }
    for (const method of METHODS) {
      if (item[method] === undefined || isJsonObject(item[method])) continue;
      found.push(said(childPointer(pointer, method), `the operation ${method} must be a map`));
    }
  }
  return found;
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

function inspectSchemas(document: OpenApiDocument): Diagnostic[] {
  const inspector = new SchemaInspector(document.root);
  const pointers = schemaPointers(document);
  for (const pointer of pointers) inspector.inspect(pointer);
  const found = inspector
    .problems()
    .map(({ pointer, ...parts }) => problem(document, pointer, parts));
  return found.length > 0 ? found : compileAll(document, pointers);
}

/** A last resort: what the inspection above has missed still gets a place and a code. */
function compileAll(document: OpenApiDocument, pointers: readonly string[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const pointer of pointers) {
    try {
      compileSchema(document.root, pointer);
    } catch (error) {
      found.push(
        problem(document, pointer, {
          code: 'invalid-schema',
          message: `the schema can't be used: ${error instanceof Error ? error.message : String(error)}`,
          help: 'Write it as JSON Schema 2020-12 has it.',
        }),
      );
    }
  }
  return found;
}

/** Why a reference can't be followed. */
export type ReferenceFault = Pick<Diagnostic, 'code' | 'message' | 'help'>;

/** Every reference that leads to nothing, to a file that can't be had, or in a circle. */
export function inspectReferences(
  root: JsonValue,
  references: readonly LinkedReference[],
  faults: ReadonlyMap<string, ReferenceFault> = new Map(),
): (ReferenceFault & { readonly pointer: string })[] {
  return references.flatMap(({ reference, pointer, target, missing }) => {
    const what = `the ${pointer.endsWith('/$dynamicRef') ? '$dynamicRef' : '$ref'} "${reference}"`;
    if (missing !== undefined) {
      const message = `${what} leads out of this document`;
      const fault = faults.get(missing) ?? { code: 'external-reference', message, help: BUNDLE };
      return [{ ...fault, pointer }];
    }
    if (target === undefined) {
      const message = `${what} names nothing in this document`;
      const help = 'Correct the pointer, or add what it names.';
      return [{ code: 'unresolved-reference', message, help, pointer }];
    }
    if (!isLoop(root, pointer.slice(0, pointer.lastIndexOf('/')))) return [];
    const message = `${what} leads in a circle and never to a value`;
    const help = 'Let one of the references in the loop be a definition.';
    return [{ code: 'reference-loop', message, help, pointer }];
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
