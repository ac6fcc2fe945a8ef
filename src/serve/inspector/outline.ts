import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type MediaType, type Operation, operations } from '../../model/operation.ts';
import { childPointer, followReferences, fromPointer, valueAt } from '../../openapi/pointer.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** What a reader can look up. */
interface Described {
  readonly description: string;
  /** Line of the document's source, from 1; absent where the document has no file. */
  readonly line?: number | undefined;
}

/** A parameter, or one property of a body, for readers. */
export interface OutlineField extends Described {
  /** Where it stands in the body: `name`, `address.city`, `tags[]`. */
  readonly path: string;
  /** Such as `integer (int64)`. */
  readonly type: string;
  readonly required: boolean;
}

/** A schema with a name of its own, or the one of a body. */
export interface OutlineSchema extends Described {
  /** Empty where the schema has no name. */
  readonly name: string;
  readonly fields: readonly OutlineField[];
}

/** A body in one media type. */
export interface OutlineContent {
  readonly mediaType: string;
  /** The document's first example as JSON; `{}` where it has none. */
  readonly example: string;
  readonly schema?: OutlineSchema | undefined;
}

/** A part of an operation that can be linked to. */
export interface OutlinePart extends Described {
  /** `body`, or a status. */
  readonly name: string;
  readonly content: readonly OutlineContent[];
}

/** An operation, for readers. */
export interface OutlineOperation extends Described, Pick<Operation, 'id' | 'method' | 'path'> {
  readonly summary: string;
  /** Names of the security schemes, alternatives separately. */
  readonly security: readonly string[];
  readonly securityLine?: number | undefined;
  readonly parameters: readonly OutlineField[];
  readonly request?: OutlinePart | undefined;
  readonly responses: readonly OutlinePart[];
}

/** What a document says, in the form in which the page shows it. */
export interface Outline {
  readonly operations: readonly OutlineOperation[];
  readonly schemas: readonly OutlineSchema[];
}

/** Properties further down than this are left to the source. */
const MAX_DEPTH = 4;

const SCHEMAS = '/components/schemas';

/** Draws up a document's outline. */
export function outlineOf(document: OpenApiDocument): Outline {
  const drawer = new OutlineDrawer(document);
  const schemas = valueAt(document.root, SCHEMAS);
  return {
    operations: operations(document).map((operation) => drawer.operation(operation)),
    schemas: isJsonObject(schemas)
      ? Object.keys(schemas).map((name) => drawer.schema(childPointer(SCHEMAS, name)))
      : [],
  };
}

class OutlineDrawer {
  readonly #document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  operation(operation: Operation): OutlineOperation {
    const { id, method, path, pointer, requestBody, responses, security } = operation;
    const scheme = security.flat()[0];
    return {
      id,
      method,
      path,
      summary: this.#text(pointer, 'summary'),
      description: this.#text(pointer, 'description'),
      line: this.#line(pointer),
      security: security.map((schemes) => schemes.map(({ name }) => name).join(' and ')),
      securityLine: scheme && this.#line(scheme.pointer),
      parameters: operation.parameters.map((parameter) => ({
        path: parameter.name,
        type: typeOf(effectiveSchema(this.#document.root, parameter.schemaPointer)),
        required: parameter.required,
        description: this.#text(parameter.pointer, 'description'),
        line: this.#line(parameter.pointer),
      })),
      request: requestBody && this.#part('body', requestBody),
      responses: responses.map((response) => this.#part(response.status, response)),
    };
  }

  schema(pointer: string): OutlineSchema {
    const target = followReferences(this.#document.root, pointer);
    const isNamed = target.startsWith(`${SCHEMAS}/`) && fromPointer(target).length === 3;
    const schema = effectiveSchema(this.#document.root, pointer);
    return {
      name: isNamed ? (fromPointer(target).at(-1) ?? '') : '',
      description: textOf(schema, 'description'),
      line: this.#line(target),
      fields: this.#fields(schema, '', 0),
    };
  }

  #part(
    name: string,
    { pointer, content }: { readonly pointer: string; readonly content: readonly MediaType[] },
  ): OutlinePart {
    return {
      name,
      description: this.#text(pointer, 'description'),
      line: this.#line(pointer),
      content: content.map(({ name, schemaPointer, examples }) => ({
        mediaType: name,
        example: stringifyJson(Object.values(examples)[0] ?? {}),
        schema: schemaPointer === undefined ? undefined : this.schema(schemaPointer),
      })),
    };
  }

  /** The properties of a schema, those of an array's items included. */
  #fields(
    { properties, required, items }: EffectiveSchema,
    prefix: string,
    depth: number,
  ): OutlineField[] {
    if (depth > MAX_DEPTH) return [];
    const fields = [...properties].flatMap(([name, schema]) => {
      const path = prefix + name;
      const field: OutlineField = {
        path,
        type: typeOf(schema),
        required: required.has(name),
        description: textOf(schema, 'description'),
        line: this.#line(schema.pointers[0] ?? ''),
      };
      return [field, ...this.#fields(schema, `${path}.`, depth + 1)];
    });
    const listed = items && this.#fields(items, `${prefix.replace(/\.$/, '')}[].`, depth + 1);
    return [...fields, ...(listed ?? [])];
  }

  #text(pointer: string, key: string): string {
    const value = valueAt(this.#document.root, childPointer(pointer, key));
    return typeof value === 'string' ? value : '';
  }

  #line(pointer: string): number | undefined {
    return this.#document.locate(pointer)?.line;
  }
}

function textOf(schema: EffectiveSchema, keyword: string): string {
  const value = schema.keyword(keyword);
  return typeof value === 'string' ? value : '';
}

function typeOf({ values, keyword, format, items }: EffectiveSchema): string {
  if (values !== undefined) return values.map(show).join(' | ');
  const type = keyword('type');
  const names = Array.isArray(type) ? type.map(show).join(' or ') : show(type);
  if (names === 'array') return `array of ${items === undefined ? 'any' : typeOf(items)}`;
  return format === undefined ? names : `${names} (${format})`;
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'any';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
