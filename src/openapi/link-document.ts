/**
 * References of a document, made JSON Pointers into one tree: whoever works with the tree needs to know
 * nothing of other files, of `$id` and of `$anchor`.
 */
import type { Location, Problem } from './diagnostic.ts';
import {
  type DocumentNode,
  type ObjectKind,
  type WrittenReference,
  namedComponent,
  referencesIn,
  referredKind,
  walkObjects,
} from './grammar.ts';
import { misplacedParameter, unsendableHeaders } from './header-names.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
  objectOf,
  setProperty,
} from './json/json-value.ts';
import { percentDecoded } from './percent.ts';
import { childPointer, followReferences, localReference, valueAt } from './pointer.ts';
import { upgradeSchema } from './upgrade-schema.ts';

/** A file's value, and where its nodes stand. */
export interface LinkedFile {
  readonly value: JsonValue;
  locate(pointer: string): Location | undefined;
}

/** A reference of the tree. */
export interface LinkedReference {
  /** As it is written. */
  readonly reference: string;
  /** What it stands in: where that is a `$ref`, what is referred to. */
  readonly kind: ObjectKind;
  /** Whether what is referred to is a map of them. */
  readonly isMap?: true | undefined;
  /** Of its keyword. */
  readonly pointer: string;
  /** What it names in the tree; `undefined` where it names nothing. */
  readonly target: string | undefined;
  /** The address of the file that it leads to, where that wasn't given. */
  readonly missing?: string | undefined;
}

/** A document with what it refers to, in one tree. */
export interface LinkedTree {
  /** Each reference that leads somewhere is `#` and a JSON Pointer. */
  readonly root: JsonObject;
  readonly references: readonly LinkedReference[];
  /** What was not written as OpenAPI has it, wherever it stands. */
  readonly problems: readonly Problem[];
  /** The file that a node of the tree comes from, and its pointer there. */
  placeOf(pointer: string): { readonly file: LinkedFile; readonly pointer: string } | undefined;
  /** Where a node of the tree stands, in the file that it comes from. */
  locate(pointer: string): Location | undefined;
}

/** Versions in which schemas are not yet those of JSON Schema. */
const OLD = /^3\.0\.\d+(-.*)?$/;

/** A reference that was met, and waits until all that can be named is known. */
interface Reference extends WrittenReference {
  /** The object that it stands in. */
  readonly node: DocumentNode;
  /** The address that it is relative to. */
  readonly base: string;
}

/** What references in an object are relative to. */
interface Base {
  readonly address: string;
  /** The schema that `$recursiveRef` means, in schemas of JSON Schema 2019-09. */
  readonly recursive?: { readonly pointer: string; readonly isAnchored: boolean } | undefined;
}

/** What has an address of its own: a file, or a schema with `$id`. */
interface Resource {
  readonly pointer: string;
  /** Pointers by their names. */
  readonly anchors: Map<string, string>;
}

/**
 * Links a document with the files that it refers to (OpenAPI 3.2.0, 4.3; JSON Schema 2020-12, 8.2), and
 * makes its schemas those of OpenAPI 3.1. The values of the files are changed in place.
 */
export class DocumentLinker {
  readonly #root: JsonObject;
  readonly #entry: LinkedFile;
  readonly #isOld: boolean;
  readonly #resources = new Map<string, Resource>();
  /** As what each object was visited: somebody keeps a schema among the responses. */
  readonly #seen = new Map<JsonObject, ObjectKind[]>();
  #waiting: Reference[] = [];
  /** How many schemas have a name for `$dynamicRef`. */
  readonly #dynamicAnchors = new Map<string, number>();
  readonly #dynamicReferences: { readonly object: JsonObject; readonly target: string }[] = [];
  /** Maps that are given by a reference. */
  readonly #maps: DocumentNode[] = [];
  /** References by the address of the file that they wait for. */
  readonly #wanting = new Map<string, Reference[]>();
  readonly #linked: LinkedReference[] = [];
  readonly #problems: Problem[] = [];
  /** The other files, in the order in which they were given. */
  readonly #files: LinkedFile[] = [];
  /** The key of the root under which they stand. */
  readonly #key: string;

