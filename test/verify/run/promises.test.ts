import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { questionsOf } from '../../../src/questions/index.ts';
import { collectCases } from '../../../src/verify/cases/read-case-file.ts';
import { type PlannedRequest, planRequests } from '../../../src/verify/run/dry-run.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { parseTarget } from '../../../src/http/target.ts';
import { operations } from '../../../src/model/operation.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  RawNumber,
  isJsonObject,
} from '../../../src/openapi/json/json-value.ts';

/** A kind of resource: how the document tells one from another, and how it says so. */
interface Kind {
  readonly identity: string;
  readonly schema: JsonObject;
  readonly parameter: string;
  /** Whether a client chooses the identity, must, or may not. */
  readonly sent: 'required' | 'optional' | 'never';
  readonly form: 'inline' | '$ref' | 'allOf';
  readonly methods: readonly string[];
  readonly texts: readonly string[];
  readonly isBulk: boolean;
  readonly isNested: boolean;
}

const kinds: fc.Arbitrary<Kind> = fc
  .record({
    identity: fc.constantFrom('id', 'number', 'thingId', 'thing_id', 'code'),
    schema: fc.constantFrom<JsonObject>(
      { type: 'integer' },
      { type: ['integer'] },
      { type: ['integer', 'null'], format: 'int64' },
      { type: 'integer', format: 'int32', minimum: 1 },
      { type: 'integer', format: 'int64', example: 7 },
      { type: 'number' },
      { type: 'string' },
      { type: 'string', format: 'uuid' },
      { type: 'string', example: '12' },
      { oneOf: [{ type: 'integer' }, { type: 'string' }] },
    ),
    byName: fc.boolean(),
    sent: fc.constantFrom<Kind['sent']>('required', 'optional', 'never'),
    form: fc.constantFrom<Kind['form']>('inline', '$ref', 'allOf'),
    methods: fc.subarray(['get', 'put', 'patch', 'delete'], { minLength: 1 }),
    texts: fc.subarray(['name', 'note'], { minLength: 1 }),
    isBulk: fc.boolean(),
    isNested: fc.boolean(),
  })
  .map(({ byName, ...kind }) => {
    const isOther = kind.identity === 'id' && !byName;
    return { ...kind, parameter: isOther ? 'kindId' : kind.identity };
  });

/** A document of such kinds. */
function documentOf(all: readonly Kind[]) {
  const schemas: JsonObject = {};
  const paths: JsonObject = {};
  let outer: { path: string; parameters: JsonObject[] } = { path: '', parameters: [] };
  for (const [i, kind] of all.entries()) {
    const { identity, schema, sent, texts } = kind;
    const name = `Kind${i}`;
    const texted = Object.fromEntries(texts.map((text) => [text, { type: 'string' }]));
    const properties: JsonObject = { ...texted, count: { type: 'integer' } };
    const returned = { type: 'object', properties: { ...properties, [identity]: schema } };
    const taken: JsonObject = {
      type: 'object',
      required: sent === 'required' ? [identity, texts[0]!] : [texts[0]!],
      properties: sent === 'never' ? properties : { ...properties, [identity]: schema },
    };
    schemas[name] = taken;
    const reference = { $ref: `#/components/schemas/${name}` };
    const outerSchema = { inline: taken, $ref: reference, allOf: { allOf: [reference] } }[
      kind.form
    ];
    const media = (content: JsonValue): JsonObject => ({
      content: { 'application/json': { schema: content } },
    });
    const responses = { '201': { description: 'it', ...media(returned) } };
    const isFree = outer.parameters.every((candidate) => candidate['name'] !== kind.parameter);
    const around = kind.isNested && isFree ? outer : { path: '', parameters: [] };
    const path = `${around.path}/kinds${i}`;
    const item = `${path}/{${kind.parameter}}`;
    const parameter: JsonObject = {
      name: kind.parameter,
      in: 'path',
      required: true,
      schema,
    };
    const body =
      kind.isBulk && i === 1 ? { type: 'array', minItems: 1, items: outerSchema } : outerSchema;
    paths[path] = {
      parameters: around.parameters,
      post: {
        operationId: `create${i}`,
        requestBody: { required: true, ...media(body) },
        responses,
      },
      put: { operationId: `replaceAll${i}`, requestBody: media(outerSchema), responses },
    };
    const parameters = [...around.parameters, parameter];
    paths[item] = {
      parameters,
      ...Object.fromEntries(
        kind.methods.map((method) => [
          method,
          {
            operationId: `${method}${i}`,
            responses,
            ...(method === 'put' || method === 'patch' ? { requestBody: media(outerSchema) } : {}),
          },
        ]),
      ),
    };
    outer = { path: item, parameters };
  }
  return documentFromValue({ openapi: '3.1.0', paths, components: { schemas } });
}

