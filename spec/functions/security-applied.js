import { entriesOf, itemsOf } from './shared/objects.js';
import { operationsOf } from './shared/operations.js';

/** Finds operations without security, and schemes without use, in a document that defines schemes. */
export default function securityApplied(document) {
  const schemes = entriesOf(document?.components?.securitySchemes).map(([name]) => name);
  if (schemes.length === 0) return [];
  const operations = [...operationsOf(document)];
  const isGlobal = itemsOf(document.security).length > 0;
  const applied = schemesApplied(document, new Set(), new WeakSet());
  if (!isGlobal && operations.every(({ operation }) => operation.security === undefined)) {
    if (applied.size > 0) return [];
    const message = `No operation asks for ${schemes.join(', ')}`;
    return [{ message, path: ['components', 'securitySchemes'] }];
  }
  const open = isGlobal
    ? []
    : operations.filter(({ operation }) => operation.security === undefined);
  const unused = schemes.filter((name) => !applied.has(name));
  return [
    ...open.map(({ path }) => ({ message: 'The operation has no "security"', path })),
    ...unused.map((name) => ({
      message: `Nothing asks for the scheme "${name}"`,
      path: ['components', 'securitySchemes', name],
    })),
  ];
}

/** Webhooks and callbacks count as use: a scheme may be there for them alone. */
function schemesApplied(node, applied, visited) {
  if (typeof node !== 'object' || node === null || visited.has(node)) return applied;
  visited.add(node);
  for (const [key, child] of Object.entries(node)) {
    if (key === 'security' && Array.isArray(child)) {
      for (const requirement of child) {
        for (const [name] of entriesOf(requirement)) applied.add(name);
      }
    } else if (key !== 'schemas' && key !== 'schema' && key !== 'examples' && key !== 'example') {
      schemesApplied(child, applied, visited);
    }
  }
  return applied;
}
