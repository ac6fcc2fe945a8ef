/** Rules on what schemas mean together: what nothing can satisfy, and what nothing tells apart. */
import { onceFor } from '../../../openapi/once.ts';
import { compareNumbers } from '../../../openapi/json/exact-number.ts';
import { type JsonObject, isJsonObject } from '../../../openapi/json/json-value.ts';
import { showJson } from '../../../openapi/json/stringify-json.ts';
import { nearestWord } from '../../../openapi/nearest-word.ts';
import { referencePointer } from '../../../openapi/pointer.ts';
import { effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import {
  type LintedDocument,
  childPointer,
  entriesOf,
  itemsOf,
  lastKey,
  parentOf,
  textsOf,
} from './linted-document.ts';
import type { LintRule, RuleFinding } from './rule.ts';
import { typesOf } from './schema-keywords.ts';

const IN_PLACE = /^(.*)\/(?:(?:allOf|anyOf|oneOf)\/\d+|if|then|else|not|dependentSchemas\/[^/]+)$/s;

/** The schemas that judge the same value as one: those around it, also by references to it. */
function companions(document: LintedDocument, start: string): Set<string> {
  const found = new Set([start]);
  for (const pointer of found) {
    const [, around] = IN_PLACE.exec(pointer) ?? [];
    if (around !== undefined) found.add(around);
    for (const place of usersOf(document).get(pointer) ?? []) {
      if (IN_PLACE.test(place)) found.add(place);
    }
  }
  return found;
}

/** The schemas that refer to each, by its pointer. */
const usersOf = onceFor((document: LintedDocument): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { target, pointer, kind } of document.references) {
    if (target === undefined || kind !== 'schema') continue;
    found.set(target, [...(found.get(target) ?? []), parentOf(pointer)]);
  }
  return found;
});

function isClosed(document: LintedDocument, pointers: Iterable<string>): boolean {
  return [...pointers].some((pointer) => {
    const schema = document.valueAt(pointer);
    if (!isJsonObject(schema)) return false;
    return schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false;
  });
}

function* undeclaredRequired(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of document.of('schema')) {
    const required = textsOf(schema['required']);
    if (required.length === 0) continue;
    const places = companions(document, pointer);
    const views = Array.from(places, (place) => document.view(place));
    const parts = views.flatMap((view) => view.pointers);
    const declared = new Set(views.flatMap((view) => [...view.properties.keys()]));
    // A map of names that nobody declares, or a mere condition on what others describe.
    if (declared.size === 0 || views.some((view) => isOpenMap(document, view.pointers))) continue;
    for (const [i, name] of required.entries()) {
      if (declared.has(name)) continue;
      const near = nearestWord(name, [...declared]);
      const hint = near === undefined ? 'declare it, or take it out' : `did you mean "${near}"?`;
      const closed = isClosed(document, parts) ? ', and nothing else is allowed' : '';
      const message = `"required" names "${name}", which no property is called${closed}: ${hint.replace(/([^?])$/, '$1.')}`;
      yield { pointer: childPointer(pointer, 'required', i), message };
    }
  }
}

function isOpenMap(document: LintedDocument, pointers: readonly string[]): boolean {
  return pointers.some((pointer) => {
    const schema = document.valueAt(pointer);
    if (!isJsonObject(schema)) return false;
    const { additionalProperties: rest, patternProperties } = schema;
    return isJsonObject(rest) || rest === true || patternProperties !== undefined;
  });
}

