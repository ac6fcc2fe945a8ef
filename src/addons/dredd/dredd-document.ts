import { isJson } from '../../model/media-type.ts';
import {
  type MediaType,
  type Operation,
  type ResponseObject,
  operations,
} from '../../model/operation.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  RawNumber,
  getProperty,
  isJsonObject,
  objectOf,
  pickProperties,
} from '../../openapi/json/json-value.ts';
import {
  childPointer,
  followReferences,
  referencePointer,
  valueAt,
} from '../../openapi/pointer.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** Valid values of one operation's request. */
export interface Sample {
  /** JSON. */
  readonly body?: JsonValue | undefined;
  /** By name, as the document spells it. */
  readonly headers: Readonly<Record<string, JsonValue>>;
}

/** What the copy says that the document doesn't. */
export interface DreddDocumentOptions {
  /** The only server of the copy, in place of the document's servers and their variables. */
  readonly baseUrl: string;
  /**
   * What is sent where the document has no example: Dredd itself would send an empty text for every
   * text, whatever its format.
   */
  readonly sampleOf: (operation: Operation) => Sample;
}

/**
 * The document as Dredd reads it: OpenAPI 3.0.3 with every reference followed, but those to whole
 * schemas under `components`, and every `allOf` merged. It has only what Dredd's reader has a use
 * for, since it says on every run what it has none for, and nothing that it would misread: `default`
 * and `4XX` responses (it takes them for 200 or drops them), response headers that aren't required
 * (it asks for each of them), and a path's summary (it stands in the transaction's name in place of
 * the path, by which a transaction is known).
 */
export function dreddDocument(
  document: OpenApiDocument,
  { baseUrl, sampleOf }: DreddDocumentOptions,
): JsonObject {
  const { root } = document;
  const schemas = new SchemaWriter(root);
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations(document)) {
    const { path, method } = operation;
    const copy = operationCopy(root, operation, sampleOf(operation), schemas);
    paths[path] = { ...paths[path], [method.toLowerCase()]: copy };
  }
  const named = valueAt(root, COMPONENTS);
  const names = Object.keys(objectOf(named));
  return {
    openapi: '3.0.3',
    info: {
      title: '',
      version: '',
      ...pickProperties(valueAt(root, '/info'), ['title', 'version']),
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: Object.fromEntries(
        names.map((name) => [name, schemas.write(childPointer(COMPONENTS, name))]),
      ),
    },
  };
}

const COMPONENTS = '/components/schemas';

function operationCopy(
  root: JsonObject,
  { pointer, parameters, requestBody, responses }: Operation,
  sample: Sample,
  schemas: SchemaWriter,
): JsonObject {
  const sent = parameters.filter((parameter) => parameter.in !== 'cookie');
  const exact = responses.filter(({ status }) => /^\d{3}$/.test(status));
  const matching = exact.length > 0 ? exact : responses;
  return {
    ...pickProperties(valueAt(root, pointer), ['operationId', 'summary']),
    ...(sent.length > 0 && {
      parameters: sent.map((parameter) => parameterCopy(root, parameter, sample)),
    }),
    ...(requestBody && {
      requestBody: {
        content: contentCopy(requestBody.content, schemas, ({ name }) =>
          isJson(name) ? sample.body : undefined,
        ),
      },
    }),
    responses: {
      // 3.0 asks for at least one.
      ...(matching.length === 0 && { default: { description: '' } }),
      ...Object.fromEntries(
        matching.map((response) => [response.status, responseCopy(root, response, schemas)]),
      ),
    },
  };
}

/**
 * A parameter with its value: an example, or a default, which is as good, and of which Dredd takes
 * none from a schema. An `enum` is read by Dredd itself.
 */
export function parameterCopy(
  root: JsonObject,
  { name, in: place, required, pointer, schemaPointer, isJson: hasContent }: Parameter,
  sample: Sample,
): JsonObject {
  const schema = effectiveSchema(root, hasContent ? undefined : schemaPointer);
  const owner = valueAt(root, pointer);
  const { example, examples } = objectOf(owner);
  const named = Object.keys(objectOf(examples));
  const values = named.map((key) => {
    const target = followReferences(root, childPointer(pointer, 'examples', key));
    return valueAt(root, childPointer(target, 'value'));
  });
  const drawn = place === 'header' ? getProperty(sample.headers, name) : undefined;
  const isUsable = schema.values === undefined && typeof drawn !== 'object';
  return {
    name,
    in: place,
    required,
    ...(place === 'query' && pickProperties(owner, ['explode'])),
    ...exampleCopy([
      example,
      ...values,
      ...schemaExamples(schema),
      schema.keyword('default'),
      isUsable ? drawn : undefined,
    ]),
    schema: typeCopy(schema),
  };
}

