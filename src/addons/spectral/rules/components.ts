/** Rules on what is named once and used elsewhere. */
import type { Diagnostic } from '../../../openapi/diagnostic.ts';
import { isJsonObject } from '../../../openapi/json/json-value.ts';
import { referencePointer } from '../../../openapi/pointer.ts';
import { misspelling, nearestWord } from '../../../openapi/nearest-word.ts';
import {
  type LintedDocument,
  childPointer,
  entriesOf,
  itemsOf,
  lastKey,
  textsOf,
} from './linted-document.ts';
import type { LintRule, RuleFinding } from './rule.ts';

/** `/components/schemas/Name` of what is at a place in it. */
const COMPONENT = /^\/components\/[^/]+\/[^/]+/;

/** More of them are told as one: components of a library, tags that a generator writes. */
const LISTED = 3;

function* unusedComponents(document: LintedDocument): Iterable<RuleFinding> {
  // A document of components alone is for others to refer to.
  if (document.of('operation').length === 0) return;
  const used = usedComponents(document);
  for (const [group, components] of entriesOf(document.root['components'])) {
    if (group.startsWith('x-') || group === 'pathItems') continue;
    const names = entriesOf(components).map(([name]) => name);
    const unused = names.filter((name) => !used.has(childPointer('/components', group, name)));
    if (unused.length > LISTED) {
      const list = unused.slice(0, LISTED).join(', ');
      const message = `Nothing uses ${unused.length} of the ${group}, such as ${list}: use them, or take them out.`;
      yield { pointer: childPointer('/components', group, unused[0] ?? ''), message };
      continue;
    }
    for (const name of unused) {
      const message = `Nothing uses "${name}" of the ${group}: use it, or take it out.`;
      yield { pointer: childPointer('/components', group, name), message };
    }
  }
}

