/** What there is one of for each resource, and what is put there and read: `/users/{id}/settings`. */
import { bytesOf, latin1 } from '../http/latin1.ts';
import { type Operation, operationAt, successResponse } from '../model/operation.ts';
import { contentTypeFor, findMediaType } from '../model/media-type.ts';
import { collectionName } from '../model/resources/collections.ts';
import { type Upload, filesIn, uploadAt, uploadCreating } from '../model/uploads.ts';
import type { Envelope } from '../model/resources/envelope.ts';
import { pathAbove } from '../model/resources/names.ts';
import { valueOf } from '../model/lists/item-properties.ts';
import { listOf } from '../model/lists/lists.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, getProperty, isJsonObject } from '../openapi/json/json-value.ts';
import { listPages, replaced, sourceOf } from './list-pages.ts';
import {
  type ResourceAction,
  type ResourceCall,
  type ResourceOutcome,
  unknownResource,
} from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';
import { collectionsOf } from './spread-store.ts';
import { commonEnvelopes } from '../model/resources/envelopes-in.ts';
import type { Change } from './changes.ts';
import type { ItemFamily, ResourceFamily } from '../model/resources/resources.ts';

/**
 * Keeps what is put at a path, and tells it. Until something is put there, its answers are made up, unless
 * clients name what they put: then there is nothing.
 *
 * @param change What the operation's method does.
 * @param named The family of what clients put there under names that the resources don't tell.
 * @returns `undefined` where nothing is put and read at the operation's path.
 */
export function singletonAction(
  document: OpenApiDocument,
  operation: Operation,
  store: ResourceStore,
  change: Change,
  named?: ItemFamily,
): ResourceAction | undefined {
  const { method, path: template } = operation;
  const [put, patch, read] = ['PUT', 'PATCH', 'GET'].map((name) =>
    operationAt(document, name, template),
  );
  const write = put ?? patch;
  if (write === undefined || read === undefined) return undefined;
  const common = commonEnvelopes(document, write, read);
  if (common === undefined) return undefined;
  const { told } = common;
  const { taken } = commonEnvelopes(document, operation, read) ?? common;
  const envelopes =
    method === 'GET'
      ? { taken: [], told }
      : { taken, told: commonEnvelopes(document, operation, operation)?.told ?? [] };
  const mayCreate = named?.create === operation;
  const partOf = partOfList(document, operation, told);
  const perform: ResourceAction['perform'] = (call) => {
    const { path, parameters, over, complete, unmet } = call;
    const resources = store.collection(collectionName(path));
    const old = newestIn(resources);
    const isCreated = mayCreate && old === undefined;
    if (named !== undefined && old === undefined && !isCreated) {
      return unknownResource(named, parameters);
    }
    const full = isCreated ? call.full() : undefined;
    if (full !== undefined) return full;
    if (method === 'GET')
      return { resource: old && partOf(old, call), isMadeUp: old === undefined };
    const problem = old && unmet(old);
    if (problem !== undefined) return problem;
    const changed = change(old ?? {}, over(old ?? {}));
    const resource = changed && complete(changed);
    if (old !== undefined && Object.keys(old).length > 0) resources.replace(old, resource);
    else if (resource !== undefined) resources.add(resource);
    return { resource: resource ?? old, isMadeUp: resource === undefined, isCreated };
  };
  return { envelopes, perform, mayCreate };
}

/** Of what is kept, that part of its list which a request asks for; all of it where it is no list. */
function partOfList(
  document: OpenApiDocument,
  operation: Operation,
  told: Envelope,
): (kept: JsonObject, call: ResourceCall) => JsonObject {
  const list = listOf(document, operation);
  if (list === undefined || list.path.length <= told.length) return (kept) => kept;
  const path = list.path.slice(told.length);
  const pageAt = listPages(list);
  return (kept, { parameters: values, address, tellItem: tell }) => {
    const items = valueOf({ path }, kept);
    if (!Array.isArray(items)) return kept;
    const { items: shown } = pageAt(sourceOf(items), { values, address: address(), tell });
    const part = replaced(kept, path, [...shown]);
    return isJsonObject(part) ? part : kept;
  };
}

/** What is kept just below a path, in the order in which it was put there; copies. */
export function singletonsBelow(path: string, store: ResourceStore): JsonObject[] {
  const parts = [...collectionsOf(`${collectionName(path)}/{name}`, store)];
  return parts.flatMap((part) => part.list(part.size - 1) as JsonObject[]);
}

