import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { exactNumber } from '../../openapi/json/exact-number.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { matchOperation, routerOf } from '../../model/routes.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import { valueAt } from '../../openapi/pointer.ts';
import { readYaml } from '../../openapi/read-yaml.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import { bodySchema, isJson } from '../../model/media-type.ts';
import type { ServerRequest } from '../read-request.ts';
import { ControlError } from './reply.ts';

const FILE = 'control.openapi.yaml';

/** Reads requests of the control API as its own OpenAPI document describes them. */
export class ControlDocument {
  readonly document: OpenApiDocument;
  readonly #operations: readonly Operation[];

  constructor() {
    const source = readYaml(readFileSync(new URL(FILE, import.meta.url), 'utf8'), FILE);
    this.document = {
      root: source.value as JsonObject,
      locate: (pointer) => source.locate(pointer),
    };
    this.#operations = operations(this.document);
  }

  /**
   * The operation of a request and what its path's braces hold.
   *
   * @param path Below the control API's prefix.
   * @throws {ControlError} 404 for an unknown path, 405 for an unknown method.
   */
  match(method: string, path: string): { operation: Operation; path: Record<string, string> } {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const match = matchOperation(this.#operations, wanted, path, '');
    if (match) return { operation: match.operation, path: { ...match.pathParameters } };
    const route = routerOf(this.#operations)(path);
    if (route === undefined) {
      throw new ControlError(
        404,
        'unknown-path',
        `The control API has no path ${JSON.stringify(path.slice(0, 100))}. GET openapi.json lists them.`,
      );
    }
    const allow = [...route.byMethod.keys()].join(', ');
    throw new ControlError(
      405,
      'unknown-method',
      `${path} has no method ${method}. It has ${allow}.`,
      { allow },
    );
  }

  /**
   * The request's body; `undefined` for an operation without one.
   *
   * @throws {ControlError} where it is no JSON or breaks its schema.
   */
  body({ requestBody }: Operation, request: ServerRequest): JsonValue | undefined {
    const pointer = bodySchema(requestBody);
    if (pointer === undefined) return undefined;
    const type = request.header('content-type') ?? '';
    if (!isJson(type)) {
      throw new ControlError(
        415,
        'media-type',
        `The body must be application/json, not ${JSON.stringify(type.slice(0, 100))}. Send the header Content-Type: application/json.`,
      );
    }
    const parsed = parseJson(textOf(request.body));
    if (!parsed.ok) {
      throw new ControlError(400, 'invalid-json', `The body is not JSON: ${parsed.message}.`);
    }
    this.#check(parsed.value, pointer, 'invalid-body', 'The body is invalid');
    return parsed.value;
  }

  /**
   * Query and path parameters by name, defaults filled in.
   *
   * @throws {ControlError} where one breaks its schema.
   */
  parameters(
    { parameters }: Operation,
    path: Readonly<Record<string, string>>,
    query: URLSearchParams,
  ): Record<string, JsonValue> {
    const known = parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name }) => name);
    const stray = [...query.keys()].find((name) => !known.includes(name));
    if (stray !== undefined) {
      const all = known.length === 0 ? 'none' : known.join(', ');
      const message = `There is no parameter ${JSON.stringify(stray.slice(0, 100))}. Known: ${all}.`;
      throw new ControlError(400, 'unknown-parameter', message);
    }
    const pairs = parameters.flatMap((parameter) => {
      const given = parameter.in === 'path' ? path[parameter.name] : query.get(parameter.name);
      const value = this.#parameter(parameter, given ?? undefined);
      return value === undefined ? [] : [[parameter.name, value] as const];
    });
    return Object.fromEntries(pairs);
  }

  #parameter(
    { name, schemaPointer = '' }: Parameter,
    text: string | undefined,
  ): JsonValue | undefined {
    const schema = valueAt(this.document.root, schemaPointer);
    if (!isJsonObject(schema)) return undefined;
    if (text === undefined) return schema['default'];
    const isNumber = schema['type'] === 'integer' && /^-?(?:0|[1-9]\d*)$/.test(text);
    const value = isNumber ? exactNumber(text) : text;
    const what = `The parameter ${name} is invalid`;
    this.#check(value, schemaPointer, 'invalid-parameter', what, 'its value');
    return value;
  }

  #check(value: JsonValue, pointer: string, code: string, what: string, label?: string): void {
    const [issue] = compileSchema(this.document.root, pointer)(value, label);
    if (issue !== undefined) throw new ControlError(400, code, `${what}: ${issue.message}.`);
  }
}

function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new ControlError(400, 'invalid-json', 'The body is not UTF-8.');
  }
}
