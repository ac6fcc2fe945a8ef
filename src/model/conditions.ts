/** Requests on a condition of an ETag (RFC 9110, 13.1). */
import type { Operation } from './operation.ts';

/** A header by which a request is made on a condition, and the status that says that it isn't met. */
export interface Condition {
  readonly header: string;
  readonly status: number;
}

export const IF_MATCH: Condition = { header: 'If-Match', status: 412 };
export const IF_NONE_MATCH: Condition = { header: 'If-None-Match', status: 304 };

/** Whether the document says that an operation heeds a condition. */
export function heeds(operation: Operation, { header, status }: Condition): boolean {
  const isShown = operation.responses.some((response) => response.status === `${status}`);
  return isShown || parameterFor(operation, header) !== undefined;
}

export function parameterFor({ parameters }: Operation, header: string): string | undefined {
  return parameters.find(
    ({ in: place, name }) => place === 'header' && name.toLowerCase() === header.toLowerCase(),
  )?.name;
}

/** Whether an operation is sent on a condition only. */
export function requires({ parameters }: Operation, { header }: Condition): boolean {
  const isMeant = (name: string): boolean => name.toLowerCase() === header.toLowerCase();
  return parameters.some(({ in: place, name, required }) => {
    return required && place === 'header' && isMeant(name);
  });
}
