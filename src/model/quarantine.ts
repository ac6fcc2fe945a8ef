import { type Diagnostic, diagnosticLine } from '../openapi/diagnostic.ts';
import {
  type OpenApiDocument,
  type QuarantinedOperation,
  documentFromValue,
} from '../openapi/document.ts';
import { isDispensable } from '../openapi/grammar.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import type { LinkedReference } from '../openapi/link-document.ts';
import { childPointer, referencePointer, valueAt } from '../openapi/pointer.ts';
import { operations } from './operation.ts';
import { type PathPlace, pathPlaces } from './path-places.ts';

/** Why there is nothing to serve or to verify; `undefined` where the document has sound operations. */
export function whyNothingToServe(document: OpenApiDocument): string | undefined {
  if (operations(document).length > 0) return undefined;
  const [first] = document.quarantined ?? [];
  if (first === undefined) return 'the document has no operation';
  return `all operations of the document are broken: ${brokenness(first)}`;
}

/** Why an operation is left out, in a line. */
export function brokenness({ diagnostics }: QuarantinedOperation): string {
  const [first] = diagnostics;
  const more = diagnostics.length > 1 ? ` (and ${diagnostics.length - 1} more)` : '';
  return `${first ? diagnosticLine(first) : ''}${more}`;
}

/** What a server sends by itself is no part of what it answers. */
const CALLBACKS = /^\/callbacks\//;

/** A refusal that is broken is a refusal all the same. */
const REFUSAL = /^\/responses\/[45]\w\w(?=\/)/;

/** As a schema, anything; as a response, one of which nothing is known. */
const UNKNOWN: JsonObject = { description: '' };

/**
 * A document's value for programs that follow every reference, into the net as well: what refers to nothing in the
 * document is {@link UNKNOWN}.
 */
export function selfContained({ root, quarantined, unreadable }: OpenApiDocument): JsonObject {
  const isWhole = (quarantined?.length ?? 0) === 0 && (unreadable?.size ?? 0) === 0;
  if (isWhole) return root;
  const copy = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(copy);
    return isJsonObject(value) ? copyObject(value) : value;
  };
  const copyObject = (object: JsonObject): JsonObject => {
    const { $ref: reference } = object;
    const target = referencePointer(reference);
    const isDead = target === undefined || valueAt(root, target) === undefined;
    if (typeof reference === 'string' && isDead) return UNKNOWN;
    return Object.fromEntries(Object.entries(object).map(([name, child]) => [name, copy(child)]));
  };
  return copyObject(root);
}

type Key = Omit<QuarantinedOperation, 'diagnostics'>;

/**
 * The operations from which something broken can be reached: it stands in them, in their path item, or in
 * what they refer to. Refusals that lead to it take out nothing: they are `unreadable`.
 *
 * @param broken What is wrong, each with the pointer to its place.
 */
export function quarantine(
  root: JsonObject,
  references: readonly LinkedReference[],
  broken: readonly Diagnostic[],
): Required<Pick<OpenApiDocument, 'quarantined' | 'unreadable'>> {
  if (broken.length === 0) return { quarantined: [], unreadable: new Set() };
  const users = new Users(root, references);
  const found = new Map<Key, Diagnostic[]>();
  for (const diagnostic of broken) {
    for (const key of users.of(diagnostic.pointer ?? '')) {
      addTo(found, key, diagnostic);
    }
  }
  const quarantined = users.all.flatMap((key) => {
    const diagnostics = found.get(key);
    return diagnostics === undefined ? [] : [{ ...key, diagnostics }];
  });
  return { quarantined, unreadable: users.unreadable };
}

/** Knows which operations use a place of a document. */
class Users {
  /** In the document's order. */
  readonly all: readonly Key[];
  /** Pointers to the refusals from which a place was reached. */
  readonly unreadable = new Set<string>();
  /** By the pointers to operations and path items. */
  readonly #owners = new Map<string, Key[]>();
  /** Where references to a place stand. */
  readonly #references = new Map<string, string[]>();
  readonly #known = new Map<string, ReadonlySet<Key>>();

  constructor(root: JsonObject, references: readonly LinkedReference[]) {
    this.all = pathPlaces(root).flatMap((path) => this.#ownersIn(path));
    for (const { kind, pointer, target } of references) {
      if (target !== undefined && !isDispensable(kind)) addTo(this.#references, target, pointer);
    }
    for (const { pointer, security } of operations(documentFromValue(root))) {
      for (const { name } of security.flat()) {
        addTo(this.#references, childPointer('/components/securitySchemes', name), pointer);
      }
    }
  }

  #ownersIn({ path, written, pointer, operations: places }: PathPlace): Key[] {
    const keys = places.map((place) => {
      const key = { id: place.id, method: place.method, path };
      for (const owner of new Set([place.written, place.pointer])) addTo(this.#owners, owner, key);
      return key;
    });
    // Nobody knows which operations a path would have that can't be read.
    const reported = keys.length === 0 ? [{ id: path, method: '*', path }] : keys;
    for (const owner of new Set([written, pointer])) addTo(this.#owners, owner, ...reported);
    return reported;
  }

  of(pointer: string): ReadonlySet<Key> {
    const entry = ancestors(pointer).find(
      (place) => this.#owners.has(place) || this.#references.has(place),
    );
    if (entry === undefined) return new Set();
    // What stands in one operation is seldom asked for again.
    if (this.#owners.has(entry)) return this.#follow(pointer);
    const found = this.#known.get(entry) ?? this.#follow(entry);
    this.#known.set(entry, found);
    return found;
  }

  #follow(pointer: string): Set<Key> {
    const found = new Set<Key>();
    const places = new Set([pointer]);
    for (const place of places) {
      for (const around of ancestors(place)) {
        const owners = this.#owners.get(around);
        if (owners !== undefined) {
          const inside = place.slice(around.length);
          const [refusal] = REFUSAL.exec(inside) ?? [];
          if (refusal !== undefined) this.unreadable.add(around + refusal);
          else if (!CALLBACKS.test(inside)) for (const key of owners) found.add(key);
          break;
        }
        for (const user of this.#references.get(around) ?? []) places.add(user);
      }
    }
    return found;
  }
}

/** A place and those around it, the innermost first. */
function ancestors(pointer: string): string[] {
  const found = [pointer];
  for (let end = pointer.lastIndexOf('/'); end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
    found.push(pointer.slice(0, end));
    if (end === 0) break;
  }
  return found;
}

function addTo<Name, Value>(map: Map<Name, Value[]>, key: Name, ...values: Value[]): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, values);
  else list.push(...values);
}
