import type { Operation } from '../../model/operation.ts';
import { isQueryPath } from '../../model/resources/names.ts';
import { saidOf } from '../../model/words.ts';
import { onceFor } from '../../openapi/once.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';

/** What an operation says that creates a resource only if there is none. */
const EXISTING = /\breturn(?:s|ed|ing)? (?:\w+ ){0,3}existing\b/i;

/**
 * Whether the answer is about something else than what was sent: the body asks for something, the operation deletes,
 * or it may return what is there already.
 */
export const isOfOther: (document: OpenApiDocument, operation: Operation) => boolean = onceFor(
  (document, operation) => {
    const { method, path } = operation;
    if (!/^(?:POST|PUT|PATCH)$/.test(method) || isQueryPath(path)) return true;
    return EXISTING.test(saidOf(document, operation));
  },
  (_document, operation) => operation,
);
