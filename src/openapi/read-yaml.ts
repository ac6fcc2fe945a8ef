import {
  type Document,
  LineCounter,
  type Node,
  type Pair,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
} from 'yaml';
import type { Diagnostic } from './diagnostic.ts';
import type { Location } from './document.ts';
import { exactNumber } from './json/exact-number.ts';
import { type JsonObject, type JsonValue, setProperty } from './json/json-value.ts';
import { fromPointer } from './pointer.ts';

/** A YAML (or JSON) file's value and where each of its nodes stands. */
export interface YamlSource {
  readonly file: string;
  readonly text: string;
  /** With exact integers. `null` for an empty file. */
  readonly value: JsonValue;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of the node (for a map's member: of its key) that a JSON Pointer names. */
  locate(pointer: string): Location | undefined;
}

/** More nodes than this after aliases are expanded: a YAML bomb, not a document. */
const MAX_NODES = 1_000_000;

/**
 * Reads YAML 1.2 (of which JSON is a part). Never throws: what is wrong with the text stands in
 * `diagnostics`.
 *
 * @param file How the file is called in diagnostics and locations.
 */
export function readYaml(text: string, file: string): YamlSource {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, intAsBigInt: true, version: '1.2' });
  const at = (offset: number): Location => {
    const { line, col } = counter.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const diagnostics: Diagnostic[] = document.errors.map((error) => ({
    code: `yaml-${error.code.toLowerCase().replaceAll('_', '-')}`,
    message: firstLine(error.message),
    help: 'Mend the YAML at this place.',
    location: at(error.pos[0]),
  }));
  let value: JsonValue = null;
  if (diagnostics.length === 0) {
    try {
      value = new ValueReader(document).read();
    } catch (error) {
      diagnostics.push({
        code: 'yaml-value',
        message: error instanceof Error ? error.message : String(error),
        help: 'Write the file without it.',
        location: { file, line: 1, column: 1 },
      });
    }
  }
  const locate = (pointer: string): Location | undefined => {
    const offset = offsetOf(document, fromPointer(pointer));
    return offset === undefined ? undefined : at(offset);
  };
  return { file, text, value, diagnostics, locate };
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '');
}

/** Turns YAML nodes into JSON values; keys become strings, aliases are followed within limits. */
class ValueReader {
  readonly #document: Document.Parsed;
  readonly #open = new Set<Node>();
  #nodes = 0;

  constructor(document: Document.Parsed) {
    this.#document = document;
  }

  read(): JsonValue {
    return this.#value(this.#document.contents);
  }

  #value(node: unknown): JsonValue {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw new Error(`Aliases expand to over ${MAX_NODES} nodes`);
    if (isAlias(node)) return this.#alias(node.resolve(this.#document), node.source);
    if (isScalar(node)) return scalarValue(node.value, node.source);
    if (isSeq(node)) return node.items.map((item) => this.#value(item));
    if (isMap(node)) return this.#map(node.items);
    return null;
  }

  #alias(target: Node | undefined, name: string): JsonValue {
    if (target === undefined) throw new Error(`The alias *${name} has no anchor`);
    if (this.#open.has(target)) throw new Error(`The alias *${name} contains itself`);
    this.#open.add(target);
    const value = this.#value(target);
    this.#open.delete(target);
    return value;
  }

  #map(pairs: readonly Pair[]): JsonObject {
    const object: JsonObject = {};
    for (const pair of pairs) setProperty(object, keyText(pair.key), this.#value(pair.value));
    return object;
  }
}

function keyText(key: unknown): string {
  if (isScalar(key)) return key.source ?? String(key.value);
  return String(key);
}

function scalarValue(value: unknown, source: string | undefined): JsonValue {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }
  if (typeof value === 'number') {
    const isJsonSpelling = source !== undefined && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(source);
    return isJsonSpelling ? exactNumber(source) : finite(value);
  }
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  return String(value);
}

function finite(value: number): JsonValue {
  return Number.isFinite(value) ? value : String(value);
}

function offsetOf(document: Document.Parsed, segments: readonly string[]): number | undefined {
  let node: unknown = document.contents;
  let offset = isNode(node) ? node.range?.[0] : undefined;
  for (const segment of segments) {
    if (isAlias(node)) node = node.resolve(document);
    const child: unknown = isMap(node)
      ? node.items.find((pair) => keyText(pair.key) === segment)
      : isSeq(node)
        ? node.items[Number(segment)]
        : undefined;
    if (child === undefined) return undefined;
    const anchor: unknown = isPair(child) ? child.key : child;
    if (isNode(anchor) && anchor.range) offset = anchor.range[0];
    node = isPair(child) ? child.value : child;
  }
  return offset;
}
