/** The kit's ruleset, as Spectral has them: rules of Spectral's own that are worth their time, and the kit's. */
import { createRequire } from 'node:module';
import { operationKeys } from '../../openapi/grammar.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { type LintResult, severities } from '../../openapi/linter.ts';
import { missingFiles } from './resolver.ts';
import { rules } from './rules/index.ts';
import { LintedDocument, type ParsedFile } from './rules/linted-document.ts';
import { type LintRule, mistakesIn } from './rules/rule.ts';

/** A document as Spectral has parsed it. */
export interface SpectralDocument {
  readonly input: string;
  readonly source: string | null;
  readonly data: unknown;
  getRangeForJsonPath(path: LintResult['path'], isNearest: true): LintResult['range'] | undefined;
}

/** A rule of Spectral's own. */
interface SpectralRule {
  /** Paths to what it is about. */
  readonly given: string | readonly string[];
  readonly [action: string]: unknown;
}

/** What a rule does with a value. */
interface SpectralAction {
  /** The member that it looks at. Default: the value itself. */
  readonly field?: string;
  readonly functionOptions?: unknown;
  readonly function: (value: unknown, options: unknown, context: RuleContext) => unknown;
}

type RuleFinding = Readonly<Record<string, unknown>>;

interface RuleContext {
  readonly path: LintResult['path'];
  readonly document: SpectralDocument;
  readonly documentInventory: {
    /** By path or address. */
    readonly referencedDocuments: Readonly<Record<string, SpectralDocument>>;
  };
  readonly rule: { readonly severity: number };
}

const requireSpectral = createRequire(
  createRequire(import.meta.url).resolve('@stoplight/spectral-cli'),
);
const { oas } = requireSpectral('@stoplight/spectral-rulesets') as {
  readonly oas: {
    readonly rules: Readonly<Record<string, SpectralRule>>;
    /** Names of paths. */
    readonly aliases: unknown;
  };
};
const formats = requireSpectral('@stoplight/spectral-formats') as Readonly<Record<string, unknown>>;

/**
 * Rules of Spectral's own, with what a breach of them means. The others are a matter of taste, are
 * among the kit's with better places, or walk through every `$ref` for hours.
 */
export const spectralRules: Readonly<Record<string, 'error' | 'warn' | 'hint'>> = {
  'oas2-operation-formData-consume-check': 'warn',
  'oas2-schema': 'error',
  'oas3-schema': 'error',
  'oas3-server-variables': 'error',
  'openapi-tags-uniqueness': 'error',
  'operation-operationId-unique': 'error',
  'operation-parameters': 'error',
  'path-params': 'error',
  'contact-properties': 'hint',
  'info-description': 'hint',
  'info-license': 'hint',
  'oas2-api-host': 'hint',
  'oas2-api-schemes': 'hint',
  'oas3-api-servers': 'hint',
  'oas3-parameter-description': 'hint',
  'oas3-server-trailing-slash': 'hint',
  'openapi-tags': 'hint',
  'operation-description': 'hint',
  'operation-operationId': 'hint',
  'operation-operationId-valid-in-url': 'hint',
  'operation-tags': 'hint',
  'path-keys-no-trailing-slash': 'hint',
  'tag-description': 'hint',
};

/** What the kit's rules have come to, beside what Spectral was given. */
interface KitFindings {
  readonly linted: LintedDocument;
  /** In other files than the document's, which Spectral can't place. */
  readonly elsewhere: LintResult[];
  /** Every place of what is no matter of style. */
  readonly places: LintResult['path'][];
}

const found = new WeakMap<SpectralDocument, KitFindings>();

/** What the kit's rules have found in a document, once Spectral has run them. */
export function kitFindings(
  document: SpectralDocument,
): Pick<KitFindings, 'elsewhere' | 'places'> | undefined {
  return found.get(document);
}

function findingsFor({ document, documentInventory }: RuleContext): KitFindings {
  const known = found.get(document);
  if (known !== undefined) return known;
  const others = Object.entries(documentInventory.referencedDocuments);
  const files = new Map(others.map(([name, other]) => [name, parsedFile(other, name)]));
  const linted = new LintedDocument(parsedFile(document, nameOf(document)), files);
  const findings = { linted, elsewhere: [], places: [] };
  found.set(document, findings);
  return findings;
}

function nameOf({ source }: SpectralDocument): string {
  return source ?? 'document';
}

function parsedFile({ input, data }: SpectralDocument, source: string): ParsedFile {
  return { source, text: input, data, missing: missingFiles(data) };
}

