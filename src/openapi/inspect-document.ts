import type { Diagnostic } from './diagnostic.ts';
import type { OpenApiDocument } from './document.ts';
import { type JsonValue, isJsonObject } from './json/json-value.ts';
import { METHODS } from './operation.ts';
import { childPointer, valueAt } from './pointer.ts';
import { compileSchema, referencePointer } from './schema/compile-schema.ts';

/** What keeps the kit from working with a document; style is the linter's business. */
export function inspectDocument(document: OpenApiDocument): Diagnostic[] {
  const found = [...inspectVersion(document), ...inspectPaths(document)];
  found.push(...inspectReferences(document, document.root, ''));
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

function inspectVersion(document: OpenApiDocument): Diagnostic[] {
  const version = document.root['openapi'];
  if (typeof version === 'string' && /^3\.1\.\d+$/.test(version)) return [];
  const said =
    version === undefined ? 'no "openapi"' : `openapi: ${JSON.stringify(String(version))}`;
  return [
    problem(document, '/openapi', {
      code: 'unsupported-version',
      message: `the kit reads OpenAPI 3.1, this document says ${said}`,
      help: 'Write `openapi: 3.1.0`, and convert an older document first.',
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

/** Values of these keys are data, in which a `$ref` is a key like any other. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const']);

function inspectReferences(
  document: OpenApiDocument,
  value: JsonValue,
  pointer: string,
): Diagnostic[] {
  if (typeof value !== 'object' || value === null) return [];
  const found: Diagnostic[] = [];
  const reference = isJsonObject(value) ? value['$ref'] : undefined;
  if (typeof reference === 'string') {
    const words = referenceProblem(document, reference, pointer);
    if (words) found.push(problem(document, childPointer(pointer, '$ref'), words));
  }
  for (const [key, child] of Object.entries(value)) {
    if (DATA_KEYS.has(key) && !pointer.endsWith('/properties')) continue;
    found.push(...inspectReferences(document, child as JsonValue, childPointer(pointer, key)));
  }
  return found;
}

function referenceProblem(
  document: OpenApiDocument,
  reference: string,
  from: string,
): Pick<Diagnostic, 'code' | 'message' | 'help'> | undefined {
  const target = referencePointer(reference);
  if (target === undefined) {
    return {
      code: 'external-reference',
      message: `the $ref "${reference}" leads out of this document`,
      help: 'Bundle the document first, so that every $ref starts with "#/".',
    };
  }
  if (valueAt(document.root, target) === undefined) {
    return {
      code: 'unresolved-reference',
      message: `the $ref "${reference}" names nothing in this document`,
      help: 'Correct the pointer, or add what it names.',
    };
  }
  if (!isReferenceLoop(document, target, new Set([from]))) return undefined;
  return {
    code: 'reference-loop',
    message: `the $ref "${reference}" leads back to itself and never to a value`,
    help: 'Let one of the references in the loop be a definition.',
  };
}

function isReferenceLoop(document: OpenApiDocument, pointer: string, seen: Set<string>): boolean {
  if (seen.has(pointer)) return true;
  const value = valueAt(document.root, pointer);
  const next = isJsonObject(value) ? value['$ref'] : undefined;
  const target = typeof next === 'string' ? referencePointer(next) : undefined;
  return target !== undefined && isReferenceLoop(document, target, seen.add(pointer));
}

function inspectSchemas(document: OpenApiDocument): Diagnostic[] {
  const components = document.root['components'];
  const schemas = isJsonObject(components) ? components['schemas'] : undefined;
  const found: Diagnostic[] = [];
  for (const name of isJsonObject(schemas) ? Object.keys(schemas) : []) {
    const pointer = childPointer('/components/schemas', name);
    try {
      compileSchema(document.root, pointer);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      found.push(
        problem(document, pointer, {
          code: 'invalid-schema',
          message: `the schema "${name}" can't be used: ${message}`,
          help: 'Write it as JSON Schema 2020-12 has it.',
        }),
      );
    }
  }
  return found;
}
