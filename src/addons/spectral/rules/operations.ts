/** Rules on paths, operations, and what they send and answer. */
import { type JsonObject, isJsonObject } from '../../../openapi/json/json-value.ts';
import { nearestWord } from '../../../openapi/nearest-word.ts';
import { fromPointer, referencePointer } from '../../../openapi/pointer.ts';
import {
  type LintedDocument,
  childPointer,
  entriesOf,
  itemsOf,
  lastKey,
  parentOf,
  textsOf,
} from './linted-document.ts';
import type { LintRule, RuleFinding } from './rule.ts';

function* malformedPaths(document: LintedDocument): Iterable<RuleFinding> {
  for (const [path] of entriesOf(document.root['paths'])) {
    const pointer = childPointer('/paths', path);
    const [colon] = /(?<=\/):\w+/.exec(path) ?? [];
    // `{name=shelves/*}`, as gRPC has it.
    const [odd, name] = /\{([^{}/?#=]*)[^{}]*[/?#][^{}]*\}/.exec(path) ?? [];
    if (odd !== undefined) {
      const message = `"${odd}" is no parameter of OpenAPI: write {${name}}, and each part of the path by itself.`;
      yield { pointer, message };
    } else if (!/^[^{}]*(?:\{[^{}/?#]+\}[^{}]*)*$/.test(path)) {
      const message = `The braces of "${path}" don't match: write each parameter as {name}.`;
      yield { pointer, message };
    } else if (colon !== undefined) {
      const message = `"${colon}" is no parameter of OpenAPI: write {${colon.slice(1)}}.`;
      yield { pointer, message };
    } else if (/[?#]/.test(path)) {
      const message = `The path "${path}" has a query: describe it by parameters with "in: query".`;
      yield { pointer, message };
    }
  }
}

/** Operations of paths: what webhooks and callbacks describe is asked of others. */
function* operationsOf(
  document: LintedDocument,
): Iterable<{ readonly value: JsonObject; readonly pointer: string; readonly path: string }> {
  for (const { value, pointer } of document.of('operation')) {
    const [, path] = /^\/paths\/([^/]+)\/[^/]+$/.exec(pointer) ?? [];
    if (path !== undefined) yield { value, pointer, path: fromPointer(`/${path}`)[0] ?? '' };
  }
}

function* withoutSuccess(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer } of operationsOf(document)) {
    const { responses } = value;
    if (!isJsonObject(responses) || Object.keys(responses).length === 0) continue;
    if (Object.keys(responses).some((status) => /^(?:[123]|default$|x-)/.test(status))) continue;
    const message =
      'The operation has no success response: describe what a valid request gets, under 200 or another 2xx.';
    yield { pointer: childPointer(pointer, 'responses'), message };
  }
}

function* bodiesWhereNoneIs(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer } of document.of('operation')) {
    const method = lastKey(pointer);
    if (/^(?:get|head|trace)$/.test(method) && 'requestBody' in value) {
      const message = `A ${method.toUpperCase()} has no request body: use parameters, or another method.`;
      yield { pointer: childPointer(pointer, 'requestBody'), message };
    }
    for (const [status] of entriesOf(value['responses'])) {
      if (!/^(?:1\d\d|204|205|304)$/.test(status)) continue;
      const response = document.follow(childPointer(pointer, 'responses', status));
      if (Object.keys(response.value['content'] ?? {}).length === 0) continue;
      const message = `A ${status} has no body: take its content out, or use another status.`;
      const place = childPointer(response.pointer, 'content');
      yield { pointer: place, message, cause: `${status} ${response.pointer}` };
    }
  }
}

/** Names of what takes credentials, and may refuse them with 401 though it is open. */
const SIGNING_IN =
  /log-?_?in|log-?_?on|sign-?_?in|auth|token|session|password|credential|otp|verify/i;

function* openYet401(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer, path } of operationsOf(document)) {
    const { security, responses, operationId } = value;
    if (!Array.isArray(security) || security.length > 0) continue;
    if (!isJsonObject(responses) || !('401' in responses)) continue;
    if (SIGNING_IN.test(`${path} ${typeof operationId === 'string' ? operationId : ''}`)) continue;
    const message =
      'The operation asks for no credential ("security: []"), and documents a 401: take one of them out.';
    yield { pointer: childPointer(pointer, 'security'), message };
  }
}

function* undefinedSchemes(document: LintedDocument): Iterable<RuleFinding> {
  const schemes = document.follow('/components/securitySchemes').value;
  const names = Object.keys(schemes);
  for (const { value, pointer, kind } of document.nodes) {
    if (kind !== 'document' && kind !== 'operation') continue;
    for (const [i, requirement] of itemsOf(value['security']).entries()) {
      for (const [name, scopes] of entriesOf(requirement)) {
        const place = childPointer(pointer, 'security', i, name);
        if (!names.includes(name)) {
          const near = nearestWord(name, names);
          const hint =
            near === undefined ? 'define it under components.' : `did you mean "${near}"?`;
          const message = `There is no security scheme "${name}": ${hint}`;
          yield { pointer: place, message, cause: name };
        } else {
          yield* undefinedScopes(document, name, textsOf(scopes), place);
        }
      }
    }
  }
}

function* undefinedScopes(
  document: LintedDocument,
  scheme: string,
  scopes: readonly string[],
  pointer: string,
): Iterable<RuleFinding> {
  const place = childPointer('/components/securitySchemes', scheme);
  const { type, flows } = document.follow(place).value;
  if (type !== 'oauth2' || !isJsonObject(flows)) return;
  const known = Object.values(flows).flatMap((flow) =>
    isJsonObject(flow) ? entriesOf(flow['scopes']).map(([scope]) => scope) : [],
  );
  // Some documents name none, and leave them to the provider.
  if (known.length === 0) return;
  for (const [i, scope] of scopes.entries()) {
    if (known.includes(scope)) continue;
    const near = nearestWord(scope, known);
    const hint = near === undefined ? 'define it in its flows.' : `did you mean "${near}"?`;
    const message = `The security scheme "${scheme}" has no scope "${scope}": ${hint}`;
    yield { pointer: childPointer(pointer, i), message, cause: `${scheme} ${scope}` };
  }
}

function* lostLinks(document: LintedDocument): Iterable<RuleFinding> {
  const byId = new Map(
    document.of('operation').flatMap(({ value, pointer }) => {
      const { operationId } = value;
      return typeof operationId === 'string' ? [[operationId, pointer] as const] : [];
    }),
  );
  for (const { value, pointer } of document.of('link')) {
    const { operationId, operationRef } = value;
    if (typeof operationId === 'string' && !byId.has(operationId)) {
      const near = nearestWord(operationId, [...byId.keys()]);
      const hint = near === undefined ? 'name one of this document.' : `did you mean "${near}"?`;
      const message = `The link leads to no operation "${operationId}": ${hint}`;
      yield { pointer: childPointer(pointer, 'operationId'), message };
    }
    const inside = referencePointer(operationRef);
    if (inside !== undefined && document.kindAt(inside) !== 'operation') {
      const message = `The link leads to no operation: "${inside}" is none. Correct the pointer.`;
      yield { pointer: childPointer(pointer, 'operationRef'), message };
    }
    const target = typeof operationId === 'string' ? byId.get(operationId) : inside;
    if (target !== undefined) yield* linkParameters(document, value, pointer, target);
  }
}

function* linkParameters(
  document: LintedDocument,
  link: JsonObject,
  pointer: string,
  target: string,
): Iterable<RuleFinding> {
  const known = [target, parentOf(target)].flatMap((owner) => parameterNames(document, owner));
  if (document.kindAt(target) !== 'operation') return;
  for (const [name] of entriesOf(link['parameters'])) {
    const bare = name.replace(/^(?:path|query|header|cookie)\./, '');
    if (known.includes(bare)) continue;
    const near = nearestWord(bare, known);
    const hint = near === undefined ? 'take it out.' : `did you mean "${near}"?`;
    const message = `The operation that the link leads to has no parameter "${bare}": ${hint}`;
    yield { pointer: childPointer(pointer, 'parameters', name), message };
  }
}

/** Names of the parameters of an operation or a path item. */
function parameterNames(document: LintedDocument, owner: string): string[] {
  return itemsOf(document.valueAt(childPointer(owner, 'parameters'))).flatMap((_, i) => {
    const { name } = document.follow(childPointer(owner, 'parameters', i)).value;
    return typeof name === 'string' ? [name] : [];
  });
}

function* unknownEncodings(document: LintedDocument): Iterable<RuleFinding> {
  for (const { value, pointer } of document.of('media type')) {
    if (!isJsonObject(value['schema'])) continue;
    const view = document.view(childPointer(pointer, 'schema'));
    const names = [...view.properties.keys()];
    if (names.length === 0) continue;
    for (const [name] of entriesOf(value['encoding'])) {
      if (names.includes(name)) continue;
      const near = nearestWord(name, names);
      const hint = near === undefined ? 'take it out.' : `did you mean "${near}"?`;
      const message = `"encoding" names "${name}", which is no property of the schema: ${hint}`;
      yield { pointer: childPointer(pointer, 'encoding', name), message };
    }
  }
}

/** In the order of a report. */
export const operationRules: readonly LintRule[] = [
  {
    name: 'path-template',
    severity: 'error',
    description: 'Paths write their parameters in braces, and have no query.',
    find: malformedPaths,
  },
  {
    name: 'security-defined',
    severity: 'error',
    description: 'Security requirements name schemes and scopes that are defined.',
    find: undefinedSchemes,
  },
  {
    name: 'link-target',
    severity: 'error',
    description: 'Links name existing operations and parameters.',
    find: lostLinks,
  },
  {
    name: 'operation-success',
    severity: 'warn',
    description: 'Every operation describes the answer to a valid request.',
    find: withoutSuccess,
  },
  {
    name: 'body-allowed',
    severity: 'warn',
    description: 'Only requests and responses that can have a body describe one.',
    find: bodiesWhereNoneIs,
  },
  {
    name: 'open-or-401',
    severity: 'warn',
    description: 'An operation without credentials documents no 401.',
    find: openYet401,
  },
  {
    name: 'encoding-property',
    severity: 'warn',
    description: 'Encodings name existing properties.',
    find: unknownEncodings,
  },
];
