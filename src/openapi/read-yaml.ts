import {
  type Alias,
  type Document,
  LineCounter,
  type Node,
  type Pair,
  type YAMLParseError,
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

/** The place of an offset in a text whose lines were counted. */
export function locationAt(counter: LineCounter, file: string, offset: number): Location {
  const { line, col } = counter.linePos(offset);
  return { file, line: Math.max(1, line), column: Math.max(1, col) };
}

/**
 * Reads YAML 1.2 (of which JSON is a part). Never throws: what is wrong with the text stands in
 * `diagnostics`.
 *
 * @param file How the file is called in diagnostics and locations.
 */
export function readYaml(text: string, file: string): YamlSource {
  const counter = new LineCounter();
  const at = (offset: number): Location => locationAt(counter, file, offset);
  try {
    const document = parseDocument(text, {
      lineCounter: counter,
      intAsBigInt: true,
      version: '1.2',
      // The library compares each key with all others; ours are compared when they are read.
      uniqueKeys: false,
    });
    // What it complains of after the first is mostly what that has led to.
    const errors = document.errors.slice(0, 1);
    // Once the parser is out of stack it complains of what it left unread, too.
    const excess = yamlExcess(document);
    const diagnostics = excess
      ? [valueDiagnostic(excess.message, at(excess.offset))]
      : errors.map((error) => syntaxDiagnostic(error, at(error.pos[0])));
    const value = diagnostics.length === 0 ? new ValueReader(document).read() : null;
    const locate = (pointer: string): Location | undefined => {
      const offset = offsetOf(document, fromPointer(pointer));
      if (offset !== undefined) return at(offset);
      // An empty file has no node at all.
      return pointer === '' ? at(0) : undefined;
    };
    return { file, text, value, diagnostics, locate };
  } catch (error) {
    if (!(error instanceof YamlValueError)) throw error;
    const location = at(error.offset);
    const diagnostics = [{ ...valueDiagnostic(error.message, location), code: error.code }];
    return { file, text, value: null, diagnostics, locate: () => undefined };
  }
}

/** A parser's error, in the words of a diagnostic. */
export function syntaxDiagnostic(error: YAMLParseError, location: Location): Diagnostic {
  return {
    code: `yaml-${error.code.toLowerCase().replaceAll('_', '-')}`,
    message: firstLine(error.message),
    help: 'Mend the YAML at this place.',
    location,
  };
}

/** Well-formed YAML that the kit can't make a JSON value of. */
class YamlValueError extends Error {
  readonly offset: number;
  readonly code: string;

  constructor(message: string, node: unknown, code = 'yaml-value') {
    super(message);
    this.code = code;
    this.offset = (isNode(node) ? node.range?.[0] : undefined) ?? 0;
  }
}

/** What can't be made a value of, in the words of a diagnostic. */
export function valueDiagnostic(message: string, location: Location): Diagnostic {
  return { code: 'yaml-value', message, help: 'Write the file without it.', location };
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '');
}

/** Turns YAML nodes into JSON values; keys become strings, aliases are followed. */
class ValueReader {
  readonly #document: Document.Parsed;
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();

  constructor(document: Document.Parsed) {
    this.#document = document;
  }

  read(): JsonValue {
    return this.#value(this.#document.contents);
  }

  #value(node: unknown): JsonValue {
    // An alias means the last anchor of its name before it (YAML 1.2, 7.1).
    if (isNode(node) && !isAlias(node) && node.anchor) this.#anchors.set(node.anchor, node);
    if (isAlias(node)) return this.#alias(node);
    if (isScalar(node)) return scalarValue(node.value, node.source);
    if (isSeq(node)) return node.items.map((item) => this.#value(item));
    return isMap(node) ? this.#map(node.items) : null;
  }

  #alias(alias: Alias): JsonValue {
    // Looked up: the library walks the whole document to resolve one.
    const target = this.#anchors.get(alias.source);
    const name = `the alias *${alias.source}`;
    if (target === undefined) throw new YamlValueError(`${name} has no anchor`, alias);
    if (this.#open.has(target)) throw new YamlValueError(`${name} contains itself`, alias);
    this.#open.add(target);
    const value = this.#value(target);
    this.#open.delete(target);
    return value;
  }

