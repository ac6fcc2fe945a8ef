import { type Operation, type SecurityScheme, operations } from '../../model/operation.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { dangerOf } from '../../model/resources/danger.ts';
import { acceptanceOf } from '../cases/case.ts';
import { successPointer } from '../checks/standing.ts';
import type { Cast, Oracle, Stage } from './oracle.ts';

/** What asks for a scheme of its own isn't done for whoever has the usual one. */
export const roles: Oracle = {
  id: 'roles',
  because:
    'Only one of the alternatives of its security authorizes a request (OpenAPI 3.1.0, 4.8.30).',
  *scenes(cast) {
    const { document, schemes } = cast;
    const usual = usualScheme(document);
    if (usual === undefined || schemes?.has(usual.name) !== true) return;
    for (const operation of operations(document)) {
      if (!isApart(operation, usual, cast)) continue;
      yield {
        operation,
        title: `is not done with ${usual.name}`,
        requests: 2,
        play: (stage) => playOne(stage, operation, usual),
      };
    }
  },
};

/**
 * The scheme of whoever has no special rights: the one that most operations ask for, and nothing else. Whoever
 * has another one may have more rights, not fewer.
 */
function usualScheme(document: OpenApiDocument): SecurityScheme | undefined {
  const all = operations(document);
  const alone = all.flatMap(({ security }) => {
    const [[scheme] = []] = security;
    return security.length === 1 && security[0]!.length === 1 ? scheme! : [];
  });
  const groups = [...Map.groupBy(alone, ({ name }) => name).values()];
  const [most, next = []] = groups.toSorted((a, b) => b.length - a.length);
  return most !== undefined && most.length > next.length ? most[0] : undefined;
}

/** Whether it asks for a scheme with more rights, that the run has. */
function isApart(operation: Operation, usual: SecurityScheme, cast: Cast): boolean {
  const { document, schemes } = cast;
  const [[scheme] = []] = operation.security;
  const isOne = operation.security.length === 1 && operation.security[0]!.length === 1;
  if (!isOne || scheme === undefined || scheme.name === usual.name) return false;
  const isGiven = schemes?.has(scheme.name) && dangerOf(document, operation)?.spreads !== true;
  return isGiven === true && hasMoreRights(document, scheme, usual);
}

const MIGHTY =
  /admin|operator|root|super|staff|manage|owner|internal|secret|master|maintain|editor|moderator/i;

/** Told by its name, or by what it is for: what writes where the usual one reads. */
function hasMoreRights(
  document: OpenApiDocument,
  scheme: SecurityScheme,
  usual: SecurityScheme,
): boolean {
  if (MIGHTY.test(usual.name)) return false;
  const all = operations(document);
  const ofScheme = ({ name }: SecurityScheme): Operation[] =>
    all.filter(({ security }) => security.some((one) => one.some((own) => own.name === name)));
  const read = new Set(
    ofScheme(usual).flatMap(({ method, path }) => (method === 'GET' ? path : [])),
  );
  const isForWrites = ofScheme(scheme).every(({ method }) => method !== 'GET');
  const isBeside = ofScheme(scheme).some(({ path }) => read.has(path));
  return MIGHTY.test(scheme.name) || (isForWrites && isBeside);
}

async function playOne(stage: Stage, operation: Operation, usual: SecurityScheme): Promise<void> {
  const reason = `${usual.name} is not what it asks for`;
  const exchange = await stage.as({ otherScheme: usual }, reason).send(operation);
  const response = acceptanceOf(exchange);
  if (response === undefined) return;
  const isSaid = operation.responses.some(({ status }) => status === '401' || status === '403');
  stage.report(exchange, {
    severity: isSaid ? 'violation' : 'warning',
    rule: 'R9',
    message: `it is done for whoever has a credential of ${usual.name}`,
    received: `${response.status} with a credential of ${usual.name}`,
    documented: `a refusal: it asks for ${operation.security
      .flat()
      .map(({ name }) => name)
      .join(', ')}`,
    pointer: successPointer(operation),
    symptom: { kind: 'security', of: operation.id },
  });
}
