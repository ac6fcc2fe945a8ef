/** Bytes that are put at a path and read there, such as a photo: `PUT` and `GET /users/{id}/photo`. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { jsonMediaType } from './media-type.ts';
import { type Operation, successResponse, operationAt } from './operation.ts';

/** The operations on what is at one path. */
export interface Upload {
  readonly upload: Operation;
  readonly download: Operation;
}

/** What is put and read at a path; `undefined` where that is no bytes. */
export function uploadAt(document: OpenApiDocument, path: string): Upload | undefined {
  const [upload, download] = ['PUT', 'GET'].map((method) => operationAt(document, method, path));
  const isOne = upload && download && takesBytes(upload) && tellsBytes(download);
  return isOne === true ? { upload, download } : undefined;
}

/** Whether a body is bytes of some kind: no JSON, no form. */
function takesBytes({ requestBody }: Operation): boolean {
  const content = requestBody?.content ?? [];
  const isRead = content.some(({ form, sequence }) => form !== undefined || sequence !== undefined);
  return content.length > 0 && !isRead && jsonMediaType(content) === undefined;
}

function tellsBytes(operation: Operation): boolean {
  const content = successResponse(operation)?.content ?? [];
  return content.length > 0 && jsonMediaType(content) === undefined;
}
