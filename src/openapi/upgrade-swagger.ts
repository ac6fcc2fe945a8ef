import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import type { Problem } from './diagnostic.ts';
import { operationKeys, walkObjects } from './grammar.ts';
import { type JsonObject, type JsonValue, RawNumber, isJsonObject } from './json/json-value.ts';
import { childPointer, fromPointer, valueAt } from './pointer.ts';
import { errorMessage } from './error-message.ts';

/** A document of Swagger 2.0 as one of OpenAPI 3.0. */
export interface UpgradedSwagger {
  readonly root: JsonObject;
  /** What of it couldn't be converted; it is empty in `root`. */
  readonly problems: readonly Problem[];
  /** Where a node of it was in the document as it was written; the nearest one that is known. */
  origin(pointer: string): string;
}

/** Whether it is a document of Swagger 2.0. */
export function isSwagger({ swagger }: JsonObject): boolean {
  return typeof swagger === 'string' && /^2\.0\b/.test(swagger);
}

/** On every object, and copied with it: its pointer in the document as it was written. */
const ORIGIN = Symbol('origin');

/**
 * Converts a document of Swagger 2.0. Its value is changed in place.
 *
 * @throws {Error} where it is too far from one to be converted.
 */
export function upgradeSwagger(document: JsonObject): UpgradedSwagger {
  const problems = [...emptyMisfits(document), ...listsOfTypes(document)];
  let converted: Converted;
  try {
    converted = convert(document);
  } catch {
    problems.push(...emptyInconvertible(document));
    converted = convert(document);
  }
  const { root, origins } = converted;
  return {
    root,
    problems: problems.map((problem) => ({ ...problem, pointer: pointerAfter(problem.pointer) })),
    origin: (pointer) => {
      for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
        const known = origins.get(pointer.slice(0, end));
        if (known !== undefined) return known + pointer.slice(end);
      }
      return pointer;
    },
  };
}

interface Converted {
  readonly root: JsonObject;
  /** Pointers in the document as it was written, by those after the conversion. */
  readonly origins: ReadonlyMap<string, string>;
}

/** @throws {Error} what the library throws. */
function convert(document: JsonObject): Converted {
  const numbers = new Map<symbol, RawNumber>();
  const marked = mark(document, '', numbers) as JsonObject;
  const extensions = takeExtensions(marked);
  const upgraded = upgradeFromTwoToThree(marked) as unknown as JsonObject;
  // It leaves them where there is no host that they are for, and in operations.
  for (const owner of ['', ...operationsIn(upgraded)]) {
    const object = valueAt(upgraded, owner);
    if (isJsonObject(object)) delete object['schemes'];
  }
  for (const [path, members] of extensions) {
    const { paths } = upgraded;
    const item = isJsonObject(paths) ? paths[path] : undefined;
    if (isJsonObject(item)) Object.assign(item, members);
  }
  // The library makes some objects anew, such as schemes of the type `basic`, and bodies that are named.
  const sections = Object.entries(SECTIONS).map(
    ([section, target]) => [`/components/${target}`, `/${section}`] as const,
  );
  const origins = new Map([['', ''], ['/components/requestBodies', '/parameters'], ...sections]);
  return { root: unmark(upgraded, '', numbers, origins) as JsonObject, origins };
}

/**
 * Takes out of path items what the library would take for operations, and has the parameters first: it gives a body to
 * the operations behind them.
 *
 * @returns What was taken, by path.
 */
function takeExtensions({ paths }: JsonObject): Map<string, JsonObject> {
  const taken = new Map<string, JsonObject>();
  for (const [path, item] of Object.entries(isJsonObject(paths) ? paths : {})) {
    if (!isJsonObject(item)) continue;
    const { parameters, ...members } = item;
    const operations = new Set(
      operationKeys(item)
        .values()
        .map(([key]) => key),
    );
    for (const key of Object.keys(item)) delete item[key];
    if (parameters !== undefined) item['parameters'] = parameters;
    const others: JsonObject = {};
    for (const [key, member] of Object.entries(members)) {
      (operations.has(key) ? item : others)[key] = member;
    }
    taken.set(path, others);
  }
  return taken;
}

const SECTIONS: Readonly<Record<string, string>> = {
  definitions: 'schemas',
  securityDefinitions: 'securitySchemes',
  parameters: 'parameters',
  responses: 'responses',
};

/** Where the conversion puts what a pointer names. */
function pointerAfter(pointer: string): string {
  const [section = '', ...rest] = fromPointer(pointer);
  const target = SECTIONS[section];
  return target === undefined ? pointer : childPointer('/components', target, ...rest);
}

