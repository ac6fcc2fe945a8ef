import type { Diagnostic } from '../../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { type Operation, operations } from '../../model/operation.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import { downgradeDocument } from './downgrade-document.ts';
import { trimDocument } from './trim-document.ts';

/**
 * The parameters that Dredd needs a value for and finds none: one of them, and it tests nothing at
 * all. It makes none up from a type.
 */
export function inspectParameters(document: OpenApiDocument): Diagnostic[] {
  const { paths } = trimDocument(downgradeDocument(document, { baseUrl: '' }));
  const found = new Map<string, Diagnostic>();
  for (const operation of operations(document)) {
    const copies = copiesOf(operation, paths);
    for (const parameter of operation.parameters.filter(isInUrl)) {
      const { name, in: place, pointer } = parameter;
      if (copies.some((copy) => copy['name'] === name && copy['in'] === place && hasValue(copy))) {
        continue;
      }
      found.set(pointer, diagnosticOf(parameter, operation, document));
    }
  }
  return [...found.values()];
}

function isInUrl({ in: place, required }: Parameter): boolean {
  return required && (place === 'path' || place === 'query');
}

/** An operation's own go before those of its path. */
function copiesOf({ path, method }: Operation, paths: JsonValue | undefined): JsonObject[] {
  const item = objectAt(paths, path);
  const lists = [objectAt(item, method.toLowerCase()), item].map((owner) => owner['parameters']);
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
}

function objectAt(owner: JsonValue | undefined, key: string): JsonObject {
  const value = isJsonObject(owner) ? getProperty(owner, key) : undefined;
  return isJsonObject(value) ? value : {};
}

function hasValue({ example, schema }: JsonObject): boolean {
  const words = isJsonObject(schema) ? schema['enum'] : undefined;
  return example !== undefined || (Array.isArray(words) && words.length > 0);
}

function diagnosticOf(
  { name, in: place, pointer }: Parameter,
  { method, path }: Operation,
  document: OpenApiDocument,
): Diagnostic {
  return {
    code: 'no-example',
    message: `the ${place} parameter "${name}" of ${method} ${path} has no value that Dredd could send`,
    help: 'Give it an `example`, or its schema an `example`, a `default` or an `enum`.',
    pointer,
    location: document.locate(pointer),
  };
}