  /** @param address A URL: that of the file, which its references are relative to. */
  constructor(file: LinkedFile & { readonly value: JsonObject }, address: string) {
    const root = file.value;
    this.#root = root;
    this.#entry = file;
    this.#isOld = typeof root['openapi'] === 'string' && OLD.test(root['openapi']);
    if (this.#isOld) root['openapi'] = '3.1.0';
    let key = 'x-files';
    while (Object.hasOwn(root, key)) key += '-';
    this.#key = key;
    this.#addResource(address, root, '');
    this.#visit({ value: root, kind: 'document', pointer: '' }, { address });
    this.#resolveAll();
  }

  /** The addresses of files that references lead to, and that were not given yet. */
  get missing(): string[] {
    return [...this.#wanting.keys()];
  }

  /** Gives a file that is missing. */
  add(address: string, file: LinkedFile): void {
    const { value } = file;
    const files = (this.#root[this.#key] ??= []) as JsonValue[];
    const pointer = childPointer('', this.#key, this.#files.push(file) - 1);
    files.push(value);
    const names = this.#addResource(address, value, pointer);
    // Its names have to be known before one of them is looked up.
    const kind = kindOfFile(value);
    if (isJsonObject(value) && kind) this.#visit({ value, kind, pointer }, { address });
    for (const name of names) {
      this.#waiting.push(...(this.#wanting.get(name) ?? []));
      this.#wanting.delete(name);
    }
    this.#resolveAll();
  }

  /**
   * Notes a file, under what it calls itself, too (OpenAPI 3.2.0, 4.1.1); its references stay relative
   * to where it stands, or nobody could keep a copy.
   */
  #addResource(address: string, value: JsonValue, pointer: string): string[] {
    const { $self: self } = objectOf(value);
    const selfAddress = typeof self === 'string' ? resolved(self, address)?.address : undefined;
    const names = [address, ...(selfAddress === undefined ? [] : [selfAddress])];
    const resource = this.#resourceAt(address, pointer);
    for (const name of names) if (!this.#resources.has(name)) this.#resources.set(name, resource);
    return names;
  }

  /** The tree with all that was given. */
  finish(): LinkedTree {
    for (const { object, target } of this.#dynamicReferences) this.#makeStatic(object, target);
    for (const map of this.#maps) this.#fill(map);
    const lost = [...this.#wanting].flatMap(([missing, references]) =>
      references.map((waiting) => ({ ...linked(waiting, undefined), missing })),
    );
    return {
      root: this.#root,
      references: [...this.#linked, ...lost],
      problems: this.#problems,
      placeOf: (pointer) => this.#placeOf(pointer),
      locate: (pointer) => {
        const place = this.#placeOf(pointer);
        return place?.file.locate(place.pointer);
      },
    };
  }

  /** A `$dynamicRef` is a `$ref` where nothing else has the name (JSON Schema 2020-12, 8.2.3.2). */
  #makeStatic(object: JsonObject, target: string): void {
    const anchor = getProperty(valueAt(this.#root, target), '$dynamicAnchor');
    const others = typeof anchor === 'string' ? (this.#dynamicAnchors.get(anchor) ?? 0) : 0;
    if (others > 1 || '$ref' in object) return;
    object['$ref'] = object['$dynamicRef']!;
    delete object['$dynamicRef'];
  }

  /** A map that is given by a reference gets what the other one has: OpenAPI knows no such reference. */
  #fill({ value: map, pointer }: DocumentNode): void {
    const found = valueAt(this.#root, followReferences(this.#root, pointer));
    if (!isJsonObject(found) || found === map) return;
    delete map['$ref'];
    for (const [name, value] of Object.entries(found)) {
      if (!Object.hasOwn(map, name)) setProperty(map, name, value);
    }
  }

  #placeOf(pointer: string): ReturnType<LinkedTree['placeOf']> {
    const prefix = childPointer('', this.#key);
    const [, index, rest = ''] = /^\/(\d+)(\/.*)?$/s.exec(pointer.slice(prefix.length)) ?? [];
    const isOther = index !== undefined && pointer.startsWith(prefix);
    const file = isOther ? this.#files[Number(index)] : this.#entry;
    return file && { file, pointer: isOther ? rest : pointer };
  }

  #resourceAt(address: string, pointer: string): Resource {
    const known = this.#resources.get(address);
    if (known !== undefined) return known;
    const resource = { pointer, anchors: new Map<string, string>() };
    this.#resources.set(address, resource);
    return resource;
  }

  /** Notes the references and the names of an object and of all below it. */
  #visit(start: DocumentNode, base: Base): void {
    const enter = (node: DocumentNode, around: Base): Base | undefined => {
      const before = this.#seen.get(node.value) ?? [];
      if (before.includes(node.kind)) return undefined;
      this.#seen.set(node.value, [...before, node.kind]);
      if (node.isMap) {
        this.#noteMap(node, around.address);
        return around;
      }
      const inner = node.kind === 'schema' ? this.#enterSchema(node, around) : around;
      if (node.kind === 'media type') this.#addListSchema(node);
      this.#problems.push(...unsendableHeaders(node), ...misplacedParameter(node));
      this.#note(node, inner.address, before);
      return inner;
    };
    walkObjects(start, base, enter, (problem) => void this.#problems.push(problem));
  }

  /** A sequence is a list of its items (OpenAPI 3.2.0, 4.14.1): whoever reads `schema` sees that. */
  #addListSchema({ value: mediaType, pointer }: DocumentNode): void {
    const { itemSchema, schema } = mediaType;
    if (itemSchema === undefined) return;
    const items = { $ref: localReference(childPointer(pointer, 'itemSchema')) };
    // It is linked already.
    this.#seen.set(items, ['schema']);
    const list = { type: 'array', items };
    mediaType['schema'] = schema === undefined ? list : { allOf: [schema, list] };
  }

  #enterSchema(node: DocumentNode, around: Base): Base {
    const { value, pointer } = node;
    const { recursive: outer } = around;
    const address = this.#named(node, around.address);
    const isAnchored = value['$recursiveAnchor'] === true;
    const isRoot = outer === undefined || (isAnchored && !outer.isAnchored);
    const recursive = isRoot ? { pointer, isAnchored } : outer;
    const { pointer: top = '' } = this.#resources.get(address) ?? {};
    const fragment = recursive.pointer.startsWith(top) ? recursive.pointer.slice(top.length) : '';
    const problems = upgradeSchema(value, {
      isOld: this.#isOld,
      recursive: localReference(fragment),
    });
    for (const problem of problems) {
      this.#problems.push({ ...problem, pointer: pointer + problem.pointer });
    }
    return { address, recursive };
  }

  /** The address that references at a schema and below it are relative to. */
  #named({ value, pointer }: DocumentNode, base: string): string {
    const { $id, $anchor, $dynamicAnchor } = value;
    const address = typeof $id === 'string' ? (resolved($id, base)?.address ?? base) : base;
    const names = [$anchor, $dynamicAnchor].filter((name) => typeof name === 'string');
    if (address === base && names.length === 0) return base;
    const { anchors } = this.#resourceAt(address, pointer);
    for (const name of names) anchors.set(name, pointer);
    if (typeof $dynamicAnchor === 'string') {
      const count = this.#dynamicAnchors.get($dynamicAnchor) ?? 0;
      this.#dynamicAnchors.set($dynamicAnchor, count + 1);
    }
    return address;
  }

  /** @param before As what its references were noted already: a reference is made one of the tree once. */
  #note(node: DocumentNode, base: string, before: readonly ObjectKind[]): void {
    const earlier = before.flatMap((kind) => referencesIn({ ...node, kind }));
    const noted = new Set(earlier.map(({ keys }) => childPointer('', ...keys)));
    for (const written of referencesIn(node)) {
      if (noted.has(childPointer('', ...written.keys))) continue;
      const component = namedComponent(node.kind, written.reference);
      const isName = component !== undefined && valueAt(this.#root, component) !== undefined;
      if (!isName) this.#waiting.push({ ...written, node, base });
    }
  }

  #noteMap(node: DocumentNode, base: string): void {
    const { $ref: reference } = node.value;
    if (typeof reference !== 'string') return;
    this.#waiting.push({ keys: ['$ref'], reference, isKey: false, node, base });
    this.#maps.push(node);
    this.#problems.push({
      code: 'sloppy-reference',
      severity: 'warning',
      message: 'a $ref in place of a map is read as what it names',
      help: 'Write the map itself, with a $ref for each of its members.',
      pointer: childPointer(node.pointer, '$ref'),
    });
  }

  #resolveAll(): void {
    // What is referred to is visited, and brings more of them.
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const reference of waiting) this.#resolve(reference);
    }
  }

  #resolve(waiting: Reference): void {
    const { node, keys, reference, base } = waiting;
    const named = resolved(reference, base);
    const resource = named && this.#resources.get(named.address);
    if (named !== undefined && resource === undefined) {
      const others = this.#wanting.get(named.address);
      if (others === undefined) this.#wanting.set(named.address, [waiting]);
      else others.push(waiting);
      return;
    }
    const target = resource && placeIn(resource, named?.fragment ?? '');
    const value = target === undefined ? undefined : valueAt(this.#root, target);
    const isFound = target !== undefined && value !== undefined;
    this.#linked.push(linked(waiting, isFound ? target : undefined));
    if (!isFound) return;
    write(waiting, localReference(target));
    if (keys[0] === '$dynamicRef') this.#dynamicReferences.push({ object: node.value, target });
    // What a part of another file is follows from who refers to it.
    const isObject = isJsonObject(value);
    const { isMap } = node;
    const kind = referredKind(node.kind);
    if (isObject)
      this.#visit({ value, kind, isMap, pointer: target }, { address: named?.address ?? base });
  }
}