/** What clients have called those that are kept just below a path. */
export function namesBelow(path: string, store: ResourceStore): string[] {
  const above = collectionName(path);
  return [...(store.names?.() ?? [])].flatMap((name) => {
    const isThere = pathAbove(name) === above && store.collection(name).size > 0;
    return isThere ? [decodeURIComponent(name.slice(above.length + 1))] : [];
  });
}

/** As it is kept: what stores list are copies, and they find what has a property. */
export function newestIn(store: ResourceStore): JsonObject | undefined {
  const [shown] = store.size === 0 ? [] : (store.list(store.size - 1, 1) as JsonObject[]);
  const [first] = Object.entries(shown ?? {});
  return first === undefined ? shown : store.find(...first);
}

/** As it is stored: with its media type, and in base64. */
interface StoredFile extends JsonObject {
  readonly type: string;
  readonly content: string;
}

/** Is left of one, so that nothing is made up in its place. */
const REMOVED: StoredFile = { type: '', content: '' };

/**
 * What an operation does with them. Until something is put there, its answers are made up.
 *
 * @returns `undefined` where no bytes are put and read at the operation's path.
 */
export function uploadAction(
  document: OpenApiDocument,
  operation: Operation,
  store: ResourceStore,
): ResourceAction | undefined {
  const { method, path: template } = operation;
  const upload = uploadAt(document, template);
  const isRemoval = method === 'DELETE';
  if (upload === undefined || (method !== 'GET' && !isRemoval && operation !== upload.upload)) {
    return undefined;
  }
  const perform: ResourceAction['perform'] = (call) => {
    const { path, full } = call;
    const resources = store.collection(collectionName(path));
    const old = newestIn(resources) as StoredFile | undefined;
    const isGone = old?.type === REMOVED.type;
    if (method === 'GET' && isGone) {
      return { kind: 'resource-unknown', message: `there is no file at ${path}` };
    }
    if (method === 'GET') return old === undefined ? MADE_UP : { file: fileOf(old) };
    const file = isRemoval ? REMOVED : storedFile(upload, call);
    if (old !== undefined) resources.replace(old, file);
    else if (!isRemoval) {
      const problem = full();
      if (problem !== undefined) return problem;
      resources.add(file);
    }
    return MADE_UP;
  };
  return { envelopes: { taken: [], told: [] }, perform };
}

/** The file that a resource is created from, kept where it is read. */
export interface CreatedFile {
  /** Where it is read. */
  readonly download: Operation;
  /** Keeps the file of a request for the resource at a path; says how many bytes it has. */
  keep(call: Pick<ResourceCall, 'bytes' | 'mediaType' | 'sent'>, path: string): number;
  /** Reads it at its path. */
  tell(path: string): ResourceOutcome;
}

/** @returns `undefined` where what is created is from no file, or none that is read again. */
export function createdFile(
  document: OpenApiDocument,
  { create, item }: Pick<ResourceFamily, 'create' | 'item'>,
  store: ResourceStore,
): CreatedFile | undefined {
  const upload = item === undefined ? undefined : uploadCreating(document, create, item);
  if (item === undefined || upload === undefined) return undefined;
  const { download } = upload;
  const keptAt = (path: string): ResourceStore => store.collection(collectionName(path));
  return {
    download,
    keep: (call, path) => {
      const file = storedFile(upload, call);
      keptAt(path + download.path.slice(item.length)).add(file);
      return atob(file.content).length;
    },
    tell: (path) => {
      const file = newestIn(keptAt(path)) as StoredFile | undefined;
      return file === undefined ? MADE_UP : { file: fileOf(file) };
    },
  };
}

/** The file of a request, as it is stored: its body, or a field of it. */
function storedFile(
  { upload, download }: Upload,
  { bytes, mediaType, sent }: Pick<ResourceCall, 'bytes' | 'mediaType' | 'sent'>,
): StoredFile {
  const [field] = filesIn(upload);
  const { content: types = [] } = successResponse(download) ?? {};
  const member = isJsonObject(sent) && field ? getProperty(sent, field.parameter.name) : '';
  const isWhole = field === undefined && findMediaType(types, mediaType) !== undefined;
  return {
    type: isWhole ? mediaType : contentTypeFor(types[0]),
    content: btoa(field === undefined ? latin1(bytes) : typeof member === 'string' ? member : ''),
  };
}

const MADE_UP: ResourceOutcome = { isMadeUp: true };

function fileOf({ type, content }: StoredFile): ResourceOutcome['file'] {
  return { mediaType: type, bytes: bytesOf(atob(content)) };
}
