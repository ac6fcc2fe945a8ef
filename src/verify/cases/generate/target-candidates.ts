import type { OpenApiDocument } from '../../../openapi/document.ts';
import { percentEncoded } from '../../../openapi/percent.ts';
import { textOf } from '../../../openapi/json/stringify-json.ts';
import { type Operation, operations } from '../../../model/operation.ts';
import { ordinaryValue, schemaOf } from '../../../model/requests/required-parameters.ts';
import type { FreshValues } from '../../../model/requests/fresh-values.ts';
import type { RequestParts } from '../../../http/compose-request.ts';
import { effectOf } from '../../../model/resources/resources.ts';
import { notPromised } from '../case.ts';
import type { Candidate } from './candidate.ts';

/** Makes a plain request of an operation. */
type Base = (fresh: FreshValues) => RequestParts;

/** Bytes of a query that is longer than most, and shorter than what servers take. */
const LONG = 8192;

/** Paths and queries as no client should write them, and methods that every path may get: what counts is an answer. */
export function targetCandidates(
  document: OpenApiDocument,
  operation: Operation,
  base: Base,
): Candidate[] {
  return [
    ...otherMethods(document, operation),
    // Whoever takes it for a name creates nothing.
    ...(mayCreate(document, operation) ? [] : badPath(operation, base)),
    // What is spelled so is read: whoever takes it for something else changes nothing.
    ...(operation.method === 'GET' ? queries(document, operation, base) : []),
  ];
}

function mayCreate(document: OpenApiDocument, operation: Operation): boolean {
  return operation.method === 'PUT' || effectOf(document, operation) === 'creates';
}

function answered(title: string, reason: string, parts: Base): Candidate {
  const validity = notPromised(reason);
  return { group: 'broken', title, validity, outsideOperation: true, parts };
}

/** Once each path: beside its GET, else OPTIONS beside its first operation. */
function otherMethods(document: OpenApiDocument, operation: Operation): Candidate[] {
  const here = operations(document).filter(({ path }) => path === operation.path);
  const first = here.find(({ method }) => method === 'GET') ?? here[0];
  if (first !== operation) return [];
  const methods = operation.method === 'GET' ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
  return methods
    .filter((method) => !here.some((one) => one.method === method))
    .map((method) => answered(method, `${method} is no operation of the path`, () => ({ method })));
}

/** Stands for the last value in the path until it is written. */
const PLACE = 'oddly-written';

function badPath({ parameters, path }: Operation, base: Base): Candidate[] {
  const inPath = parameters.filter((one) => one.in === 'path' && path.includes(`{${one.name}}`));
  const last = inPath.toSorted((a, b) => placeOf(path, a.name) - placeOf(path, b.name)).at(-1);
  if (last === undefined) return [];
  const written = (title: string, reason: string, value: string): Candidate => ({
    ...answered(title, reason, (fresh) => ({
      ...base(fresh),
      parameters: { [last.name]: PLACE },
      target: (whole) => whole.replace(PLACE, value),
    })),
    absent: [last.name],
  });
  return [
    written(
      'a bad percent-encoding in the path',
      'the path is encoded badly (RFC 3986, 2.1)',
      '%zz',
    ),
    written('a slash and NUL in the path', 'few names have a slash or NUL', 'x%2Fy%00z'),
  ];
}

function placeOf(path: string, name: string): number {
  return path.indexOf(`{${name}}`);
}

function queries(document: OpenApiDocument, operation: Operation, base: Base): Candidate[] {
  const inQuery = operation.parameters.filter(({ in: place }) => place === 'query');
  const name = inQuery[0]?.name ?? 'q';
  const once = inQuery.find((one) => {
    const { types } = schemaOf(document, one);
    return !one.isJson && !types.includes('array') && !types.includes('object');
  });
  const added = (title: string, reason: string, query: string): Candidate =>
    answered(title, reason, (fresh) => ({
      ...base(fresh),
      target: (written) => `${written}${written.includes('?') ? '&' : '?'}${query}`,
    }));
  const badly = 'the query is encoded badly (RFC 3986, 2.1)';
  const candidates = [
    added('a bad percent-encoding in the query', badly, `${percentEncoded(name)}=%zz`),
    added(`a query of ${LONG} bytes`, 'the query is long', `padding=${'x'.repeat(LONG)}`),
  ];
  if (once === undefined) return candidates;
  const value = percentEncoded(textOf(ordinaryValue(document, once)));
  const pair = `${percentEncoded(once.name)}=${value}`;
  const reason = 'nothing tells which of two values counts';
  const title = `the query parameter ${once.name} twice`;
  return [...candidates, added(title, reason, `${pair}&${pair}`)];
}
