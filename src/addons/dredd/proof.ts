import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import type { HookCredentials } from './credential-part.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { operations, type MediaType } from '../../model/operation.ts';
import { responseSchema } from './response-schema.ts';

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
    const counts = new Map<string, number>();
    for (const { transaction } of lines) {
      if (transaction !== undefined) counts.set(transaction, (counts.get(transaction) ?? 0) + 1);
    }
    return counts;
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
export interface DocumentedTransaction {
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
