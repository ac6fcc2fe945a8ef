import type { Diagnostic, Problem } from '../../../openapi/diagnostic.ts';
import { type FaultOf, addressOf } from '../../../openapi/files/referenced-files.ts';
import { type DocumentNode, walkObjects } from '../../../openapi/grammar.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { DocumentLinker, type LinkedTree } from '../../../openapi/link-document.ts';
import { childPointer, followReferences, fromPointer, valueAt } from '../../../openapi/pointer.ts';
import { readYaml } from '../../../openapi/read-yaml.ts';
import { type SchemaIssue } from '../../../openapi/schema/check.ts';
import { compileSchema } from '../../../openapi/schema/compile-schema.ts';
import { sampleValue } from '../../../openapi/schema/sample-value.ts';
import { type EffectiveSchema, effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import { isSwagger, upgradeSwagger } from '../../../openapi/upgrade-swagger.ts';
import { inspectDocument } from '../../../model/inspect-document.ts';
import { type LintedNode, partsOf } from './parts.ts';

/** A file of a document, as it was parsed by whoever lints it. */
export interface ParsedFile {
  /** Path or address. */
  readonly source: string;
  readonly text: string;
  /** Its value, as it is written. */
  readonly data: unknown;
  /** Of a document, why files that it refers to can't be had, by their addresses. Default: nobody has tried. */
  readonly missing?: ReadonlyMap<string, FaultOf> | undefined;
}

/** A document as rules look at it: the engine's tree, and each object in it once. */
export class LintedDocument {
  readonly root: JsonObject;
  /** As it is written: `3.0`, `3.1`, or `2.0` for a document of Swagger. */
  readonly version: string;
  /** Every object, in the document's order, where it stands; what a `$ref` leads to is not repeated. */
  readonly nodes: readonly LintedNode[];
  /** What keeps the kit from working with it. */
  readonly diagnostics: readonly Diagnostic[];
  /** Its `$ref`s and `$dynamicRef`s. */
  readonly references: LinkedTree['references'];
  readonly #tree: LinkedTree;
  readonly #entry: ParsedFile;
  readonly #files: ReadonlyMap<unknown, ParsedFile>;
  readonly #origin: (pointer: string) => string;
  readonly #samples = new Map<string, JsonValue | undefined>();
  readonly #kinds = new Map<string, LintedNode['kind']>();

  /** @param others The files that it refers to, by path or address. */
  constructor(entry: ParsedFile, others: ReadonlyMap<string, ParsedFile>) {
    const source = readYaml(entry.text, entry.source);
    const written = isJsonObject(source.value) ? source.value : {};
    const upgraded = isSwagger(written) ? upgradeSwagger(written) : undefined;
    const root = upgraded?.root ?? written;
    const origin = (pointer: string): string => upgraded?.origin(pointer) ?? pointer;
    const version = written['openapi'] ?? written['swagger'];
    this.version = /^\d+\.\d+/.exec(typeof version === 'string' ? version : '')?.[0] ?? '';
    const linker = new DocumentLinker(
      { value: root, locate: (pointer) => source.locate(origin(pointer)) },
      addressOf(entry.source),
    );
    const byAddress = new Map(Array.from(others, ([name, file]) => [addressOf(name), file]));
    const files = new Map<unknown, ParsedFile>();
    for (let found = linker.missing; found.length > 0;) {
      const there = found.filter((address) => byAddress.has(address));
      for (const address of there) {
        const file = byAddress.get(address)!;
        const other = readYaml(file.text, file.source);
        files.set(other, file);
        linker.add(address, other);
      }
      found = there.length === 0 ? [] : linker.missing;
    }
    const tree = linker.finish();
    this.root = tree.root;
    this.references = tree.references.filter(({ pointer }) =>
      /\/\$(?:dynamicR|r)ef$/.test(pointer),
    );
    this.diagnostics = inspected(tree, entry.missing, upgraded?.problems);
    this.#tree = tree;
    this.#entry = entry;
    this.#files = files;
    this.#origin = origin;
    this.nodes = this.#collect();
  }

  /** Whether its schemas are those of JSON Schema 2020-12. */
  get isJsonSchema(): boolean {
    return !/^(?:2|3\.0)\b/.test(this.version);
  }

  /** The objects of a kind. */
  of(kind: LintedNode['kind']): LintedNode[] {
    return this.nodes.filter((node) => node.kind === kind);
  }

  /** What stands at a pointer; `undefined` where no object of OpenAPI does. */
  kindAt(pointer: string): LintedNode['kind'] | undefined {
    return this.#kinds.get(pointer);
  }

  valueAt(pointer: string): JsonValue | undefined {
    return valueAt(this.root, pointer);
  }

  /** The object that a pointer leads to through references; an empty one where there is none. */
  follow(pointer: string): { readonly value: JsonObject; readonly pointer: string } {
    const place = followReferences(this.root, pointer);
    const value = valueAt(this.root, place);
    return { value: isJsonObject(value) ? value : {}, pointer: place };
  }

  /** The one view of a schema, of every branch. */
  view(pointer: string): EffectiveSchema {
    return effectiveSchema(this.root, pointer, 'every');
  }

  /** How a value breaks a schema; nothing where the schema can't be used. */
  issues(
    value: JsonValue,
    schemaPointer: string,
    label: string,
    side?: 'request' | 'response',
  ): readonly SchemaIssue[] {
    return unlessBroken(() => compileSchema(this.root, schemaPointer, side)(value, label)) ?? [];
  }

  /** An ordinary value of a schema, apart from its examples; `undefined` where none is valid. */
  sample(schemaPointer: string): JsonValue | undefined {
    const place = followReferences(this.root, schemaPointer);
    if (!this.#samples.has(place)) this.#samples.set(place, this.#validSample(place));
    return this.#samples.get(place);
  }

  #validSample(place: string): JsonValue | undefined {
    return unlessBroken(() => {
      const value = sampleValue(effectiveSchema(this.root, place), { examples: false });
      return compileSchema(this.root, place)(value).length === 0 ? value : undefined;
    });
  }

  /** The file that a node comes from, and the keys that lead to it there. */
  placeOf(pointer: string): { readonly source: string; readonly path: (string | number)[] } {
    const place = this.#tree.placeOf(pointer);
    const file = this.#files.get(place?.file) ?? this.#entry;
    const placePointer = place?.pointer ?? '';
    const segments = fromPointer(file === this.#entry ? this.#origin(placePointer) : placePointer);
    let node = file.data;
    const path: (string | number)[] = [];
    for (const segment of segments) {
      if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) break;
      path.push(Array.isArray(node) ? Number(segment) : segment);
      node = (node as Record<string, unknown>)[segment];
    }
    return { source: file.source, path };
  }

  /** An object as it is written, before its schemas became those of OpenAPI 3.1. */
  written(pointer: string): Readonly<JsonObject> {
    const place = this.#tree.placeOf(pointer);
    const file = this.#files.get(place?.file) ?? this.#entry;
    const placePointer = place?.pointer ?? '';
    const value = valueAt(
      file.data as JsonValue,
      file === this.#entry ? this.#origin(placePointer) : placePointer,
    );
    return isJsonObject(value) ? value : {};
  }

  #collect(): LintedNode[] {
    const nodes: LintedNode[] = [];
    const collect = (start: DocumentNode): void => {
      walkObjects(start, start, (node, around) => {
        const isExtension = /^\/(?:.*\/)?(?:paths|responses)\/x-[^/]*$/.test(node.pointer);
        if (this.#kinds.has(node.pointer) || (isExtension && around.kind !== 'components')) {
          return undefined;
        }
        if (node.isMap === true) return node;
        const all = [node, ...partsOf(node)];
        for (const { pointer, kind } of all) this.#kinds.set(pointer, kind);
        nodes.push(...all);
        return node;
      });
    };
    collect({ value: this.root, kind: 'document', pointer: '' });
    // What stands in other files, and what only references say that it is an object of OpenAPI.
    for (const { target, kind, isMap } of this.references) {
      const value = target === undefined ? undefined : valueAt(this.root, target);
      if (target !== undefined && isJsonObject(value))
        collect({ value, kind, isMap, pointer: target });
    }
    return nodes;
  }
}

/** Everything that is wrong with it, whether something of it can be used or not. */
function inspected(
  tree: LinkedTree,
  faults: ReadonlyMap<string, FaultOf> | undefined,
  earlier?: readonly Problem[],
): readonly Diagnostic[] {
  let found: readonly Diagnostic[] | undefined;
  const fail = (diagnostics: readonly Diagnostic[]): never => {
    found = diagnostics;
    throw new Error('nothing can be used');
  };
  try {
    return inspectDocument(tree, fail, faults, earlier).diagnostics;
  } catch (error) {
    if (found === undefined) throw error;
    return found;
  }
}

/** What is wrong with a schema is told of itself: it keeps no rule from going on. */
function unlessBroken<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

/** The words of a text. */
export function words(text: string): string[] {
  return text.split(/\s+/);
}

/** The pointer to the object around. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

/** The key that a node stands under. */
export function lastKey(pointer: string): string {
  return fromPointer(pointer).at(-1) ?? '';
}

/** The entries of an object; none for anything else, so that a broken document stops no rule. */
export function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** The items of a list; none for anything else. */
export function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** The texts in a list. */
export function textsOf(value: JsonValue | undefined): string[] {
  return itemsOf(value).filter((item) => typeof item === 'string');
}

export { childPointer };
