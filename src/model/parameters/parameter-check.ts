import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { Operation } from '../operation.ts';
import { type PathTemplate, pathTemplate } from '../routes.ts';
import { pairOf } from '../../openapi/percent.ts';
import { childPointer } from '../../openapi/pointer.ts';
import { type SchemaValidator, compileSchema } from '../../openapi/schema/compile-schema.ts';
import type { Parameter } from './parameter.ts';
import {
  type ParameterSource,
  type ReadParameter,
  UnreadableParameter,
  isEmptyIn,
  parameterReader,
} from './read-parameter.ts';

/** How a request's parameter breaks the document. */
export interface ParameterFault {
  readonly parameter: Parameter;
  /** JSON Pointer into the document, to what is broken. */
  readonly pointer: string;
  /** The keyword (JSON Schema), `required`, or `syntax` where it can't be read at all. */
  readonly keyword: string;
  /** `the query parameter limit must be an int32, got the string "x"`. */
  readonly reason: string;
}

/** A request as the check needs it. */
export interface ParameterRequest {
  /** Below base_url, without the query. */
  readonly path: string;
  /** Behind the question mark; empty where there is none. */
  readonly query: string;
  /** By lowercase name. */
  header(name: string): string | undefined;
}

/** What a request's parameters say, and what is wrong with them. */
export interface CheckedParameters {
  /** Of those that could be read, by `in name`, such as `path thingId`. */
  readonly values: ReadonlyMap<string, JsonValue>;
  readonly faults: readonly ParameterFault[];
}

/** Reads and checks a request's parameters. */
export type ParameterCheck = (request: ParameterRequest) => CheckedParameters;

interface Compiled {
  readonly parameter: Parameter;
  readonly read: ReadParameter;
  readonly validate: SchemaValidator | undefined;
}

/** The check of an operation's parameters; `undefined` where it has none. */
export function createParameterCheck(
  { root }: OpenApiDocument,
  operation: Operation,
): ParameterCheck | undefined {
  if (operation.parameters.length === 0) return undefined;
  const template = pathTemplate(operation.path);
  const compiled: Compiled[] = operation.parameters.map((parameter) => ({
    parameter,
    read: parameterReader(root, parameter, (name) => isTaken(operation, name, parameter)),
    validate:
      parameter.schemaPointer === undefined
        ? undefined
        : compileSchema(root, parameter.schemaPointer, 'request'),
  }));
  return (request) => {
    const source = sourceOf(request, template);
    const values = new Map<string, JsonValue>();
    const faults = compiled.flatMap((parameter) => checkOne(parameter, source, values));
    return { values, faults };
  };
}

function checkOne(
  { parameter, read, validate }: Compiled,
  source: ParameterSource,
  values: Map<string, JsonValue>,
): ParameterFault[] {
  const { name, in: place, pointer, required } = parameter;
  const label = `the ${place} parameter ${name}`;
  // The name alone is a value where the document says so, whatever its schema (4.8.12.2.1).
  if (parameter.allowEmptyValue && place === 'query' && isEmptyIn(source.query, parameter)) {
    if (validate === undefined || validate('').length === 0) values.set(`query ${name}`, '');
    return [];
  }
  try {
    const value = read(source);
    if (value === undefined) {
      if (!required) return [];
      const keyword = 'required';
      const at = childPointer(pointer, keyword);
      return [{ parameter, pointer: at, keyword, reason: `${label} is required` }];
    }
    values.set(`${place} ${name}`, value);
    return (validate?.(value, label) ?? []).map(({ schemaPointer, keyword, message }) => {
      return { parameter, pointer: schemaPointer, keyword, reason: message };
    });
  } catch (error) {
    if (!(error instanceof UnreadableParameter)) throw error;
    return [{ parameter, pointer, keyword: 'syntax', reason: `${label} ${error.message}` }];
  }
}

/** Whether a name in the query (or in cookies) is another parameter's or key's, and no object's property. */
function isTaken({ parameters, security }: Operation, key: string, candidate: Parameter): boolean {
  const isParameter = parameters.some((parameter) => {
    const isNamed =
      parameter.name === key ||
      (parameter.style === 'deepObject' && key.startsWith(`${parameter.name}[`));
    return parameter !== candidate && parameter.in === candidate.in && isNamed;
  });
  const isKey = security.flat().some((scheme) => {
    return scheme.in === candidate.in && scheme.parameterName === key;
  });
  return isParameter || isKey;
}

function sourceOf(request: ParameterRequest, template: PathTemplate): ParameterSource {
  const { path, query } = request;
  const parts = template.parts(path);
  return {
    pathPart: (name) => parts?.get(name),
    query: query === '' ? [] : query.split('&').map(pairOf),
    querystring: query,
    header: (name) => request.header(name),
  };
}
