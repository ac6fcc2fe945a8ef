/** Bytes that clients send and that are read again: `PUT` and `GET /users/{id}/photo`, `POST /files` and `GET /files/{id}/content`. */
import type { OpenApiDocument } from '../openapi/document.ts';
import type { FormField } from './form.ts';
import { nounOf, plainName } from './resources/names.ts';
import { jsonMediaType } from './media-type.ts';
import { type Operation, operationAt, operations, successResponse } from './operation.ts';

/** Where bytes are sent, and where they are read. */
export interface Upload {
  readonly upload: Operation;
  readonly download: Operation;
}

/** What is sent to a path and read there; `undefined` where that is no file. */
export function uploadAt(document: OpenApiDocument, path: string): Upload | undefined {
  const [put, post, download] = ['PUT', 'POST', 'GET'].map((method) =>
    operationAt(document, method, path),
  );
  if (download === undefined || !tellsBytes(download)) return undefined;
  // What is posted to what has a name in the plural is one more.
  const name = plainName(path.split('/').at(-1)!);
  const upload = [put, plainName(nounOf(path)) === name ? post : undefined].find(
    (operation) => operation !== undefined && takesFile(operation),
  );
  return upload && { upload, download };
}

/** What is created from a file that is read at its path, or just below; `undefined` where that is no file, or several. */
export function uploadCreating(
  document: OpenApiDocument,
  upload: Operation,
  item: string,
): Upload | undefined {
  const places = operations(document).filter(({ method, path }) => {
    const rest = path.startsWith(item) ? path.slice(item.length) : undefined;
    return method === 'GET' && rest !== undefined && /^(?:\/[^/{}]+)?\/?$/.test(rest);
  });
  const [download, another] = places.filter(tellsBytes);
  return takesFile(upload) && download !== undefined && another === undefined
    ? { upload, download }
    : undefined;
}

/** Whether a property is called as the number of a file's bytes is. */
export function isByteCount(name: string): boolean {
  return /^(?:(?:file|content|byte)?(?:size|length)|(?:size)?(?:in)?bytes)$/.test(plainName(name));
}

/** The files in the form that an operation takes. */
export function filesIn({ requestBody }: Operation): FormField[] {
  const [mediaType] = requestBody?.content ?? [];
  return [...(mediaType?.form?.fields.values() ?? [])].filter(({ isFile }) => isFile);
}

/** Whether a body is bytes of some kind, no JSON and no form, or a form with one file. */
function takesFile(operation: Operation): boolean {
  const content = operation.requestBody?.content ?? [];
  const isRead = content.some(({ form, sequence }) => form !== undefined || sequence !== undefined);
  const isBytes = content.length > 0 && !isRead && jsonMediaType(content) === undefined;
  return isBytes || filesIn(operation).length === 1;
}

function tellsBytes(operation: Operation): boolean {
  const content = successResponse(operation)?.content ?? [];
  return content.length > 0 && jsonMediaType(content) === undefined;
}
