import type { Diagnostic } from '../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { isJsonObject, type JsonValue } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { METHODS, operations } from './operation.ts';
import { childPointer, valueAt, referencePointer } from '../openapi/pointer.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import { SchemaInspector } from '../openapi/schema/inspect-schema.ts';

/** What keeps the kit from working with a document; style is the linter's business. */
export function inspectDocument(document: OpenApiDocument): Diagnostic[] {
  const found = [
    ...inspectVersion(document),
    ...inspectPaths(document),
    ...inspectReferences(document.root).map(({ pointer, ...parts }) =>
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

/** Of a document that `upgradeDocument` has seen. */
export function inspectVersion(document: OpenApiDocument): Diagnostic[] {
  const { openapi: version, swagger } = document.root;
  if (typeof version === 'string' && /^3\.1\.\d+$/.test(version)) return [];
  const older = swagger === undefined ? 'no "openapi"' : `swagger: ${showJson(swagger)}`;
  const said = version === undefined ? older : `openapi: ${showJson(version)}`;
  return [
    problem(document, '/openapi', {
      code: 'unsupported-version',
      message: `the kit reads OpenAPI 3.1 and 3.0, this document says ${said}`,
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

/** A `$ref` that can't be followed. */
type ReferenceProblem = Pick<Diagnostic, 'code' | 'message' | 'help'> & {
  readonly pointer: string;
};

/** Values of these keys are data, in which a `$ref` is a key like any other. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'default', 'enum', 'const', 'value']);

/** Values of these keys are maps whose own keys are names: a schema may be called `default`. */
const MAP_KEYS: ReadonlySet<string> = new Set([
  '$defs',
  'callbacks',
  'content',
  'dependentSchemas',
  'encoding',
  'headers',
  'links',
  'parameters',
  'pathItems',
  'paths',
  'patternProperties',
  'properties',
  'requestBodies',
  'responses',
  'schemas',
  'securitySchemes',
  'variables',
  'webhooks',
]);

/** Every `$ref` that leads out of the document, to nothing, or in a circle. */
export function inspectReferences(root: JsonValue): ReferenceProblem[] {
  const found: ReferenceProblem[] = [];
  const waiting: Place[] = [{ value: root, pointer: '', isMap: false }];
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const problem = place.isMap ? undefined : inspectReference(root, place);
    if (problem) found.push(problem);
    waiting.push(...children(place).reverse());
  }
  return found;
}

interface Place {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly isMap: boolean;
}

function children({ value, pointer, isMap }: Place): Place[] {
  if (Array.isArray(value)) {
    return value.map((item, i) => ({
      value: item,
      pointer: childPointer(pointer, i),
      isMap: false,
    }));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .filter(([key, child]) => isMap || !isData(key, child))
    .map(([key, child]) => ({
      value: child,
      pointer: childPointer(pointer, key),
      isMap: !isMap && (MAP_KEYS.has(key) || key === 'examples'),
    }));
}

function isData(key: string, value: JsonValue): boolean {
  // A schema's `examples` is a list of values, a media type's a map of example objects.
  return DATA_KEYS.has(key) || key.startsWith('x-') || (key === 'examples' && Array.isArray(value));
}

function inspectReference(root: JsonValue, place: Place): ReferenceProblem | undefined {
  const reference = isJsonObject(place.value) ? place.value['$ref'] : undefined;
  if (typeof reference !== 'string') return undefined;
  const pointer = childPointer(place.pointer, '$ref');
  const target = referencePointer(reference);
  if (target === undefined) return { ...unreadable(reference), pointer };
  if (valueAt(root, target) === undefined) {
    return {
      code: 'unresolved-reference',
      message: `the $ref "${reference}" names nothing in this document`,
      help: 'Correct the pointer, or add what it names.',
      pointer,
    };
  }
  if (!isLoop(root, place.pointer)) return undefined;
  return {
    code: 'reference-loop',
    message: `the $ref "${reference}" leads in a circle and never to a value`,
    help: 'Let one of the references in the loop be a definition.',
    pointer,
  };
}

function unreadable(reference: string): Omit<ReferenceProblem, 'pointer'> {
  if (reference.startsWith('#')) {
    return {
      code: 'unsupported-reference',
      message: `the $ref "${reference}" is not a JSON Pointer`,
      help: 'Write it as a path from the root of the document, such as "#/components/schemas/…".',
    };
  }
  return {
    code: 'external-reference',
    message: `the $ref "${reference}" leads out of this document`,
    help: 'Bundle the document first, so that every $ref starts with "#/".',
  };
}

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
