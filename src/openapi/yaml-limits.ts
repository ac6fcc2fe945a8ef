import {
  type Alias,
  type Document,
  type Node,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
} from 'yaml';

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
