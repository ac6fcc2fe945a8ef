/** A document as a server reads it: which operation a request is for, and whether it is valid. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { omit } from './omission.ts';
import type { Fields, Omission } from './service.ts';

const DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const TIME =
  /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;
const isDate = (text: string): boolean =>
  DATE.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
/** Another one than the kit's own, so that they share no mistake; one a document, since it keeps what it compiles. */
function createValidator(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  ajv.addFormat('date', isDate);
  ajv.addFormat(
    'date-time',
    (text) => /^.{10}t/i.test(text) && isDate(text.slice(0, 10)) && TIME.test(text.slice(11)),
  );
  ajv.addFormat('email', /^[^\s@"]+@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i);
  ajv.addFormat('binary', true);
  ajv.addFormat('uuid', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i);
  ajv.addFormat('uri', /^[a-z][a-z\d+.-]*:[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/i);
  ajv.addKeyword({
    keyword: 'integer',
    validate: ({ format, minimum, maximum }: Fields, value: unknown) => {
      const isInteger = typeof value === 'bigint' || Number.isInteger(value);
      if (!isInteger) return false;
      const whole = BigInt(value as number);
      if (format === 'int64' && BigInt.asIntN(64, whole) !== whole) return false;
      const isAbove = minimum === undefined || (value as number) >= (minimum as number);
      return isAbove && (maximum === undefined || (value as number) <= (maximum as number));
    },
  });
  return ajv;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly type: string | undefined;
  /** What it is where it isn't sent. */
  readonly usual: unknown;
  readonly validate: ValidateFunction;
}

/** An operation, ready to be served. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: RegExp;
  readonly parameters: readonly Parameter[];
  readonly isBodyRequired: boolean;
  /** What holds a body against its schema, by media type. */
  readonly bodies: ReadonlyMap<string, ValidateFunction>;
  /** The top-level properties that a body may have. */
  readonly properties: ReadonlySet<string>;
  readonly defaults: Fields;
  readonly statuses: ReadonlySet<string>;
  /** The security schemes of which one is needed. */
  readonly schemes: readonly string[];
}

interface SchemaTree {
  readonly $ref?: string;
  readonly type?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SchemaTree>>;
}

interface ParameterTree {
  readonly $ref?: string;
  readonly name: string;
  readonly in: Parameter['in'];
  readonly required?: boolean;
  readonly schema: SchemaTree;
}

interface OperationTree {
  readonly operationId: string;
  readonly parameters?: readonly ParameterTree[];
  readonly security?: readonly object[];
  readonly responses: object;
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema: SchemaTree }>>;
  };
}

interface PathTree extends Readonly<Record<string, unknown>> {
  readonly parameters?: readonly ParameterTree[];
}

interface Tree {
  readonly paths: Readonly<Record<string, PathTree>>;
  readonly security: readonly object[];
  readonly components: { readonly schemas: object };
}

/** The operations of a document, as a service has them that omits to check something. */
export function readContract(file: string, omission?: Omission): readonly Operation[] {
  const root = parse(readFileSync(file, 'utf8')) as Tree;
  if (omission) omit(root, omission);
  return new Contract(root).operations();
}

class Contract {
  readonly #root: Tree;
  readonly #schemas: unknown;
  readonly #ajv = createValidator();

  constructor(root: Tree) {
    this.#root = root;
    this.#schemas = exact(root.components.schemas);
  }

  operations(): Operation[] {
    return Object.entries(this.#root.paths).flatMap(([template, item]) => {
      const { parameters = [], ...methods } = item;
      return Object.entries(methods).map(([method, operation]) =>
        this.#operation(template, method.toUpperCase(), operation as OperationTree, parameters),
      );
    });
  }

  #operation(
    template: string,
    method: string,
    { operationId, parameters = [], security, requestBody, responses }: OperationTree,
    shared: readonly ParameterTree[],
  ): Operation {
    const types = Object.entries(requestBody?.content ?? {});
    const { properties = {} } = this.#resolved<SchemaTree>(types[0]?.[1].schema ?? {});
    const defaults = Object.entries(properties).flatMap(([name, { default: value }]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return {
      id: operationId,
      method,
      path: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      parameters: this.#parameters([...shared, ...parameters]),
      isBodyRequired: requestBody?.required === true,
      bodies: new Map(types.map(([type, { schema }]) => [type, this.#validator(schema)])),
      properties: new Set(Object.keys(properties)),
      defaults: Object.fromEntries(defaults),
      statuses: new Set(Object.keys(responses)),
      schemes: (security ?? this.#root.security).flatMap((scheme) => Object.keys(scheme)),
    };
  }

  /** Of two with a name, the last counts. */
  #parameters(given: readonly ParameterTree[]): Parameter[] {
    const all = given.map((tree) => this.#resolved<ParameterTree>(tree));
    return [...new Map(all.map((tree) => [tree.name, tree])).values()].map(
      ({ name, in: place, required = false, schema }) => {
        const { type, default: usual } = this.#resolved<SchemaTree>(schema);
        return { name, in: place, required, type, usual, validate: this.#validator(schema) };
      },
    );
  }

  #validator(schema: SchemaTree): ValidateFunction {
    const components = { schemas: this.#schemas };
    return this.#ajv.compile({ ...(exact(schema) as SchemaTree), components });
  }

  #resolved<Part extends { readonly $ref?: string }>(given: Part): Part {
    const names = given.$ref?.slice(2).split('/');
    const found = names?.reduce<unknown>((tree, name) => (tree as Fields)[name], this.#root);
    return (found as Part | undefined) ?? given;
  }
}

/** Integers without bounds are not rounded, and `nullable` is what it is since 3.1. */
function exact(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exact);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, exact(value)]),
  );
  const { nullable, type, format, minimum, maximum, ...rest } = members;
  const plain = type === 'integer' ? { ...rest, integer: { format, minimum, maximum } } : members;
  return nullable === true
    ? { anyOf: [{ type: 'null' }, { ...plain, nullable: undefined }] }
    : plain;
}

/** The parameters of a request in the types that they have; a text stays one where it isn't of its type. */
export function parametersOf(
  { path, parameters }: Operation,
  pathname: string,
  query: URLSearchParams,
  headers: IncomingMessage['headers'],
): Fields {
  const named = path.exec(pathname)?.groups ?? {};
  const values = parameters.flatMap(({ name, in: place, type, usual }): [string, unknown][] => {
    const header = headers[name.toLowerCase()];
    const text =
      place === 'path' ? decoded(named[name]!) : place === 'query' ? query.get(name) : header;
    if (text !== undefined && text !== null) return [[name, typed(String(text), type)]];
    return usual === undefined ? [] : [[name, usual]];
  });
  return Object.fromEntries(values);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function typed(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : BigInt(text);
  }
  if (type === 'number' && /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text)) return Number(text);
  return type === 'boolean' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}
