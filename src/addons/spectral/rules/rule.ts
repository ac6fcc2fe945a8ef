/** A rule of the kit's own: what it finds in a document that the engine has read. */
import type { LintedDocument } from './linted-document.ts';

/** One thing that a rule has found. */
export interface RuleFinding {
  /** Into the tree of the document, to the node at fault. */
  readonly pointer: string;
  /** What is wrong, and what to do about it. */
  readonly message: string;
  /** What findings of one mistake have in common: the first stands for all of them. */
  readonly cause?: string | undefined;
}

/** A mistake, and all its places. */
export interface Mistake extends Omit<RuleFinding, 'cause'> {
  readonly pointers: readonly string[];
}

/** What an OpenAPI document must be like. */
export interface LintRule {
  /** In kebab case. */
  readonly name: string;
  /** A hint is a matter of style. */
  readonly severity: 'error' | 'warn' | 'hint';
  /** In a sentence. */
  readonly description: string;
  find(document: LintedDocument): Iterable<RuleFinding>;
}

/** What a rule finds, each mistake once. */
export function mistakesIn(rule: LintRule, document: LintedDocument): Mistake[] {
  const byCause = Map.groupBy(rule.find(document), ({ cause, pointer, message }) =>
    cause === undefined ? `${pointer}\n${message}` : `cause ${cause}`,
  );
  return Array.from(byCause.values(), (findings) => {
    const [{ pointer, message }] = findings as [RuleFinding];
    const pointers = [...new Set(findings.map((finding) => finding.pointer))];
    const others = pointers.length - 1;
    const more = others === 1 ? 'in another place' : `in ${others} other places`;
    return { pointer, pointers, message: others > 0 ? `${message} The same ${more}.` : message };
  });
}
