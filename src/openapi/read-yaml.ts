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
} from 'yaml';
import type { Diagnostic, Location } from './diagnostic.ts';

import { exactNumber } from './json/exact-number.ts';
import { JsonPlaces, parseJson } from './json/parse-json.ts';
import { type JsonObject, type JsonValue, isJsonObject, setProperty } from './json/json-value.ts';
import { parseYaml } from './parse-yaml.ts';
import { fromPointer } from './pointer.ts';

/** A YAML (or JSON) file's value and where each of its nodes stands. */
export interface YamlSource {
  readonly file: string;
  readonly text: string;
  /** With exact integers. `null` for an empty file. */
  readonly value: JsonValue;
  /** Errors where there is no value; warnings of keys that stand twice in a map. */
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
  return readAsJson(text, file) ?? readAsYaml(text, file);
}

/** Much quicker, and without a tree of nodes beside the value; `undefined` where it isn't sound JSON. */
function readAsJson(text: string, file: string): YamlSource | undefined {
  if (!/^[ \t\n\r]*[[{]/.test(text)) return undefined;
  let hasTwice = false;
  const onDuplicateKey = (): void => void (hasTwice = true);
  const read = parseJson(text, { onDuplicateKey, maxDepth: MAX_DEPTH });
  if (!read.ok || hasTwice) return undefined;
  const places = new JsonPlaces(text);
  let lines: LineCounter | undefined;
  const locate = (pointer: string): Location | undefined => {
    const offset = places.offsetOf(fromPointer(pointer));
    if (offset === undefined) return undefined;
    lines ??= countLines(text);
    return locationAt(lines, file, offset);
  };
  return { file, text, value: read.value, diagnostics: [], locate };
}

function countLines(text: string): LineCounter {
  const lines = new LineCounter();
  let start = 0;
  do {
    lines.addNewLine(start);
    start = text.indexOf('\n', start) + 1;
  } while (start > 0);
  return lines;
}

function readAsYaml(text: string, file: string): YamlSource {
  const { document, lines: counter, unindented } = parseYaml(text);
  const at = (offset: number): Location => locationAt(counter, file, offset);
  const { value, fault, excess, repeated = [] } = readValue(document);
  // What the library complains of after the first error is mostly what that has led to.
  const [error] = document.errors;
  const problem = excess ?? (error === undefined ? fault : undefined);
  const first = problem
    ? { ...valueDiagnostic(problem.message, at(problem.offset)), code: problem.code }
    : error && syntaxDiagnostic(error, at(error.pos[0]));
  const locate = (pointer: string): Location | undefined => {
    const offset = offsetOf(document, fromPointer(pointer));
    if (offset !== undefined) return at(offset);
    // An empty file has no node at all.
    return pointer === '' ? at(0) : undefined;
  };
  // The last of them counts, as in JSON.
  const repetitions = repeated.map(({ code, message, offset }): Diagnostic => {
    return { ...valueDiagnostic(message, at(offset)), code, severity: 'warning' };
  });
  const diagnostics = first
    ? [first]
    : [...unindented.map((line) => unindentedDiagnostic(file, line)), ...repetitions];
  return { file, text, value: first ? null : value, diagnostics, locate };
}

/** A parser's error, in the words of a diagnostic. */
export function syntaxDiagnostic(error: YAMLParseError, location: Location): Diagnostic {
  return {
    code: `yaml-${error.code.toLowerCase().replaceAll('_', '-')}`,
    message: firstLine(error.message),
    help: 'Fix the YAML here, or close what is open before it.',
    location,
  };
}

/** A line on which a quoted text goes on, less indented than it must be. */
export function unindentedDiagnostic(file: string, line: number): Diagnostic {
  return {
    code: 'yaml-indentation',
    severity: 'warning',
    message: 'a quoted text goes on less indented than YAML has it',
    help: 'Indent its lines deeper than its key.',
    location: { file, line, column: 1 },
  };
}

/** What can't be made a value of, in the words of a diagnostic. */
export function valueDiagnostic(message: string, location: Location): Diagnostic {
  return { code: 'yaml-value', message, help: 'Write the file without it.', location };
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '');
}

/** More nodes than this after aliases are expanded: a YAML bomb, not a document. */
export const MAX_NODES = 1_000_000;

/** Deeper than any document; what works on its value may recurse without fear. */
export const MAX_DEPTH = 500;

/** Of a text that is nested too deeply. */
export const TOO_DEEP: string = `the file is nested deeper than ${MAX_DEPTH} levels`;

/** Why a text has no value, or none in bounded time and stack. */
export interface YamlFault {
  readonly code: string;
  /** In words, without a full stop. */
  readonly message: string;
  /** Into the text. */
  readonly offset: number;
}

/** What keeps a text from being worked on in bounded time and stack, also if it is broken elsewhere. */
export function yamlExcess(document: Document.Parsed): YamlFault | undefined {
  return readValue(document).excess;
}

interface YamlReading {
  readonly value: JsonValue;
  /** The first thing in well-formed YAML that the kit can't make a JSON value of. */
  readonly fault?: YamlFault | undefined;
  /** Keys that their maps have had before. */
  readonly repeated?: readonly YamlFault[] | undefined;
  readonly excess?: YamlFault | undefined;
}

function readValue(document: Document.Parsed): YamlReading {
  // The library recurses; once it is out of stack it complains of what it left unread, too.
  const exhausted = document.errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (exhausted) {
    const excess = { code: 'yaml-value', message: TOO_DEEP, offset: exhausted.pos[0] };
    return { value: null, excess };
  }
  const reader = new ValueReader();
  try {
    const value = reader.value(document.contents, 0);
    return { value, fault: reader.fault, repeated: reader.repeated };
  } catch (error) {
    if (error instanceof Excess) return { value: null, excess: error.fault };
    throw error;
  }
}

class Excess extends Error {
  readonly fault: YamlFault;

  constructor(node: unknown, message: string) {
    super(message);
    this.fault = faultAt(node, message);
  }
}

function faultAt(node: unknown, message: string, code = 'yaml-value'): YamlFault {
  return { code, message, offset: (isNode(node) ? node.range?.[0] : undefined) ?? 0 };
}

/** What stands under an anchor. */
interface Anchored {
  /** Not there as long as it is read: an alias in it would contain itself. */
  readonly value?: JsonValue;
  readonly nodes: number;
  /** Levels below it. */
  readonly height: number;
}

/** Turns YAML nodes into JSON values; keys become strings, aliases are followed. */
class ValueReader {
  fault: YamlFault | undefined;
  readonly repeated: YamlFault[] = [];
  /** An alias means the last anchor of its name before it (YAML 1.2, 7.1). */
  readonly #anchored = new Map<string, Anchored>();
  #nodes = 0;
  #deepest = 0;

  /** @throws {Excess} where there are too many nodes, or they are nested too deeply. */
  value(node: unknown, depth: number): JsonValue {
    if (isAlias(node)) return this.#alias(node, depth);
    if (isNode(node) && node.anchor) return this.#anchor(node, node.anchor, depth);
    return this.#plain(node, depth);
  }

  #plain(node: unknown, depth: number): JsonValue {
    this.#count(node, 1, isSeq(node) || isMap(node) ? depth + 1 : depth);
    if (isScalar(node)) return scalarValue(node.value, node.source);
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1));
    return isMap(node) ? this.#map(node.items, depth + 1) : null;
  }

  #count(node: unknown, nodes: number, levels: number): void {
    this.#nodes += nodes;
    this.#deepest = Math.max(this.#deepest, levels);
    if (this.#nodes > MAX_NODES)
      throw new Excess(node, `aliases expand to over ${MAX_NODES} nodes`);
    if (levels > MAX_DEPTH) throw new Excess(node, TOO_DEEP);
  }

  #anchor(node: Node, name: string, depth: number): JsonValue {
    const [before, deepest] = [this.#nodes, this.#deepest];
    this.#anchored.set(name, { nodes: 0, height: 0 });
    this.#deepest = depth;
    const value = this.#plain(node, depth);
    const height = this.#deepest - depth;
    this.#anchored.set(name, { value, nodes: this.#nodes - before, height });
    this.#deepest = Math.max(deepest, this.#deepest);
    return value;
  }

  #alias(alias: Alias, depth: number): JsonValue {
    // Looked up: the library walks the whole document to resolve one.
    const target = this.#anchored.get(alias.source);
    if (target?.value === undefined) {
      const what = target === undefined ? 'has no anchor' : 'contains itself';
      this.fault ??= faultAt(alias, `the alias *${alias.source} ${what}`);
      return null;
    }
    this.#count(alias, target.nodes, depth + target.height);
    return copyOf(target.value);
  }

  #map(pairs: readonly Pair[], depth: number): JsonObject {
    const object: JsonObject = {};
    const merged = new Set<string>();
    for (const { key, value: node } of pairs) {
      const name = keyText(key);
      const value = this.value(node, depth);
      const others = isMergeKey(key) ? mappingsOf(value) : undefined;
      for (const [other, copied] of others?.flatMap(Object.entries<JsonValue>) ?? []) {
        if (Object.hasOwn(object, other)) continue;
        merged.add(other);
        setProperty(object, other, copied);
      }
      if (others !== undefined) continue;
      // In YAML 200 and "200" are two keys, in JSON they are one. What is merged gives way.
      if (Object.hasOwn(object, name) && !merged.delete(name)) {
        const message = `the key ${JSON.stringify(name)} is here twice`;
        this.repeated.push(faultAt(key, message, 'yaml-duplicate-key'));
      }
      setProperty(object, name, value);
    }
    return object;
  }
}

