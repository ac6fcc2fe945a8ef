/** Requests on a condition of an ETag (RFC 9110, 13.1). */
import { type Operation, hasResponse } from './operation.ts';
import type { Parameter } from './parameters/parameter.ts';

/** A header by which a request is made on a condition, and the status that says that it isn't met. */
export interface Condition {
  readonly header: string;
  readonly status: number;
}

export const IF_MATCH: Condition = { header: 'If-Match', status: 412 };
export const IF_NONE_MATCH: Condition = { header: 'If-None-Match', status: 304 };

/** A request must be made on a condition. */
const UNCONDITIONAL = 428;

/** Whether the document says that an operation heeds a condition. */
export function heeds(operation: Operation, { header, status }: Condition): boolean {
  const isShown = hasResponse(operation, status);
  return isShown || parameterFor(operation, header) !== undefined;
}

/** The name of the parameter by which a header is sent, as the document spells it; `undefined` where there is none. */
export function parameterFor(operation: Operation, header: string): string | undefined {
  return parameterIn(operation, header)?.name;
}

/** Whether an operation is sent on a condition only: its parameter is required, or a 428 says so (RFC 6585, 3). */
export function requires(operation: Operation, { header }: Condition): boolean {
  const parameter = parameterIn(operation, header);
  const isAsked = hasResponse(operation, UNCONDITIONAL);
  return parameter !== undefined && (isAsked || parameter.required);
}

function parameterIn({ parameters }: Operation, header: string): Parameter | undefined {
  return parameters.find(
    ({ in: place, name }) => place === 'header' && name.toLowerCase() === header.toLowerCase(),
  );
}
