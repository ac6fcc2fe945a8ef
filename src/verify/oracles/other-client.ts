import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import type { Operation } from '../../model/operation.ts';
import { acceptanceOf, notPromised } from '../cases/case.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { readJsonBody } from '../checks/json-response.ts';
import { successPointer } from '../checks/standing.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';

/** What one client has created is no other client's. */
export const otherClient: Oracle = {
  id: 'other-client',
  because:
    'You said with --other-credential that these clients may not see each other’s resources.',
  *scenes({ resources, hasOtherClient }) {
    if (!hasOtherClient) return;
    for (const kind of resources) {
      for (const operation of [kind.list, kind.read, kind.replace, kind.change, kind.remove]) {
        if (operation === undefined || operation.security.length === 0) continue;
        yield {
          operation,
          title: 'is refused to another client',
          requests: 2,
          play: (stage) => playOne(stage, kind, operation),
        };
      }
    }
  },
};

async function playOne(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
): Promise<void> {
  const created = await stage.create(kind);
  const isList = operation === kind.list;
  const exchange = await stage.send(operation, {
    given: isList ? stage.besides(created) : created.given,
    validity: notPromised('another client asks for it'),
    change: (parts) => ({ ...parts, asOtherClient: true }),
  });
  const response = acceptanceOf(exchange);
  if (response === undefined || (isList && !isIn(exchange, created))) return;
  stage.report(exchange, {
    severity: 'violation',
    rule: 'R9',
    message: `${DEEDS[operation.method] ?? operation.method} what another client has created`,
    received: `${response.status} for the other client`,
    documented: 'a refusal, such as 403 or 404',
    pointer: successPointer(operation),
    symptom: { kind: 'security', of: operation.id },
  });
}

const DEEDS: Readonly<Record<string, string>> = {
  GET: 'shows',
  PUT: 'replaces',
  PATCH: 'changes',
  DELETE: 'deletes',
};

function isIn(exchange: JudgedExchange, { kind, identity }: Resource): boolean {
  const response = acceptanceOf(exchange);
  const body = response && readJsonBody(response);
  return body?.ok === true && holds(body.value, kind.family.identity ?? '', textOf(identity));
}

/** Anywhere, by the identity's own name. */
function holds(value: JsonValue, name: string, text: string): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, name, text));
  if (!isJsonObject(value)) return false;
  const own = getProperty(value, name);
  const isOwn = own !== undefined && !isJsonObject(own) && !Array.isArray(own);
  return (
    (isOwn && textOf(own) === text) || Object.values(value).some((one) => holds(one, name, text))
  );
}