  #map(pairs: readonly Pair[]): JsonObject {
    const object: JsonObject = {};
    for (const { key, value } of pairs) {
      const name = keyText(key);
      // In YAML 200 and "200" are two keys, in JSON they are one.
      if (Object.hasOwn(object, name)) {
        const message = `the key ${JSON.stringify(name)} stands here twice`;
        throw new YamlValueError(message, key, 'yaml-duplicate-key');
      }
      setProperty(object, name, this.#value(value));
    }
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
  // A tag such as !!binary has made it something that JSON doesn't have: its text is the value.
  return source ?? null;
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

/** More nodes than this after aliases are expanded: a YAML bomb, not a document. */
const MAX_NODES = 1_000_000;

/** Deeper than any document; what works on its value may recurse without fear. */
const MAX_DEPTH = 500;

/** Of a text that is nested too deeply. */
export const TOO_DEEP: string = `the file is nested deeper than ${MAX_DEPTH} levels`;

/** Where a text exceeds a limit. */
export interface YamlExcess {
  /** In words, without a full stop. */
  readonly message: string;
  /** Into the text. */
  readonly offset: number;
}

/** What keeps a text from being worked on in bounded time and stack, also if it is broken elsewhere. */
export function yamlExcess(document: Document.Parsed): YamlExcess | undefined {
  // The library recurses, and has come to the stack's end.
  const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (exhausted) return { message: TOO_DEEP, offset: exhausted.pos[0] };
  return new Measure().excess(document.contents, 0);
}

/** Walks through nodes as a reader of values does, aliases expanded. */
class Measure {
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();
  /** What is behind an alias is gone through once, however often it is named. */
  readonly #measured = new Map<Node, { readonly nodes: number; readonly depth: number }>();
  #nodes = 0;
  #deepest = 0;

  excess(node: unknown, depth: number): YamlExcess | undefined {
    // An alias means the last anchor of its name before it (YAML 1.2, 7.1).
    if (isNode(node) && !isAlias(node) && node.anchor) this.#anchors.set(node.anchor, node);
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) return at(node, `aliases expand to over ${MAX_NODES} nodes`);
    if (isAlias(node)) return this.#target(node, depth);
    if (!isNode(node) || isScalar(node)) return undefined;
    if (depth === MAX_DEPTH) return at(node, TOO_DEEP);
    this.#deepest = Math.max(this.#deepest, depth);
    for (const child of children(node)) {
      const found = this.excess(child, depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  #target(alias: Alias, depth: number): YamlExcess | undefined {
    const target = this.#anchors.get(alias.source);
    if (target === undefined || this.#open.has(target)) return undefined;
    const known = this.#measured.get(target);
    if (known) return this.#again(alias, known, depth);
    const [nodes, deepest] = [this.#nodes, this.#deepest];
    this.#deepest = depth;
    this.#open.add(target);
    const found = this.excess(target, depth);
    this.#open.delete(target);
    this.#measured.set(target, { nodes: this.#nodes - nodes, depth: this.#deepest - depth });
    this.#deepest = Math.max(this.#deepest, deepest);
    return found;
  }

  #again(
    alias: Alias,
    known: { readonly nodes: number; readonly depth: number },
    depth: number,
  ): YamlExcess | undefined {
    this.#nodes += known.nodes;
    this.#deepest = Math.max(this.#deepest, depth + known.depth);
    if (this.#nodes > MAX_NODES) return at(alias, `aliases expand to over ${MAX_NODES} nodes`);
    return this.#deepest >= MAX_DEPTH ? at(alias, TOO_DEEP) : undefined;
  }
}

function children(node: Node): readonly unknown[] {
  if (isSeq(node)) return node.items;
  return isMap(node) ? node.items.map(({ value }) => value) : [];
}

function at(node: unknown, message: string): YamlExcess {
  return { message, offset: (isNode(node) ? node.range?.[0] : undefined) ?? 0 };
}