/** `<<: *base` and `<<: [*one, *other]` add the members of others, as YAML 1.1 has it. */
function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<';
}

function mappingsOf(value: JsonValue): JsonObject[] | undefined {
  const all = [value].flat();
  return all.every(isJsonObject) ? all : undefined;
}

/** Nobody who changes one place of a value changes another. */
function copyOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, child] of Object.entries(value)) setProperty(copy, name, copyOf(child));
  return copy;
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
    node = resolved(document, node);
    const child = isSeq(node) ? node.items[Number(segment)] : memberOf(document, node, segment);
    if (child === undefined) return undefined;
    const anchor: unknown = isPair(child) ? child.key : child;
    if (isNode(anchor) && anchor.range) offset = anchor.range[0];
    node = isPair(child) ? child.value : child;
  }
  return offset;
}

function resolved(document: Document.Parsed, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

/** The last one with a key, of the mapping itself or else of what is merged into it. */
function memberOf(document: Document.Parsed, node: unknown, name: string): Pair | undefined {
  if (!isMap(node)) return undefined;
  const pair = node.items.findLast(({ key }) => keyText(key) === name);
  const merged = node.items.filter(({ key }) => isMergeKey(key));
  const others = merged.flatMap(({ value }) => {
    const inner = resolved(document, value);
    return isSeq(inner) ? inner.items.map((item) => resolved(document, item)) : [inner];
  });
  for (const other of pair === undefined ? others : []) {
    const found = memberOf(document, other, name);
    if (found !== undefined) return found;
  }
  return pair;
}
