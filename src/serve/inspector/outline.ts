import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type MediaType, type Operation, operations } from '../../model/operation.ts';
import { childPointer, fromPointer, valueAt } from '../../openapi/pointer.ts';
import { referencePointer } from '../../openapi/schema/reference-pointer.ts';

/** One property of a body, for readers. */
export interface OutlineField {
  /** Where it stands in the body: `name`, `address.city`, `tags[]`. */
  readonly path: string;
  /** Such as `integer (int64)`. */
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** Line of the document's source, from 1; absent where the document has no file. */
  readonly line?: number | undefined;
}

/** A schema with a name of its own, or the one of a body. */
export interface OutlineSchema {
  /** Empty where the schema has no name. */
  readonly name: string;
  readonly description: string;
  readonly line?: number | undefined;
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
export interface OutlinePart {
  /** `body`, a status, or a parameter's name. */
  readonly name: string;
  readonly description: string;
  readonly line?: number | undefined;
  readonly content: readonly OutlineContent[];
}

/** A parameter of an operation. */
export interface OutlineParameter extends OutlineField {
  readonly in: string;
}

/** An operation, for readers. */
export interface OutlineOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly line?: number | undefined;
  /** Names of the security schemes, alternatives separately. */
  readonly security: readonly string[];
  readonly securityLine?: number | undefined;
  readonly parameters: readonly OutlineParameter[];
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
        in: parameter.in,
        type: this.#type(parameter.schemaPointer ?? ''),
        required: parameter.required,
        description: this.#text(parameter.pointer, 'description'),
        line: this.#line(parameter.pointer),
      })),
      request: requestBody && this.#part('body', requestBody),
      responses: responses.map((response) => this.#part(response.status, response)),
    };
  }

  schema(pointer: string): OutlineSchema {
    const target = this.#follow(pointer);
    const isNamed = target.startsWith(`${SCHEMAS}/`) && fromPointer(target).length === 3;
    return {
      name: isNamed ? (fromPointer(target).at(-1) ?? '') : '',
      description: this.#text(target, 'description'),
      line: this.#line(target),
      fields: this.#fields(target, '', 0),
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

  /** The properties of a schema and of those it is made of, an array's items included. */
  #fields(pointer: string, prefix: string, depth: number): OutlineField[] {
    if (depth > MAX_DEPTH) return [];
    const parts = this.#parts(pointer, 0);
    const required = new Set(parts.flatMap((part) => this.#required(part)));
    const fields = new Map<string, OutlineField>();
    for (const part of parts) {
      const properties = this.#object(childPointer(part, 'properties'));
      for (const key of Object.keys(properties)) {
        const property = childPointer(part, 'properties', key);
        for (const field of this.#field(property, prefix + key, required.has(key), depth)) {
          if (!fields.has(field.path)) fields.set(field.path, field);
        }
      }
      const items = childPointer(part, 'items');
      if ('items' in this.#object(part)) {
        for (const field of this.#fields(items, `${prefix.replace(/\.$/, '')}[].`, depth + 1)) {
          fields.set(field.path, field);
        }
      }
    }
    return [...fields.values()];
  }

  #field(pointer: string, path: string, required: boolean, depth: number): OutlineField[] {
    const own: OutlineField = {
      path,
      type: this.#type(pointer),
      required,
      description:
        this.#text(pointer, 'description') || this.#text(this.#follow(pointer), 'description'),
      line: this.#line(pointer),
    };
    return [own, ...this.#fields(this.#follow(pointer), `${path}.`, depth + 1)];
  }

  /** The schema itself, and what `allOf` and `$ref` make it of. */
  #parts(pointer: string, depth: number): string[] {
    if (depth > MAX_DEPTH * 2) return [];
    const target = this.#follow(pointer);
    const { allOf } = this.#object(target);
    const members = Array.isArray(allOf) ? [...allOf.keys()] : [];
    return [
      ...members.flatMap((i) => this.#parts(childPointer(target, 'allOf', i), depth + 1)),
      target,
    ];
  }

  #required(pointer: string): string[] {
    const { required } = this.#object(pointer);
    return Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];
  }

  #type(pointer: string): string {
    const schema = this.#object(this.#follow(pointer));
    const { type, format, enum: words } = schema;
    if (Array.isArray(words)) return words.map(show).join(' | ');
    const names = Array.isArray(type) ? type.map(show).join(' or ') : show(type);
    if (names === 'array') return `array of ${this.#type(childPointer(pointer, 'items'))}`;
    return typeof format === 'string' ? `${names} (${format})` : names;
  }

  #follow(pointer: string): string {
    let current = pointer;
    for (let step = 0; step < 100; step += 1) {
      const { $ref } = this.#object(current);
      const target = typeof $ref === 'string' ? referencePointer($ref) : undefined;
      if (target === undefined) return current;
      current = target;
    }
    return current;
  }

  #object(pointer: string): JsonObject {
    const value = valueAt(this.#document.root, pointer);
    return isJsonObject(value) ? value : {};
  }

  #text(pointer: string, key: string): string {
    const value = this.#object(pointer)[key];
    return typeof value === 'string' ? value : '';
  }

  #line(pointer: string): number | undefined {
    return this.#document.locate(pointer)?.line;
  }
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'any';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
