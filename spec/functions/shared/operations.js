import { entriesOf, isObject } from './objects.js';

/** Of a path item; the last since OpenAPI 3.2. */
export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
];

/** Every operation of the document's paths, with its path in the document. */
export function* operationsOf(document) {
  for (const [pathName, pathItem] of entriesOf(document?.paths)) {
    for (const [method, operation] of entriesOf(pathItem)) {
      if (!METHODS.includes(method) || !isObject(operation)) continue;
      yield { operation, method, path: ['paths', pathName, method] };
    }
  }
}
