import type { Diagnostic } from './diagnostic.ts';
import { type JsonValue, isJsonObject } from './json/json-value.ts';
import { childPointer, valueAt, referencePointer } from './pointer.ts';

/** A `$ref` that can't be followed. */
export type ReferenceProblem = Pick<Diagnostic, 'code' | 'message' | 'help'> & {
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