function responseCopy(
  root: JsonObject,
  { pointer, headers, content }: ResponseObject,
  schemas: SchemaWriter,
): JsonObject {
  const required = headers.filter((header) => header.required);
  return {
    description: '',
    ...pickProperties(valueAt(root, pointer), ['description']),
    ...(content.length > 0 && { content: contentCopy(content, schemas) }),
    ...(required.length > 0 && {
      headers: Object.fromEntries(required.map(({ name }) => [name, {}])),
    }),
  };
}

function contentCopy(
  content: readonly MediaType[],
  schemas: SchemaWriter,
  sampleOf: (mediaType: MediaType) => JsonValue | undefined = () => undefined,
): JsonObject {
  const entries = content.map((mediaType): [string, JsonObject] => {
    const { name, schemaPointer, examples } = mediaType;
    const schema = schemaPointer === undefined ? {} : { schema: schemas.write(schemaPointer) };
    return [name, { ...exampleCopy([...Object.values(examples), sampleOf(mediaType)]), ...schema }];
  });
  return Object.fromEntries(entries);
}

/**
 * The first of several values that Dredd carries. It reads numbers as doubles, so an integer beyond
 * 2^53-1 would reach the server as another one: where no other value is left, Dredd makes up its own.
 */
function exampleCopy(candidates: readonly (JsonValue | undefined)[], key = 'example'): JsonObject {
  const value = candidates.find((candidate) => candidate !== undefined && isCarried(candidate));
  return value === undefined ? {} : { [key]: value };
}

/** Whether every number of the value is the same number as a double. */
function isCarried(value: JsonValue): boolean {
  if (typeof value === 'bigint' || value instanceof RawNumber) return false;
  if (Array.isArray(value)) return value.every(isCarried);
  return !isJsonObject(value) || Object.values(value).every(isCarried);
}

/** Writes the schemas of one document with OpenAPI 3.0's words, as far as Dredd reads them. */
class SchemaWriter {
  readonly #root: JsonObject;
  /** The schemas that are being written: one that leads back is cut. */
  readonly #open = new Set<string>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** @param pointer JSON Pointer to the schema. */
  write(pointer: string): JsonObject {
    return this.#write(effectiveSchema(this.#root, pointer));
  }

  #write(schema: EffectiveSchema): JsonObject {
    const component = this.#component(schema);
    if (component !== undefined) return { $ref: `#${component}` };
    const key = schema.pointers.join('\n');
    if (this.#open.has(key)) return {};
    this.#open.add(key);
    const { items, prefixItems, properties, required } = schema;
    const copy = {
      ...typeCopy(schema),
      ...exampleCopy(schemaExamples(schema)),
      ...exampleCopy([schema.keyword('default')], 'default'),
      ...(required.size > 0 && { required: [...required] }),
      ...(properties.size > 0 && {
        properties: Object.fromEntries(
          [...properties].map(([name, property]) => [name, this.#write(property)]),
        ),
      }),
      // Beside prefixItems, `items` speaks of the rest only; 3.0 asks for it in every array.
      ...((items !== undefined || typeOf(schema) === 'array') && {
        items: items === undefined || prefixItems.length > 0 ? {} : this.#write(items),
      }),
    };
    this.#open.delete(key);
    return copy;
  }

  /** Where a schema only refers to a whole component, the only kind of reference that Dredd reads. */
  #component({ pointers: [first = '', ...rest] }: EffectiveSchema): string | undefined {
    const found = valueAt(this.#root, first);
    const { $ref: reference, ...beside } = objectOf(found);
    const target = referencePointer(reference);
    if (target === undefined || !/^\/components\/schemas\/[\w.-]+$/.test(target)) return undefined;
    // 3.0 ignores whatever stands beside a $ref, so a constraint there has to be merged.
    const isAlone = effectiveSchema(this.#root, target).pointers.length === rest.length;
    return isAlone && Object.keys(beside).every((name) => NOTES.has(name)) ? target : undefined;
  }
}

/** Keywords that only describe. */
const NOTES: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'example',
  'deprecated',
]);

function schemaExamples(schema: EffectiveSchema): (JsonValue | undefined)[] {
  const examples = schema.keyword('examples');
  return [schema.keyword('example'), ...(Array.isArray(examples) ? examples : [])];
}

/** The type where there is one besides null. 3.0 has no word for several. */
function typeOf({ types }: EffectiveSchema): string | undefined {
  const isNumber = types.includes('number');
  const others = types.filter((type) => type !== 'null' && !(isNumber && type === 'integer'));
  return others.length === 1 ? others[0] : undefined;
}

/** The type, and the values where they are listed. */
function typeCopy(schema: EffectiveSchema): JsonObject {
  const { types } = schema;
  const type = typeOf(schema);
  const isNull = types.length === 1 && types[0] === 'null';
  const values = schema.values ?? (isNull ? [null] : undefined);
  return {
    ...(type !== undefined && { type }),
    ...((isNull || (type !== undefined && types.includes('null'))) && { nullable: true }),
    ...(values !== undefined && { enum: [...values] }),
  };
}