function ownRule(rule: LintRule): unknown {
  const run = (_root: unknown, _options: unknown, context: RuleContext): unknown => {
    const { document, documentInventory } = context;
    const { severity } = context.rule;
    const { linted, elsewhere, places } = findingsFor(context);
    return mistakesIn(rule, linted).flatMap(({ pointer, pointers, message }) => {
      if (severity < STYLE) places.push(...pointers.map((place) => linted.placeOf(place).path));
      const { source, path } = linted.placeOf(pointer);
      if (source === nameOf(document)) return [{ message, path }];
      const file = documentInventory.referencedDocuments[source];
      const range = file?.getRangeForJsonPath(path, true) ?? NOWHERE;
      elsewhere.push({ code: rule.name, message, path, severity, source, range });
      return [];
    });
  };
  return {
    description: rule.description,
    message: '{{error}}',
    severity: severities.indexOf(rule.severity),
    given: '$',
    resolved: false,
    ...doing({ function: run }),
  };
}

/**
 * A rule of Spectral's own, so that it costs no more than the document is long. Spectral looks for places
 * with a wildcard by walking through the whole document, `$ref`s followed: there may be no end of it.
 */
function boundedRule(name: string, severity: string): unknown {
  const rule = oas.rules[name]!;
  const [given, ...more] = [rule.given].flat();
  if (given === '#OperationObject') return ofOperations(rule, severity);
  if (given === '#OperationObject.parameters') return ofOperations(rule, severity, 'parameters');
  if (name === 'oas3-schema') return ofWholeDocument(rule, severity);
  const isOnePlace = more.length === 0 && /^[$.\w]+$/.test(given!);
  // What a reference leads to is looked at where it stands.
  return isOnePlace ? severity : { ...rule, severity, resolved: false };
}

/** Its schema of OpenAPI 3.1 doesn't know that the item of a path may refer to another one (3.1.0, 4.8.9.1). */
function ofWholeDocument(rule: SpectralRule, severity: string): unknown {
  const action = actionOf(rule);
  const run = (root: unknown, _options: unknown, context: RuleContext): unknown => {
    const items = Object.entries(objectOf(memberOf(root, 'paths'))).map(([path, item]) => {
      const { $ref, ...rest } = objectOf(item);
      return [path, typeof $ref === 'string' ? rest : item] as const;
    });
    const paths = items.length === 0 ? {} : { paths: Object.fromEntries(items) };
    const whole = isJsonObject(root as JsonValue) ? { ...objectOf(root), ...paths } : root;
    return action.function(whole, action.functionOptions ?? null, context);
  };
  return { ...rule, ...doing({ function: run }), severity };
}

/** @param part What of each operation it is about. Default: all of it. */
function ofOperations(rule: SpectralRule, severity: string, part?: string): unknown {
  const action = actionOf(rule);
  const keys = [part, action.field].filter((key) => key !== undefined);
  const run = (paths: unknown, _options: unknown, context: RuleContext): RuleFinding[] =>
    operationsIn(paths).flatMap(({ path: segments, operation }) => {
      const value = keys.reduce(memberOf, operation);
      if (part !== undefined && value === undefined) return [];
      const path = [...context.path, ...segments, ...keys];
      const results = action.function(value, action.functionOptions ?? null, { ...context, path });
      return ((results ?? []) as RuleFinding[]).map((result) => ({ path, ...result }));
    });
  return { ...rule, ...doing({ function: run }), severity, given: '$.paths' };
}

function operationsIn(paths: unknown): { path: string[]; operation: unknown }[] {
  const items = Object.entries(objectOf(paths)).map(
    ([path, item]) => [path, objectOf(item)] as const,
  );
  return items.flatMap(([path, item]) =>
    [...operationKeys(item).values()].map((keys) => {
      return { path: [path, ...keys], operation: keys.reduce(memberOf, item) };
    }),
  );
}

function memberOf(value: unknown, key: string): unknown {
  return getProperty(objectOf(value), key);
}

/** What Spectral has parsed is JSON; anything else has no members. */
function objectOf(value: unknown): JsonObject {
  return isJsonObject(value as JsonValue) ? (value as JsonObject) : {};
}

/** Not written out: an object with a `then` looks like a promise. */
function doing(action: unknown): object {
  return Object.fromEntries(['then'].map((key) => [key, action]));
}

function actionOf(rule: SpectralRule): SpectralAction {
  return rule['then'] as SpectralAction;
}

const STYLE = severities.indexOf('hint');
const NOWHERE = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const ruleset: unknown = {
  extends: [[oas, 'off']],
  aliases: oas.aliases,
  formats: [formats['oas2'], formats['oas3']],
  // `200:` is a status, whether it is quoted or not.
  parserOptions: { incompatibleValues: 'off' },
  rules: {
    ...Object.fromEntries(
      Object.entries(spectralRules).map(([name, kind]) => [name, boundedRule(name, kind)]),
    ),
    ...Object.fromEntries(rules.map((rule) => [rule.name, ownRule(rule)])),
  },
};

export default ruleset;