interface Limits {
  readonly idRange?: { readonly minimum: bigint; readonly maximum: bigint };
  readonly maxCreates?: number;
}

/** What a dry run of the document prints, as data. */
function planned(all: readonly Kind[], limits: Limits, seed: number): PlannedRequest[] {
  const document = documentOf(all);
  const fresh = createFreshValues({ seed, runId: 'run', marker: 'MARK', ...limits });
  const cases = collectCases({ document, caseFiles: [], seed, large: false });
  const questions = operations(document).flatMap((operation) =>
    questionsOf(document, operation).map((question) => ({ operation, question })),
  );
  const target = parseTarget('http://127.0.0.1:1');
  return [
    ...planRequests({
      document,
      target,
      cases,
      questions,
      fresh,
      seed,
      requests: 120,
      documentName: 'random.yaml',
      userAgent: 'test',
      credential: { variable: 'TOKEN', headers: [], schemes: new Map() },
      ...limits,
    }),
  ];
}

function isCreating({ case: { request } }: PlannedRequest): boolean {
  return request.method === 'POST' || request.method === 'PUT';
}

function isTakable({ case: { validity } }: PlannedRequest): boolean {
  return validity.kind !== 'invalid';
}

/** Its path names what was created before. */
function isGiven({ case: { given } }: PlannedRequest): boolean {
  return Object.keys(given?.parameters ?? {}).length > 0;
}

/** What a request could create: the objects that its body has. */
function resources({ case: { request } }: PlannedRequest): JsonObject[] {
  const { value } = request;
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject);
}

/** What a lenient server reads as a number. */
function numberIn(value: JsonValue | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (value instanceof RawNumber || value === undefined || value === null) return undefined;
  if (typeof value === 'number')
    return Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined;
  const digits = typeof value === 'string' ? /^\s*([-+]?\d+)\s*$/.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : BigInt(digits);
}

const INT64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n };
const runs = { numRuns: 12, seed: 7 };
const documents = fc.array(kinds, { minLength: 1, maxLength: 3 });

describe('what a run promises to spare a server, whatever its document', () => {
  it('--id-range: nothing is created outside of it', () => {
    const idRange = { minimum: 2_000_000n, maximum: 2_900_000n };
    const isWithin = (id: bigint): boolean => id >= idRange.minimum && id <= idRange.maximum;
    const check = (all: readonly Kind[], seed: number): void => {
      for (const request of planned(all, { idRange }, seed).filter(isCreating)) {
        const { operation, id } = request.case;
        const kind = all[Number(operation.id.replaceAll(/\D/g, ''))]!;
        const isNumber = !/"type":"string"/.test(JSON.stringify(kind.schema));
        for (const resource of resources(request)) {
          const given = numberIn(resource[kind.identity]);
          if (given === undefined || !isNumber) continue;
          if (given < INT64.minimum || given > INT64.maximum) continue;
          expect({ id, given: String(given), isWithin: isWithin(given) }).toEqual({
            id,
            given: String(given),
            isWithin: true,
          });
        }
        if (request.case.request.method !== 'PUT' || isGiven(request) || !isNumber) continue;
        const named = numberIn(
          decodeURIComponent(request.case.request.target.split(/[/?]/).at(-1)!),
        );
        expect({ id, isWithin: named === undefined || isWithin(named) }).toEqual({
          id,
          isWithin: true,
        });
      }
    };
    fc.assert(fc.property(documents, fc.nat(1000), check), runs);
  });

  it('--max-creates: so many requests can create something, and no more', () => {
    const check = (all: readonly Kind[], seed: number, maxCreates: number): void => {
      const sent = planned(all, { maxCreates }, seed).filter(isCreating).filter(isTakable);
      expect(sent.length).toBeLessThanOrEqual(maxCreates);
    };
    fc.assert(fc.property(documents, fc.nat(1000), fc.nat(30), check), runs);
  });

  it('--marker: what is created carries it where one of its texts may', () => {
    const check = (all: readonly Kind[], seed: number): void => {
      for (const request of planned(all, {}, seed).filter(isCreating).filter(isTakable)) {
        const { operation, id, title } = request.case;
        const { texts } = all[Number(operation.id.replaceAll(/\D/g, ''))]!;
        for (const resource of resources(request)) {
          // A text that a case is about, or a question, is what it says.
          const free = texts.filter((name) => {
            const isTested =
              title.replace(/^0\./, '').startsWith(`${name} `) || id.startsWith('question/');
            return typeof resource[name] === 'string' && !isTested;
          });
          if (free.length === 0) continue;
          const values = texts.map((name) => resource[name]);
          const isMarked = values.some(
            (text) => typeof text === 'string' && text.includes('MARK-run'),
          );
          expect({ id, values, isMarked }).toEqual({ id, values, isMarked: true });
        }
      }
    };
    fc.assert(fc.property(documents, fc.nat(1000), check), runs);
  });
});
