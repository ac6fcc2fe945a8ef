/**
 * The engine: load a document, mock it, verify a server with it, lint it. Knows no service, and needs no
 * command line. What takes long to load is loaded by the function that needs it.
 */
export * from './face/defaults.ts';
export * from './face/document.ts';
export * from './face/errors.ts';
export * from './face/lint.ts';
export * from './face/serve.ts';
export * from './face/verify.ts';
