import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mapSubschemas } from '../../openapi/grammar.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import type { HookCredentials } from './credential-part.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { operations, type MediaType } from '../../model/operation.ts';
import { followReferences, fromPointer, referencePointer, valueAt } from '../../openapi/pointer.ts';
import { integerRange } from '../../openapi/schema/formats.ts';

/** Dredd goes on without hooks that it can't load, and passes: so the hooks have to sign. */
export class Proof {
  /** The file that the hooks read; its path is in the variable DREDD_RUN. */
  readonly runFile: string;
  readonly #proofFile: string;
  readonly #nonce: string = randomUUID();

  /** @param folder A folder of this run alone. */
  constructor(folder: string) {
    this.runFile = join(folder, 'run.json');
    this.#proofFile = join(folder, 'proof.jsonl');
  }

  /** @param credentials Of each operation, as the hooks need them; without secrets. */
  async prepare(
    transactions: readonly DocumentedTransaction[],
    credentials: HookCredentials['used'],
  ): Promise<void> {
    const schemas = Object.fromEntries(transactions.map(({ key, schemas }) => [key, schemas]));
    const run = { nonce: this.#nonce, proofFile: this.#proofFile, schemas, credentials };
    await writeFile(this.#proofFile, '');
    await writeFile(this.runFile, stringifyJson(run));
  }

  /** What the hooks have signed, as counts; `undefined` where they didn't run. */
  async read(): Promise<ReadonlyMap<string, number> | undefined> {
    const text = await readFile(this.#proofFile, 'utf8');
    const lines = text.split('\n').flatMap((line) => signed(line, this.#nonce));
    if (lines.length === 0) return undefined;
    const transactions = Map.groupBy(
      lines.flatMap(({ transaction }) => transaction ?? []),
      (key) => key,
    );
    return new Map([...transactions].map(([key, { length }]) => [key, length]));
  }
}

/** The documented transactions that didn't take place as often as they should have. */
export function missingTransactions(
  documented: readonly DocumentedTransaction[],
  ran: ReadonlyMap<string, number>,
): string[] {
  return documented.filter(({ key, times }) => (ran.get(key) ?? 0) < times).map(({ key }) => key);
}

interface Signature {
  readonly transaction?: string | undefined;
}

function signed(line: string, nonce: string): Signature[] {
  try {
    const value = JSON.parse(line) as { nonce?: unknown; transaction?: unknown };
    if (value.nonce !== nonce) return [];
    return [typeof value.transaction === 'string' ? { transaction: value.transaction } : {}];
  } catch {
    return [];
  }
}

/** What Dredd has to do for one documented response. */
interface DocumentedTransaction {
  /** `POST /things 200`: method, path template and status. */
  readonly key: string;
  /** How often: once for each pair of a request's and a response's media type. */
  readonly times: number;
  /** JSON Schemas of draft 7 for the response's body, by media type. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
}

/** One entry for each documented response with an exact status, in the document's order. */
export function documentedTransactions(document: OpenApiDocument): DocumentedTransaction[] {
  return operations(document).flatMap((operation) =>
    operation.responses
      .filter(({ status }) => /^\d{3}$/.test(status))
      .map(({ status, content }) => ({
        key: `${operation.method} ${operation.path} ${status}`,
        times: atLeastOne(operation.requestBody?.content) * atLeastOne(content),
        schemas: bodySchemas(document.root, content),
      })),
  );
}

function atLeastOne(content: readonly MediaType[] | undefined): number {
  return Math.max(1, content?.length ?? 0);
}

function bodySchemas(root: JsonObject, content: readonly MediaType[]): Record<string, JsonObject> {
  const schemas: Record<string, JsonObject> = {};
  for (const { name, schemaPointer } of content) {
    if (schemaPointer === undefined || !/[/+]json(;|$)/.test(name)) continue;
    schemas[name] = responseSchema(root, schemaPointer);
  }
  return schemas;
}

/** Keywords that draft 7 hasn't, or that its validators in Dredd refuse. */
const DROPPED: ReadonlySet<string> = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$dynamicRef',
  '$id',
  '$schema',
  'default',
  'dependentSchemas',
  'description',
  'discriminator',
  'example',
  'examples',
  'externalDocs',
  'format',
  'maxContains',
  'minContains',
  'title',
  'unevaluatedItems',
  'unevaluatedProperties',
  'xml',
]);

/**
 * The schema that a pointer names as a self-contained JSON Schema of draft 7. Dredd makes none of
 * an OpenAPI 3 document: without it, it looks whether the example's keys are there and no further.
 */
export function responseSchema(root: JsonObject, pointer: string): JsonObject {
  const writer = new DraftSeven(root);
  // Dredd prints the schema, so it should be short.
  const target = followReferences(root, pointer, (object) => Object.keys(object).length === 1);
  const schema = writer.schema(valueAt(root, target));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...(isJsonObject(schema) ? schema : { allOf: [schema] }),
    ...(Object.keys(writer.definitions).length > 0 && { definitions: writer.definitions }),
  };
}

class DraftSeven {
  readonly definitions: JsonObject = {};
  readonly #root: JsonObject;
  readonly #names = new Map<string, string>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  schema(value: JsonValue | undefined): JsonValue {
    if (typeof value === 'boolean') return value;
    if (!isJsonObject(value)) return true;
    const { $ref: reference, ...rest } = value;
    const target = this.#keywords(rest);
    if (typeof reference !== 'string') return target;
    const $ref = this.#reference(referencePointer(reference) ?? '');
    // Draft 7 ignores whatever stands beside a $ref.
    return Object.keys(target).length === 0 ? { $ref } : { allOf: [{ $ref }, target] };
  }

  #reference(pointer: string): string {
    let name = this.#names.get(pointer);
    if (name === undefined) {
      const last = (fromPointer(pointer).at(-1) ?? '').replaceAll(/[^\w.-]/g, '_') || 'root';
      name = last in this.definitions ? `${last}-${this.#names.size}` : last;
      this.#names.set(pointer, name);
      // The name is taken before its schema is read, which may lead back to it.
      this.definitions[name] = true;
      this.definitions[name] = this.schema(valueAt(this.#root, pointer));
    }
    return `#/definitions/${name}`;
  }

  #keywords(source: JsonObject): JsonObject {
    const entries = Object.entries(source)
      .filter(([key]) => !DROPPED.has(key) && !key.startsWith('x-'))
      .map(([key, value]) => [key === 'dependentRequired' ? 'dependencies' : key, value] as const);
    const known = mapSubschemas(Object.fromEntries(entries), (subschema) => this.schema(subschema));
    return withRange(source, withTuple(known));
  }
}

/** 2020-12: `prefixItems` and `items`. Draft 7: `items` and `additionalItems`. */
function withTuple(schema: JsonObject): JsonObject {
  const { prefixItems, items, ...rest } = schema;
  if (prefixItems === undefined) return schema;
  return { ...rest, items: prefixItems, ...(items !== undefined && { additionalItems: items }) };
}

/** `format: int32` as bounds, which Dredd's validators know. */
function withRange(source: JsonObject, target: JsonObject): JsonObject {
  const { format, type } = source;
  const range = typeof format === 'string' ? integerRange(format) : undefined;
  const types = [type].flat();
  if (range === undefined || !types.some((name) => name === 'integer' || name === 'number')) {
    return target;
  }
  return { minimum: range.minimum, maximum: range.maximum, ...target };
}
