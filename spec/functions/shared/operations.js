import { entriesOf, isObject } from './objects.js';

const METHODS = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]);

/** Every operation of the document's paths, with its path in the document. */
export function* operationsOf(document) {
  for (const [pathName, pathItem] of entriesOf(document?.paths)) {
    for (const [method, operation] of entriesOf(pathItem)) {
      if (!METHODS.has(method) || !isObject(operation)) continue;
      yield { operation, method, path: ['paths', pathName, method] };
    }
  }
}
