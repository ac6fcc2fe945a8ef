import { type Operation, isBearer } from '../model/operation.ts';

/** Whether the operation asks for a bearer credential and nothing less would do. */
export function usesBearer(operation: Operation): boolean {
  return (
    operation.security.length > 0 && operation.security.every((schemes) => schemes.some(isBearer))
  );
}
