import { type HeaderList, headerValue } from '../../http/exchange.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import type { Validity } from '../../model/validity.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import type { Operation } from '../../model/operation.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import { isMasked } from '../../model/secrets/secret-places.ts';

/** Where a recorded request has its parameters. */
export interface ParameterSource {
  readonly headers: HeaderList;
  readonly query: URLSearchParams;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The first parameter that is missing or breaks its schema. */
export function parameterFault(
  document: OpenApiDocument,
  operation: Operation,
  source: ParameterSource,
): Validity | undefined {
  for (const parameter of operation.parameters) {
    const text = parameterText(parameter, source);
    if (text !== undefined && isMasked(text)) continue;
    const fault =
      text === undefined ? missing(parameter) : broken(document, parameter.schemaPointer, text);
    if (fault) return fault;
  }
  return undefined;
}

function missing({ name, required, pointer }: Parameter): Validity | undefined {
  if (!required) return undefined;
  const reason = `${name} is required`;
  return { kind: 'invalid', pointer: `${pointer}/required`, keyword: 'required', reason };
}

function broken(
  document: OpenApiDocument,
  schemaPointer: string | undefined,
  text: string,
): Validity | undefined {
  if (schemaPointer === undefined) return undefined;
  const validate = compileSchema(document.root, schemaPointer, 'response');
  // Lists and objects have several spellings (OpenAPI 3.1.0, 4.8.12.3), which aren't read here.
  if (validate([]).length === 0 || validate({}).length === 0) return undefined;
  // A parameter's text stands for a string, or for the number or boolean that it spells.
  const attempts = [text, ...spelled(text)].map((value) => validate(value));
  const [issue] = attempts.some((issues) => issues.length === 0) ? [] : attempts.at(-1)!;
  if (!issue) return undefined;
  const { schemaPointer: pointer, keyword, message } = issue;
  // Of a list with a constraint on its items, only its type can be told here.
  const isCertain = keyword !== 'type' || !/array|object/.test(message);
  return isCertain ? { kind: 'invalid', pointer, keyword, reason: message } : undefined;
}

function spelled(text: string): JsonValue[] {
  const result = parseJson(text);
  const isScalar = result.ok && (isJsonNumber(result.value) || typeof result.value === 'boolean');
  return isScalar ? [result.value] : [];
}

function parameterText(parameter: Parameter, source: ParameterSource): string | undefined {
  const { name } = parameter;
  if (parameter.in === 'query') return source.query.get(name) ?? undefined;
  if (parameter.in === 'path') return source.pathParameters[name];
  if (parameter.in === 'header') return headerValue(source.headers, name);
  const cookies = headerValue(source.headers, 'cookie')?.split(/;\s*/) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}