/** Whether each value of a schema has to contain another value of it. */
function isEndless(document: LintedDocument, start: string): boolean {
  let leadsBack = false;
  const open = new Set<string>();
  const finite = new Set<string>();
  /** As far as those that are open need more, too. */
  const endless = new Set<string>();
  const needs = (pointer: string): boolean => {
    if (finite.has(pointer)) return false;
    leadsBack ||= open.has(pointer) && pointer === start;
    if (open.has(pointer) || endless.has(pointer)) return true;
    const schema = document.valueAt(pointer);
    if (!isJsonObject(schema)) return false;
    const before = endless.size;
    open.add(pointer);
    const found = needsMore(schema, pointer);
    open.delete(pointer);
    if (found) endless.add(pointer);
    else {
      finite.add(pointer);
      for (const place of [...endless].slice(before)) endless.delete(place);
    }
    return found;
  };
  const needsMore = (schema: JsonObject, pointer: string): boolean => {
    if ('enum' in schema || 'const' in schema) return false;
    const target = referencePointer(schema['$ref']);
    if (target !== undefined && needs(target)) return true;
    const below = (keyword: string): string[] =>
      itemsOf(schema[keyword]).map((_, i) => childPointer(pointer, keyword, i));
    if (below('allOf').some(needs)) return true;
    if (['anyOf', 'oneOf'].some((key) => below(key).length > 0 && below(key).every(needs))) {
      return true;
    }
    const types = typesOf(schema);
    const isOnly = (type: string): boolean => types.length === 1 && types[0] === type;
    if (isOnly('array') && typeof schema['minItems'] === 'number' && schema['minItems'] > 0) {
      return needs(childPointer(pointer, 'items'));
    }
    if (!isOnly('object') && types.length > 0) return false;
    return textsOf(schema['required']).some((name) =>
      needs(childPointer(pointer, 'properties', name)),
    );
  };
  return needs(start) && leadsBack;
}

function* endlessRequired(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of document.of('schema')) {
    const names = textsOf(schema['required']);
    if (names.length === 0 || !isEndless(document, pointer)) continue;
    const index = names.findIndex((name) =>
      isEndless(document, childPointer(pointer, 'properties', name)),
    );
    const message = `"${names[index] ?? names[0]}" is required and leads back here, so that no value ever ends: take it out of "required", or allow null.`;
    const place = childPointer(pointer, 'required', Math.max(0, index));
    yield { pointer: place, message, cause: 'endless' };
  }
}

/** What the parts of an `allOf` rule out together. */
function* unsatisfiable(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of document.of('schema')) {
    if (itemsOf(schema['allOf']).length === 0) continue;
    const view = effectiveSchema(document.root, pointer);
    const place = childPointer(pointer, 'allOf');
    if (view.types.length === 0) {
      yield {
        pointer: place,
        message: 'Nothing has all types that "allOf" demands: change one part.',
      };
      continue;
    }
    const { minimum, maximum } = view;
    if (minimum !== undefined && maximum !== undefined && compareNumbers(minimum, maximum) > 0) {
      const message = `No number is at least ${showJson(minimum)} and at most ${showJson(maximum)}, as "allOf" demands: change one part.`;
      yield { pointer: place, message };
    }
    yield* closedParts(document, pointer);
  }
}

/** A part with `additionalProperties: false` allows nothing that only other parts declare. */
function* closedParts(document: LintedDocument, pointer: string): Iterable<RuleFinding> {
  const whole = effectiveSchema(document.root, pointer);
  for (const part of whole.pointers) {
    const schema = document.valueAt(part);
    if (!isJsonObject(schema) || schema['additionalProperties'] !== false) continue;
    if (isJsonObject(schema['patternProperties'])) continue;
    const allowed = new Set(entriesOf(schema['properties']).map(([name]) => name));
    const missing = [...whole.properties.keys()].filter((name) => !allowed.has(name));
    if (missing.length === 0) continue;
    const needed = missing.filter((name) => whole.required.has(name));
    const what = needed.length > 0 ? `"${needed[0]}", which is required,` : `"${missing[0]}"`;
    const message = `"additionalProperties: false" in one part of "allOf" forbids ${what} of another: use "unevaluatedProperties: false" around them, or take it out.`;
    yield { pointer: childPointer(part, 'additionalProperties'), message, cause: part };
  }
}

/** The schemas that a discriminator chooses from: branches, or what extends the schema. */
function choices(document: LintedDocument, pointer: string, schema: JsonObject): string[] {
  const branches = ['oneOf', 'anyOf'].flatMap((key) =>
    itemsOf(schema[key]).map((_, i) => childPointer(pointer, key, i)),
  );
  if (branches.length > 0) return branches;
  return (usersOf(document).get(pointer) ?? []).flatMap((place) => {
    const [, child] = /^(.*)\/allOf\/\d+$/s.exec(place) ?? [];
    return child === undefined ? [] : [child];
  });
}

