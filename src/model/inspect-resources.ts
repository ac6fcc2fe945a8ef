import { type Diagnostic, DiagnosticError } from '../openapi/diagnostic.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { childPointer } from '../openapi/pointer.ts';
import { type YamlSource, readYaml } from '../openapi/read-yaml.ts';
import {
  hasCollections,
  type CreationRules,
  collectionMissing,
  creationRules,
  demandCreation,
  rulesOutsideCollections,
} from './resources/collections.ts';
import type { SchemaIssue } from '../openapi/schema/check.ts';

/** What a mock begins with. */
export interface Seed {
  /** Where the document has one collection. */
  readonly seed: readonly JsonObject[] | undefined;
  /** Where it has several, by the path that each is created at. */
  readonly collections: Readonly<Record<string, readonly JsonObject[]>> | undefined;
}

/**
 * Reads resources to begin with: a YAML or JSON list, each valid as the body of the document's
 * create operation, no id twice; where several operations create, a map from the path of a
 * collection to such a list.
 *
 * @param file How the file is called in diagnostics.
 * @throws {DiagnosticError} with everything that is wrong with it.
 */
export function readSeed(text: string, file: string, document: OpenApiDocument): Seed {
  const source = readYaml(text, file);
  const { value } = source;
  const isMap = isJsonObject(value) && hasCollections(document);
  const diagnostics =
    source.diagnostics.length > 0
      ? source.diagnostics
      : isMap
        ? inspectCollections(source, value, document)
        : inspectResources(source, value, document);
  if (diagnostics.length > 0) throw new DiagnosticError(`read the seed ${file}`, diagnostics, text);
  return isMap
    ? { seed: undefined, collections: value as Record<string, JsonObject[]> }
    : { seed: value as JsonObject[], collections: undefined };
}

/**
 * What is wrong with a file's list of resources to begin with: each must be valid as the body of
 * the document's first create operation, no identity twice.
 *
 * @param pointer To the list. Default: the file is the list.
 */
export function inspectResources(
  source: YamlSource,
  list: JsonValue,
  document: OpenApiDocument,
  pointer = '',
): Diagnostic[] {
  const place = placeOf(source, pointer);
  const isEmpty = Array.isArray(list) && list.length === 0;
  const missing = isEmpty ? undefined : collectionMissing(document);
  if (missing !== undefined) {
    const key = pointer === '' ? 'a map' : 'them under "collections", a map';
    const help = `Write ${key} from a collection's path to its list. ${missing.help}`;
    return [{ code: 'collection-missing', message: missing.message, help, ...place }];
  }
  const rules = rulesOutsideCollections(document);
  if (rules !== undefined || !Array.isArray(list)) return inspectList(source, list, rules, pointer);
  const message = 'the document has no operation that creates something from JSON';
  return [{ code: 'no-create', message, help: 'Leave the resources out.', ...place }];
}

/**
 * What is wrong with a file's map from the path of a collection to a list of resources: each must be
 * valid as the body of the operation that creates it, no identity twice.
 *
 * @param pointer To the map. Default: the file is the map.
 */
export function inspectCollections(
  source: YamlSource,
  map: JsonObject,
  document: OpenApiDocument,
  pointer = '',
): Diagnostic[] {
  return Object.entries(map).flatMap(([path, list]) => {
    const at = childPointer(pointer, path);
    const creation = demandCreation(document, path);
    if ('message' in creation) {
      return [{ code: 'unknown-collection', ...creation, ...placeOf(source, at) }];
    }
    return inspectList(source, list, creationRules(document, creation), at);
  });
}

function inspectList(
  source: YamlSource,
  list: JsonValue,
  rules: CreationRules | undefined,
  pointer: string,
): Diagnostic[] {
  const at = (place: string): Place => placeOf(source, place, pointer);
  if (!Array.isArray(list)) {
    const help = 'Write a list: each item begins with "- ".';
    return [{ code: 'not-a-list', message: 'a seed is a list of resources', help, ...at(pointer) }];
  }
  const broken = list.flatMap((item, i) =>
    issuesOf(item, rules).map(({ message, instancePointer }): Diagnostic => {
      const place = at(childPointer(pointer, i) + instancePointer);
      const help = 'Write it as a request body that creates one.';
      return Object.assign(place, { code: 'invalid-resource', message, help });
    }),
  );
  const { identity } = rules ?? {};
  if (broken.length > 0 || identity === undefined) return broken;
  return repeated(list.filter(isJsonObject), identity, (i) =>
    at(childPointer(pointer, i, identity)),
  );
}

/** A schema without a `type` takes anything, but only an object can be stored. */
function issuesOf(
  item: JsonValue,
  rules: CreationRules | undefined,
): Pick<SchemaIssue, 'message' | 'instancePointer'>[] {
  const issues = rules?.validate(item) ?? [];
  if (issues.length > 0 || isJsonObject(item)) return [...issues];
  return [{ message: `a resource must be an object, got ${showJson(item)}`, instancePointer: '' }];
}

type Place = Pick<Diagnostic, 'location' | 'pointer'>;

/** @param around A place to name where the first one isn't in the file. */
function placeOf(source: YamlSource, place: string, around = ''): Place {
  const location = source.locate(place) ?? source.locate(around) ?? source.locate('');
  return { location, pointer: place };
}

function repeated(
  items: readonly JsonObject[],
  identity: string,
  at: (index: number) => Pick<Diagnostic, 'location' | 'pointer'>,
): Diagnostic[] {
  const seen = new Set<string>();
  return items.flatMap((item, i) => {
    // One is made for what comes without.
    if (item[identity] === undefined) return [];
    const key = showJson(item[identity]);
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    const message = `${identity} ${key} is there twice`;
    return [{ code: 'repeated-identity', message, help: 'Give each its own.', ...at(i) }];
  });
}