function usedComponents(document: LintedDocument): Set<string> {
  const used = new Set([
    ...extendedBases(document),
    ...mappedSchemas(document),
    ...otherNames(document),
  ]);
  const misspelt = document.references.flatMap(({ target, reference }) =>
    target === undefined ? lastKey(reference.replace(/^[^#]*#?/, '')) : [],
  );
  for (const { target = '', pointer } of document.references) {
    const [component] = COMPONENT.exec(target) ?? [];
    if (component !== undefined && COMPONENT.exec(pointer)?.[0] !== component) used.add(component);
  }
  const schemes = requiredSchemes(document);
  const isEachDefined = schemes.every((name) => document.kindAt(schemePointer(name)) !== undefined);
  for (const name of schemes) used.add(schemePointer(name));
  for (const { pointer } of document.nodes) {
    if (COMPONENT.exec(pointer)?.[0] !== pointer) continue;
    const name = lastKey(pointer);
    // One that is spelt wrong where it is used is used.
    const isMeant = misspelt.includes(name) || misspelling(name, misspelt) !== undefined;
    const isScheme = pointer.startsWith('/components/securitySchemes/');
    if (isMeant || (isScheme && !isEachDefined)) used.add(pointer);
  }
  return used;
}

/** Components that are names of what others refer to directly, in its own file. */
function otherNames(document: LintedDocument): string[] {
  const byTarget = Map.groupBy(document.references, ({ target }) => target);
  const elsewhere = [...byTarget.keys()].filter(
    (target) => target?.startsWith('/components/') === false,
  );
  const referred = new Set(elsewhere.map((target = '') => document.valueAt(target)));
  return entriesOf(document.root['components']).flatMap(([group, components]) =>
    entriesOf(components).flatMap(([name, component]) => {
      const target = isJsonObject(component) ? referencePointer(component['$ref']) : undefined;
      const isUsed = target !== undefined && (byTarget.get(target)?.length ?? 0) > 1;
      return isUsed || referred.has(component) ? childPointer('/components', group, name) : [];
    }),
  );
}

/** What extends the schema of a discriminator is one of its branches. */
function extendedBases(document: LintedDocument): string[] {
  return document.references.flatMap(({ target, pointer, kind }) => {
    const isBase =
      kind === 'schema' && target !== undefined && /\/allOf\/\d+\/\$ref$/.test(pointer);
    const isChosen = isBase && 'discriminator' in document.follow(target).value;
    return isChosen ? (COMPONENT.exec(pointer)?.[0] ?? []) : [];
  });
}

function mappedSchemas(document: LintedDocument): string[] {
  return document.of('discriminator').flatMap(({ value }) =>
    entriesOf(value['mapping']).flatMap(([, target]) => {
      if (typeof target !== 'string') return [];
      return `/components/schemas/${target.replace(/^#\/components\/schemas\//, '')}`;
    }),
  );
}

/** The names of the security schemes that are asked for. */
function requiredSchemes(document: LintedDocument): string[] {
  return [...document.of('document'), ...document.of('operation')].flatMap(({ value }) =>
    itemsOf(value['security']).flatMap((requirement) =>
      entriesOf(requirement).map(([name]) => name),
    ),
  );
}

function schemePointer(name: string): string {
  return childPointer('/components/securitySchemes', name);
}

/** Where a document declares tags: of one that declares none, no tag is a slip. */
function* undeclaredTags(document: LintedDocument): Iterable<RuleFinding> {
  const declared = itemsOf(document.root['tags']).flatMap((tag) =>
    entriesOf(tag).flatMap(([key, name]) =>
      key === 'name' && typeof name === 'string' ? [name] : [],
    ),
  );
  if (declared.length === 0) return;
  const used = document
    .of('operation')
    .flatMap(({ value, pointer }) =>
      Array.from(textsOf(value['tags']).entries(), ([i, tag]) => ({ tag, pointer, i })),
    )
    .filter(({ tag }) => !declared.includes(tag))
    .map((place) => ({ ...place, near: nearestWord(place.tag, declared) }));
  const unlike = [...new Set(used.flatMap(({ tag, near }) => (near === undefined ? [tag] : [])))];
  const several =
    unlike.length > LISTED
      ? `${unlike.length} tags are not declared, such as ${unlike.slice(0, LISTED).join(', ')}: declare them under "tags".`
      : undefined;
  for (const { tag, pointer, i, near } of used) {
    const hint = near === undefined ? 'declare it under "tags".' : `did you mean "${near}"?`;
    const isOneOfMany = several !== undefined && near === undefined;
    const message = isOneOfMany ? several : `The tag "${tag}" is not declared: ${hint}`;
    const cause = isOneOfMany ? 'several' : `tag ${tag}`;
    yield { pointer: childPointer(pointer, 'tags', i), message, cause };
  }
}

/** Hints of the engine that rules of their own tell, with all their places. */
const TOLD: ReadonlySet<string> = new Set(['nullable-without-effect']);

/** What the engine itself says of a document. */
function engineRule(
  name: string,
  severity: LintRule['severity'],
  wanted: NonNullable<Diagnostic['severity']>,
  description: string,
): LintRule {
  const find = (document: LintedDocument): RuleFinding[] =>
    document.diagnostics
      .filter(({ code, severity: level = 'error' }) => level === wanted && !TOLD.has(code))
      .map(ofEngine);
  return { name, severity, description, find };
}

function ofEngine({ code, message, help, pointer = '' }: Diagnostic): RuleFinding {
  const isMissing = code === 'external-reference';
  const [what, remedy] = isMissing
    ? [
        message.replace(' leads out of this document', " can't be followed"),
        'Correct it, or add the file.',
      ]
    : [message, help];
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}. ${remedy}`;
  return { pointer, message: sentence, cause: isMissing ? 'missing files' : what };
}

/** In the order of a report. */
export const documentRules: readonly LintRule[] = [
  engineRule('readable', 'error', 'error', 'The other commands can work with the document.'),
  engineRule('sloppy', 'warn', 'warning', 'The document follows the syntax of OpenAPI.'),
  engineRule('without-effect', 'hint', 'hint', 'Keywords have an effect.'),
];

/** In the order of a report. */
export const componentRules: readonly LintRule[] = [
  {
    name: 'unused-component',
    severity: 'warn',
    description: 'Each component is used.',
    find: unusedComponents,
  },
  {
    name: 'undeclared-tag',
    severity: 'warn',
    description: 'Operations use only declared tags, if the document declares any.',
    find: undeclaredTags,
  },
];