function* discriminators(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer: place } of document.of('discriminator')) {
    const pointer = parentOf(place);
    const schema = document.follow(pointer).value;
    const { propertyName, mapping } = value;
    yield* mappings(document, childPointer(place, 'mapping'), entriesOf(mapping));
    if (typeof propertyName !== 'string') continue;
    // What is declared beside the branches holds for each of them.
    if (entriesOf(schema['properties']).some(([name]) => name === propertyName)) continue;
    const branches = choices(document, pointer, schema);
    const all = branches.length === 0 ? [pointer] : branches;
    const lacking = all.filter((branch) => !document.view(branch).properties.has(propertyName));
    if (lacking.length === 0) continue;
    const [first = ''] = lacking;
    const known = [...document.view(first).properties.keys()];
    const near = nearestWord(propertyName, known);
    const of = lacking.length === all.length ? 'no branch' : `not in ${nameOf(document, first)}`;
    const hint =
      near === undefined ? 'declare it there, and require it.' : `did you mean "${near}"?`;
    const what = branches.length === 0 ? 'not declared here' : `declared in ${of}`;
    const message = `The discriminator "${propertyName}" is ${what.replace('declared in not in', 'not declared in')}: ${hint}`;
    yield { pointer: childPointer(place, 'propertyName'), message };
  }
}

function nameOf(document: LintedDocument, pointer: string): string {
  return lastKey(document.follow(pointer).pointer);
}

function* mappings(
  document: LintedDocument,
  pointer: string,
  mapping: ReturnType<typeof entriesOf>,
): Iterable<RuleFinding> {
  const names = entriesOf(document.valueAt('/components/schemas')).map(([name]) => name);
  for (const [value, target] of mapping) {
    if (typeof target !== 'string' || names.includes(target)) continue;
    const inside = referencePointer(target);
    const isElsewhere = inside === undefined && /[./#]/.test(target);
    if (isElsewhere || (inside !== undefined && document.valueAt(inside) !== undefined)) continue;
    const near = nearestWord(lastKey(inside ?? `/${target}`), names);
    const hint = near === undefined ? 'name a schema of this document.' : `did you mean "${near}"?`;
    const message = `The discriminator maps "${value}" to "${target}", which is no schema: ${hint}`;
    yield { pointer: childPointer(pointer, value), message };
  }
}

/** Branches of a `oneOf` that an ordinary value of one fits both of, so that neither takes it. */
function* overlaps(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value: schema, pointer } of document.of('schema')) {
    const branches = itemsOf(schema['oneOf']).map((_, i) => childPointer(pointer, 'oneOf', i));
    if (branches.length < 2 || 'discriminator' in schema) continue;
    const found = overlapOf(document, branches);
    if (found === undefined) continue;
    const [left, right, value] = found;
    const message = `${value} fits branches ${left + 1} and ${right + 1} of "oneOf", which takes what fits one alone: tell them apart, or use "anyOf".`;
    yield { pointer: branches[right] ?? pointer, message, cause: sameBranches(document, branches) };
  }
}

function sameBranches(document: LintedDocument, branches: readonly string[]): string {
  return branches.map((branch) => document.follow(branch).pointer).join('\n');
}

/** More branches than this are not held against each other. */
const MAX_BRANCHES = 12;

function overlapOf(
  document: LintedDocument,
  branches: readonly string[],
): readonly [number, number, string] | undefined {
  for (const [left, branch] of branches.slice(0, MAX_BRANCHES).entries()) {
    const value = document.sample(branch);
    if (value === undefined) continue;
    for (const [right, other] of branches.slice(0, MAX_BRANCHES).entries()) {
      if (right === left || !fits(document, value, other)) continue;
      return [Math.min(left, right), Math.max(left, right), showJson(value)];
    }
  }
  return undefined;
}

function fits(
  document: LintedDocument,
  value: Parameters<LintedDocument['issues']>[0],
  pointer: string,
): boolean {
  return document.issues(value, pointer, 'the value').length === 0;
}

/** In the order of a report. */
export const meaningRules: readonly LintRule[] = [
  {
    name: 'required-declared',
    severity: 'error',
    description: 'Required properties are declared.',
    find: undeclaredRequired,
  },
  {
    name: 'finite-values',
    severity: 'error',
    description: 'No schema requires an endless value.',
    find: endlessRequired,
  },
  {
    name: 'satisfiable',
    severity: 'error',
    description: 'Some value satisfies all parts of an "allOf".',
    find: unsatisfiable,
  },
  {
    name: 'discriminator',
    severity: 'error',
    description: 'Discriminators name a property of every branch, and map to schemas.',
    find: discriminators,
  },
  {
    name: 'distinct-branches',
    severity: 'warn',
    description: 'No value matches two branches of a "oneOf".',
    find: overlaps,
  },
];
