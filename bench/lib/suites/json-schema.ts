/** The JSON Schema organization's suite for 2020-12. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { walkObjects } from '../../../src/openapi/grammar.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonObject,
} from '../../../src/openapi/json/json-value.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import { textOf } from '../../../src/openapi/json/stringify-json.ts';
import { DocumentLinker } from '../../../src/openapi/link-document.ts';
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts';
import { SchemaInspector } from '../../../src/openapi/schema/inspect-schema.ts';
import { type SuitePart, Tally } from './suite.ts';

/** Whether a value is valid; throws where the schema isn't supported. */
type Judge = (value: JsonValue) => boolean;
type MakeJudge = (schema: JsonValue, remotes: ReadonlyMap<string, string>) => Judge;

/**
 * Counts required and optional tests with `format` as an annotation, as the suite has it, and those of
 * formats with `format` asserted, as the kit has it.
 */
export function measureJsonSchema(folder: string): SuitePart[] {
  const tests = join(folder, 'tests/draft2020-12');
  const remotes = remoteFiles(join(folder, 'remotes'));
  const count = (below: string, make: MakeJudge): Tally => {
    const tally = new Tally();
    for (const file of jsonFiles(join(tests, below))) {
      for (const group of itemsOf(readJson(file))) countGroup(group, make, remotes, tally);
    }
    return tally;
  };
  const part = (name: string, below: string, make: MakeJudge, peer?: MakeJudge): SuitePart => {
    const { figure, wrong } = count(below, make);
    return {
      name: `JSON Schema 2020-12, ${name}`,
      figure,
      wrong,
      ajv: peer && count(below, peer).figure,
    };
  };
  return [
    part('required', '', annotating, ajv),
    part('optional', 'optional', annotating, ajv),
    part('formats', 'optional/format', asserting),
  ];
}

function countGroup(
  group: JsonValue,
  make: MakeJudge,
  remotes: ReadonlyMap<string, string>,
  tally: Tally,
): void {
  const { description = '', schema = {}, tests } = objectOf(group);
  const judge = attempt(() => make(schema, remotes));
  for (const test of itemsOf(tests)) {
    const { description: what = '', data = null, valid } = objectOf(test);
    const answer = judge && attempt(() => judge(data));
    const isRight = answer === undefined ? undefined : answer === valid;
    tally.add(isRight, `${textOf(description)}: ${textOf(what)}`);
  }
}

function objectOf(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

const ADDRESS = 'http://localhost:1234/schema.json';

function asserting(schema: JsonValue, remotes: ReadonlyMap<string, string>): Judge {
  return kitJudge(schema, remotes, () => {});
}

function annotating(schema: JsonValue, remotes: ReadonlyMap<string, string>): Judge {
  return kitJudge(schema, remotes, (subschema) => {
    delete subschema['format'];
  });
}

/** Reads a schema as one of a document that stands in another file. */
function kitJudge(
  schema: JsonValue,
  remotes: ReadonlyMap<string, string>,
  prepare: (schema: JsonObject) => void,
): Judge {
  const root = { openapi: '3.1.0', components: { schemas: { Schema: { $ref: ADDRESS } } } };
  const nowhere = { locate: () => undefined };
  const linker = new DocumentLinker({ value: root, ...nowhere }, 'file:///document.json');
  const add = (address: string, value: JsonValue): void => {
    if (isJsonObject(value)) eachSchema(value, prepare);
    linker.add(address, { value, ...nowhere });
  };
  // Refused or not, a schema must not change the suite's own.
  add(ADDRESS, structuredClone(schema));
  for (let next = 0; next < linker.missing.length;) {
    const address = linker.missing[next]!;
    const file = remotes.get(address);
    if (file === undefined) next += 1;
    else add(address, readJson(file));
  }
  const tree = linker.finish();
  const inspector = new SchemaInspector(tree.root);
  const place = '/components/schemas/Schema';
  inspector.inspect(place);
  const isLost = tree.references.some(({ target }) => target === undefined);
  if (isLost || inspector.problems().length > 0) throw new Error('The schema is not supported.');
  const validate = compileSchema(tree.root, place);
  return (value) => validate(value).length === 0;
}

function eachSchema(value: JsonObject, visit: (schema: JsonObject) => void): void {
  walkObjects({ value, kind: 'schema', pointer: '' }, true, (node) => {
    if (node.kind === 'schema') visit(node.value);
    return true;
  });
}

function ajv(schema: JsonValue, remotes: ReadonlyMap<string, string>): Judge {
  const checker = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  for (const [address, file] of remotes) {
    attempt(() => checker.addSchema(JSON.parse(readFileSync(file, 'utf8')), address));
  }
  const validate = checker.compile(schema as AnySchema);
  return (value) => validate(value) === true;
}

function remoteFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const found = files.filter((file) => file.endsWith('.json'));
  return new Map(found.map((file) => [`http://localhost:1234/${file}`, join(folder, file)]));
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => join(folder, file));
}

function readJson(file: string): JsonValue {
  const parsed = parseJson(readFileSync(file, 'utf8'));
  if (!parsed.ok) throw new Error(`Failed to read ${file}: ${parsed.message}.`);
  return parsed.value;
}