/** The library takes for granted what stands where: all else is emptied. */
function emptyMisfits(document: JsonObject): Problem[] {
  const found: Problem[] = [];
  const start = { value: document, kind: 'document', pointer: '' } as const;
  walkObjects(
    start,
    true,
    // A schema holds nothing that has to be of a form, but for a discriminator, which is a text here.
    ({ kind }) => (kind === 'schema' ? undefined : true),
    (problem) => void found.push(problem),
  );
  // It leaves whole sections alone that are none.
  const inside = found.filter(({ pointer }) => fromPointer(pointer).length > 1);
  for (const { pointer } of inside) empty(document, pointer);
  return inside;
}

/** @param pointer Its value is gone, or empty where something must be there. */
function empty(document: JsonObject, pointer: string): void {
  const segments = fromPointer(pointer);
  const key = segments.pop()!;
  const owner = valueAt(document, childPointer('', ...segments));
  if (Array.isArray(owner)) owner[Number(key)] = {};
  else if (!isJsonObject(owner)) return;
  else if (segments.length <= 2 && isJsonObject(owner)) owner[key] = {};
  else delete owner[key];
}

/** `consumes` and `produces` as a text. */
function listsOfTypes(document: JsonObject): Problem[] {
  const places = ['', ...operationsIn(document)];
  return places.flatMap((place) =>
    ['consumes', 'produces'].flatMap((key): Problem[] => {
      const owner = valueAt(document, place);
      if (!isJsonObject(owner) || owner[key] === undefined || Array.isArray(owner[key])) return [];
      if (typeof owner[key] === 'string') owner[key] = [owner[key]];
      else delete owner[key];
      return [
        {
          code: 'invalid-structure',
          severity: 'warning',
          message: `"${key}" must be a list of media types`,
          help: 'Write it as a list.',
          pointer: childPointer(place, key),
        },
      ];
    }),
  );
}

function operationsIn({ paths }: JsonObject): string[] {
  if (!isJsonObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) =>
    (isJsonObject(item) ? [...operationKeys(item).values()] : []).map((keys) =>
      childPointer('/paths', path, ...keys),
    ),
  );
}

/** Converts each part by itself; those of which the library throws are emptied. */
function emptyInconvertible(document: JsonObject): Problem[] {
  const { swagger, consumes, produces } = document;
  const common = Object.entries({ swagger, consumes, produces }).filter(
    ([, value]) => value !== undefined,
  );
  const found: Problem[] = [];
  const attempt = (pointer: string, part: JsonObject): void => {
    try {
      convert({ ...(Object.fromEntries(common) as JsonObject), ...part });
    } catch (error) {
      empty(document, pointer);
      found.push({
        code: 'invalid-swagger',
        message: `this can't be converted to OpenAPI 3: ${errorMessage(error)}`,
        help: 'Write it as Swagger 2.0 has it.',
        pointer,
      });
    }
  };
  for (const section of Object.keys(SECTIONS)) {
    const { [section]: parts } = document;
    for (const [name, part] of Object.entries(isJsonObject(parts) ? parts : {})) {
      attempt(childPointer('', section, name), { [section]: { [name]: part } });
    }
  }
  const { parameters } = document;
  for (const pointer of operationsIn(document)) {
    const [, path = '', method = ''] = fromPointer(pointer);
    const operation = valueAt(document, pointer);
    if (operation === undefined) continue;
    const item: JsonObject = { [method]: operation };
    const shared = valueAt(document, childPointer('/paths', path, 'parameters'));
    if (shared !== undefined) item['parameters'] = shared;
    attempt(pointer, { ...(parameters !== undefined && { parameters }), paths: { [path]: item } });
  }
  return found;
}

/** The library copies objects by their keys: a number that is an object would not be one any more. */
function mark(value: JsonValue, pointer: string, numbers: Map<symbol, RawNumber>): unknown {
  if (value instanceof RawNumber) {
    const stand = Symbol('number');
    numbers.set(stand, value);
    return stand;
  }
  if (Array.isArray(value)) {
    return value.map((item, i) => mark(item, childPointer(pointer, i), numbers));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(
    ([key, part]) => [key, mark(part, childPointer(pointer, key), numbers)] as const,
  );
  return Object.assign(Object.fromEntries(entries), { [ORIGIN]: pointer });
}

function unmark(
  value: unknown,
  pointer: string,
  numbers: ReadonlyMap<symbol, RawNumber>,
  origins: Map<string, string>,
): JsonValue {
  if (typeof value === 'symbol') return numbers.get(value) ?? null;
  if (Array.isArray(value)) {
    return value.map((item, i) => unmark(item, childPointer(pointer, i), numbers, origins));
  }
  if (typeof value !== 'object' || value === null) return value as JsonValue;
  const { [ORIGIN]: origin } = value as { readonly [ORIGIN]?: string };
  if (origin !== undefined) origins.set(pointer, origin);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      unmark(part, childPointer(pointer, key), numbers, origins),
    ]),
  );
}
