import type { OpenApiDocument } from '../../openapi/document.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { METHODS } from '../../model/operation.ts';
import { valueAt, referencePointer } from '../../openapi/pointer.ts';
import { SchemaDowngrade } from './downgrade-schema.ts';
import { pickExample } from './pick-example.ts';

/** What the copy says that the document doesn't. */
export interface DowngradeOptions {
  /** The only server of the copy, in place of the document's servers and their variables. */
  readonly baseUrl: string;
}

/**
 * The document as OpenAPI 3.0.3, in one piece: every reference is followed but those to schemas
 * under `components`, and every `allOf` that can be merged is. What 3.0 has no word for is left out.
 */
export function downgradeDocument(
  document: OpenApiDocument,
  options: DowngradeOptions,
): JsonObject {
  return new DocumentDowngrade(document.root).document(options);
}

/** Keys that carry over with values that are the same in both versions. */
function take(source: JsonObject, keys: readonly string[]): JsonObject {
  const target: JsonObject = {};
  for (const key of keys) {
    const value = source[key];
    if (value !== undefined) target[key] = value;
  }
  return target;
}

class DocumentDowngrade {
  readonly #root: JsonObject;
  readonly #schemas: SchemaDowngrade;

  constructor(root: JsonObject) {
    this.#root = root;
    this.#schemas = new SchemaDowngrade(root);
  }

  document({ baseUrl }: DowngradeOptions): JsonObject {
    return {
      openapi: '3.0.3',
      info: this.#info(),
      servers: [{ url: baseUrl }],
      ...take(this.#root, ['tags', 'externalDocs']),
      ...this.#security(this.#root),
      paths: this.#extensible(this.#root['paths'], (item) => this.#pathItem(item)),
      components: this.#components(),
    };
  }

  /** The object behind a chain of references; what stands beside a `$ref` wins (3.1, 4.8.23). */
  #object(value: JsonValue | undefined): JsonObject {
    let current = isJsonObject(value) ? value : {};
    for (let step = 0; step < 100; step += 1) {
      const { $ref: reference, ...beside } = current;
      if (typeof reference !== 'string') break;
      const target = valueAt(this.#root, referencePointer(reference) ?? '');
      current = { ...(isJsonObject(target) ? target : {}), ...beside };
    }
    return current;
  }

  /** As `#map`, for a map that can hold extensions, whose values are what their authors want. */
  #extensible(value: JsonValue | undefined, convert: (item: JsonObject) => JsonObject): JsonObject {
    const entries = Object.entries(this.#object(value));
    const extensions = entries.filter(([name]) => name.startsWith('x-'));
    const items = entries.filter(([name]) => !name.startsWith('x-'));
    return { ...this.#map(Object.fromEntries(items), convert), ...Object.fromEntries(extensions) };
  }

  #map(value: JsonValue | undefined, convert: (item: JsonObject) => JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(this.#object(value)).map(([name, item]) => [
        name,
        convert(this.#object(item)),
      ]),
    );
  }

  #info(): JsonObject {
    const info = this.#object(this.#root['info']);
    const license = this.#object(info['license']);
    return {
      title: '',
      version: '',
      ...take(info, ['title', 'description', 'termsOfService', 'contact', 'version']),
      ...('name' in license && { license: take(license, ['name', 'url']) }),
    };
  }

  #components(): JsonObject {
    const components = this.#object(this.#root['components']);
    const schemas = Object.entries(this.#object(components['schemas']));
    return {
      schemas: Object.fromEntries(
        schemas.map(([name, schema]) => [name, this.#schemas.schema(schema)]),
      ),
      securitySchemes: Object.fromEntries(this.#securitySchemes()),
    };
  }

  /** 3.0 has no mutual TLS. */
  #securitySchemes(): [string, JsonObject][] {
    const components = this.#object(this.#root['components']);
    return Object.entries(this.#object(components['securitySchemes']))
      .map(([name, scheme]): [string, JsonObject] => [name, this.#object(scheme)])
      .filter(([, scheme]) => scheme['type'] !== 'mutualTLS');
  }

  #security(owner: JsonObject): JsonObject {
    const requirements = owner['security'];
    if (!Array.isArray(requirements)) return {};
    const known = new Set(this.#securitySchemes().map(([name]) => name));
    const security = requirements
      .filter(isJsonObject)
      .filter((requirement) => Object.keys(requirement).every((name) => known.has(name)));
    return { security };
  }

  #pathItem(item: JsonObject): JsonObject {
    const target = take(item, ['summary', 'description']);
    const parameters = this.#parameters(item);
    for (const method of METHODS) {
      const operation = getProperty(item, method);
      if (isJsonObject(operation)) target[method] = this.#operation(operation);
    }
    return { ...target, ...parameters };
  }

  #operation(operation: JsonObject): JsonObject {
    const words = ['operationId', 'summary', 'description', 'tags', 'externalDocs', 'deprecated'];
    const target = { ...take(operation, words), ...this.#parameters(operation) };
    if (operation['requestBody'] !== undefined) {
      const body = this.#object(operation['requestBody']);
      target['requestBody'] = {
        ...take(body, ['description', 'required']),
        content: this.#map(body['content'], (mediaType) => this.#mediaType(mediaType)),
      };
    }
    const responses = this.#extensible(operation['responses'], (response) =>
      this.#response(response),
    );
    const isEmpty = Object.keys(responses).length === 0;
    // 3.0 asks for at least one.
    target['responses'] = isEmpty ? { default: { description: '' } } : responses;
    return { ...target, ...this.#security(operation) };
  }

  #parameters(owner: JsonObject): JsonObject {
    const list = owner['parameters'];
    if (!Array.isArray(list)) return {};
    return { parameters: list.map((item) => this.#parameter(this.#object(item))) };
  }

  #parameter(parameter: JsonObject): JsonObject {
    const words = ['name', 'in', 'allowEmptyValue', 'allowReserved'];
    return { ...take(parameter, words), ...this.#serialised(parameter) };
  }

  #response(response: JsonObject): JsonObject {
    const target: JsonObject = { description: '', ...take(response, ['description']) };
    if (response['headers'] !== undefined) {
      target['headers'] = this.#map(response['headers'], (header) => this.#serialised(header));
    }
    if (response['content'] !== undefined) {
      target['content'] = this.#map(response['content'], (type) => this.#mediaType(type));
    }
    return target;
  }

  /** What a parameter and a header have in common. */
  #serialised(source: JsonObject): JsonObject {
    const target = take(source, ['description', 'required', 'deprecated', 'style', 'explode']);
    if (source['content'] !== undefined) {
      return { ...target, content: this.#map(source['content'], (type) => this.#mediaType(type)) };
    }
    return { ...target, ...this.#mediaType(source) };
  }

  #mediaType(mediaType: JsonObject): JsonObject {
    const target: JsonObject = {};
    if (mediaType['schema'] !== undefined) {
      target['schema'] = this.#schemas.schema(mediaType['schema']);
    }
    const example = pickExample(mediaType, (object) => this.#object(object));
    if (example !== undefined) target['example'] = example;
    return { ...target, ...take(mediaType, ['encoding']) };
  }
}
