import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonValue } from '../openapi/json/json-value.ts';
import type { Operation } from '../model/operation.ts';
import { createParameterCheck } from '../model/parameters/parameter-check.ts';
import { joinMessages } from './join-messages.ts';
import type { MockRequest, Problem } from '../http/message.ts';

/** Values by `in name`, such as `path thingId`. */
export type ParameterValues = ReadonlyMap<string, JsonValue>;

/** A request's parameters, or what is wrong with them. */
export type ParameterReader = (request: MockRequest) => ParameterValues | Problem;

/** `undefined` where the operation has no parameters: then nothing is read. */
export function parameterReader(
  document: OpenApiDocument,
  operation: Operation,
): ParameterReader | undefined {
  const check = createParameterCheck(document, operation);
  if (check === undefined) return undefined;
  return (request) => {
    const { path, query = '' } = request;
    const { values, faults } = check({ path, query, header: (name) => request.header(name) });
    const [first] = faults;
    if (first === undefined) return values;
    const message = joinMessages(faults.map(({ reason }) => reason));
    return { kind: 'parameter', message, pointer: first.pointer };
  };
}
