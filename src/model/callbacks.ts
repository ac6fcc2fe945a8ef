/** What a service sends by itself: callbacks (OpenAPI 3.1.0, 4.8.18), and webhooks (4.8.1). */
import type { OpenApiDocument } from '../openapi/document.ts';
import { objectOf } from '../openapi/json/json-value.ts';
import { childPointer, followReferences, valueAt } from '../openapi/pointer.ts';
import { type Operation, operations, operationsAt } from './operation.ts';

/** A request that a service sends. */
export interface Callback {
  /** As the document calls it. */
  readonly name: string;
  /** The expression that says where it goes; `undefined` for a webhook, which someone has to be told of otherwise. */
  readonly url?: string | undefined;
  /** What is sent there; its path is the name. */
  readonly operation: Operation;
}

/** What is sent after an operation has succeeded. */
export function callbacksOf(document: OpenApiDocument, { pointer }: Operation): Callback[] {
  return itemsOf(document, childPointer(pointer, 'callbacks')).flatMap(({ name, written }) => {
    const callback = followReferences(document.root, written);
    return itemsOf(document, callback).flatMap(({ name: url, written: item }) => {
      return operationsAt(document, name, item).map((operation) => ({ name, url, operation }));
    });
  });
}

/** What can be sent by hand: the webhooks, then the callbacks of all operations. */
export function sentByHand(document: OpenApiDocument): Callback[] {
  const webhooks = itemsOf(document, '/webhooks').flatMap(({ name, written }): Callback[] => {
    return operationsAt(document, name, written).map((operation) => ({ name, operation }));
  });
  return [
    ...webhooks,
    ...operations(document).flatMap((operation) => callbacksOf(document, operation)),
  ];
}

function itemsOf({ root }: OpenApiDocument, pointer: string): { name: string; written: string }[] {
  const map = valueAt(root, pointer);
  const names = Object.keys(objectOf(map));
  return names
    .filter((name) => !name.startsWith('x-'))
    .map((name) => ({ name, written: childPointer(pointer, name) }));
}