function linked({ node, keys, reference }: Reference, target: string | undefined): LinkedReference {
  const pointer = childPointer(node.pointer, ...keys);
  return { reference, kind: node.kind, ...(node.isMap && { isMap: true }), pointer, target };
}

/** Puts a reference in place of one. */
function write({ node, keys, isKey }: Reference, reference: string): void {
  const key = keys.at(-1)!;
  const owner = valueAt(node.value, childPointer('', ...keys.slice(0, -1))) as JsonObject;
  if (!isKey) return setProperty(owner, key, reference);
  const held = owner[key] ?? [];
  delete owner[key];
  setProperty(owner, reference, held);
}

/** What a whole file is; `undefined` where only those who refer to it can tell. */
function kindOfFile(value: JsonValue): ObjectKind | undefined {
  if (!isJsonObject(value)) return undefined;
  if ('openapi' in value || 'components' in value) return 'document';
  return '$id' in value || '$schema' in value || '$defs' in value ? 'schema' : undefined;
}

function placeIn({ pointer, anchors }: Resource, fragment: string): string | undefined {
  const isPointer = fragment === '' || fragment.startsWith('/');
  return isPointer ? pointer + fragment : anchors.get(fragment);
}

/** What a reference names: the address of a resource, and a place in it. */
function resolved(
  reference: string,
  base: string,
): { readonly address: string; readonly fragment: string } | undefined {
  if (reference.startsWith('#')) {
    return { address: base, fragment: percentDecoded(reference.slice(1)) };
  }
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const fragment = percentDecoded(url.hash.slice(1));
  url.hash = '';
  return { address: url.href, fragment };
}
