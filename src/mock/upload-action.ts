/** Keeps the bytes that are put at a path, and gives them as they came. */
import { bytesOf, latin1 } from '../http/latin1.ts';
import type { Operation } from '../model/operation.ts';
import { collectionName } from '../model/resources/collections.ts';
import { uploadAt } from '../model/uploads.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import type { ResourceAction, ResourceOutcome } from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';
import { newestIn } from './singleton-action.ts';

/** As it is stored: with its media type, and in base64. */
interface StoredFile extends JsonObject {
  readonly type: string;
  readonly content: string;
}

/**
 * What an operation does with them. Until something is put there, its answers are made up.
 *
 * @returns `undefined` where no bytes are put and read at the operation's path.
 */
export function uploadAction(
  document: OpenApiDocument,
  { method, path: template }: Operation,
  store: ResourceStore,
): ResourceAction | undefined {
  const isOne = ['GET', 'PUT', 'DELETE'].includes(method);
  if (!isOne || uploadAt(document, template) === undefined) return undefined;
  const perform: ResourceAction['perform'] = ({ path, bytes, mediaType, full }) => {
    const kept = store.collection(collectionName(path));
    const old = newestIn(kept) as StoredFile | undefined;
    if (method === 'GET') return old === undefined ? MADE_UP : { file: fileOf(old) };
    const file = { type: mediaType, content: btoa(latin1(bytes)) };
    if (old !== undefined) kept.replace(old, method === 'PUT' ? file : undefined);
    else if (method === 'PUT') {
      const problem = full();
      if (problem !== undefined) return problem;
      kept.add(file);
    }
    return MADE_UP;
  };
  return { envelopes: { taken: [], told: [] }, perform };
}

const MADE_UP: ResourceOutcome = { isMadeUp: true };

function fileOf({ type, content }: StoredFile): ResourceOutcome['file'] {
  return { mediaType: type, bytes: bytesOf(atob(content)) };
}
