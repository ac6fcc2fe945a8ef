import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, objectOf } from '../../openapi/json/json-value.ts';
import { firstOperation, sampleRequest } from '../../mock/request-example.ts';
import { type MediaType, type Operation, operations } from '../../model/operation.ts';
import { childPointer, followReferences, fromPointer, valueAt } from '../../openapi/pointer.ts';
import { type EffectiveSchema, effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { looseText } from '../../http/body-text.ts';

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
  /** What it is listed below; empty for none. */
  readonly tag: string;
  /** Names of the security schemes, alternatives separately. */
  readonly security: readonly string[];
  readonly securityLine?: number | undefined;
  readonly parameters: readonly OutlineField[];
  readonly request?: OutlinePart | undefined;
  readonly responses: readonly OutlinePart[];
  readonly sample: OutlineRequest;
}

/** A request that could be sent: what is required, from examples or made up. */
export interface OutlineRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** An operation in a list of them. */
export type OutlineEntry = Pick<
  OutlineOperation,
  'id' | 'method' | 'path' | 'summary' | 'description' | 'line' | 'tag'
>;

/** What a document has, in the form in which the page shows it: what each says is asked for one by one. */
export interface Outline {
  readonly operations: readonly OutlineEntry[];
  readonly schemas: readonly Pick<OutlineSchema, 'name' | 'line'>[];
  /** One that works on a mock that has just begun. */
  readonly first?: OutlineRequest | undefined;
}

/** Properties further down than this are left to the source. */
const MAX_DEPTH = 4;

const SCHEMAS = '/components/schemas';

/** Draws up what a document says. */
export class OutlineDrawer {
  readonly #document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** What there is, in few words. */
  outline(): Outline {
    const schemas = valueAt(this.#document.root, SCHEMAS);
    const first = firstOperation(this.#document);
    return {
      operations: operations(this.#document).map((operation) => this.#entry(operation)),
      schemas: Object.keys(objectOf(schemas)).map((name) => {
        return { name, line: this.#line(childPointer(SCHEMAS, name)) };
      }),
      first: first && this.#request(first),
    };
  }

  /** All of an operation; `undefined` where there is none of this id. */
  operationOf(id: string): OutlineOperation | undefined {
    const found = operations(this.#document).find((operation) => operation.id === id);
    return found && this.#operation(found);
  }

  /** All of a schema; `undefined` where there is none of this name. */
  schemaOf(name: string): OutlineSchema | undefined {
    const pointer = childPointer(SCHEMAS, name);
    return valueAt(this.#document.root, pointer) === undefined ? undefined : this.#schema(pointer);
  }

  #entry({ id, method, path, pointer }: Operation): OutlineEntry {
    const [summary, description] = [
      this.#text(pointer, 'summary'),
      this.#text(pointer, 'description'),
    ];
    const line = this.#line(pointer);
    const tag = this.#text(`${pointer}/tags`, '0');
    return { id, method, path, summary, description, line, tag };
  }

  #operation(operation: Operation): OutlineOperation {
    const { requestBody, responses, security } = operation;
    const scheme = security.flat()[0];
    return {
      ...this.#entry(operation),
      request: requestBody && this.#part('body', requestBody),
      sample: this.#request(operation),
      security: security.map((schemes) => schemes.map(({ name }) => name).join(' and ')),
      securityLine: scheme && this.#line(scheme.pointer),
      parameters: operation.parameters.map((parameter) => ({
        path: parameter.name,
        type: typeOf(effectiveSchema(this.#document.root, parameter.schemaPointer)),
        required: parameter.required,
        description: this.#text(parameter.pointer, 'description'),
        line: this.#line(parameter.pointer),
      })),
      responses: responses.map((response) => this.#part(response.status, response)),
    };
  }

  #schema(pointer: string): OutlineSchema {
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

  #request(operation: Operation): OutlineRequest {
    const { method, path } = operation;
    try {
      const { body, ...request } = sampleRequest(this.#document, operation);
      return { ...request, body: looseText(body) };
    } catch {
      // What can't be made up, its reader can write.
      return { method, target: path, headers: [], body: '' };
    }
  }

  #part(
    name: string,
    { pointer, content }: { readonly pointer: string; readonly content: readonly MediaType[] },
  ): OutlinePart {
    return {
      name,
      description: this.#text(pointer, 'description'),
      line: this.#line(pointer),
      content: content.map(({ name, schemaPointer }) => ({
        mediaType: name,
        schema: schemaPointer === undefined ? undefined : this.#schema(schemaPointer),
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

function typeOf(schema: EffectiveSchema): string {
  const { values, format, items } = schema;
  if (values !== undefined) return values.map(show).join(' | ');
  const type = schema.keyword('type');
  const names = Array.isArray(type) ? type.map(show).join(' or ') : show(type);
  if (names === 'array') return `array of ${items === undefined ? 'any' : typeOf(items)}`;
  return format === undefined ? names : `${names} (${format})`;
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'any';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
