/** The errors that the face throws; the message of each says what failed, why, and what to do. */
export { StateError } from '../mock/state-error.ts';
export { DiagnosticError } from '../openapi/diagnostic.ts';
export { LintError, UnwrittenReport } from '../openapi/linter.ts';
export { PersistError } from '../serve/persist/persist-error.ts';
export { StoreAwayError } from '../serve/shared/shared-store.ts';
