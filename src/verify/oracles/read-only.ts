import { type JsonObject, propertyAt } from '../../openapi/json/json-value.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { hasFields } from '../../model/json-api.ts';
import { bodySchema } from '../../model/media-type.ts';
import type { Operation } from '../../model/operation.ts';
import { withValue } from '../../model/requests/slots.ts';
import { acceptanceOf } from '../cases/case.ts';
import { successPointer, successes } from '../checks/standing.ts';
import { goesOn, propertiesOf, schemasOf, showProperty } from './compared.ts';
import { look } from './look.ts';
import type { Observation } from '../checks/check.ts';
import type { Oracle, ResourceOperations, Stage } from './oracle.ts';
import { isPut } from '../../model/resources/put-families.ts';

/** So many properties of a kind are tried with each operation. */
const PROPERTIES = 12;

/** A property that only answers have. */
interface Told {
  /** Keys that lead to it, at any depth; `0` is the first item of a list. */
  readonly path: readonly string[];
  readonly schema: EffectiveSchema;
}

/** What is for the server alone to set is not taken from clients. */
export const readOnly: Oracle = {
  id: 'read-only',
  because:
    'A readOnly property should not be sent in a request, and only the server changes it (OpenAPI 3.1.0, 4.8.24; JSON Schema Validation, 9.4).',
  *scenes({ document, resources, put }) {
    for (const kind of [...resources, ...put]) {
      const { told, sent } = schemasOf(document, kind);
      for (const operation of new Set([kind.create, kind.replace, kind.change])) {
        if (operation === undefined || bodySchema(operation.requestBody) === undefined) continue;
        const taken = propertiesOf(document, kind, operation, 'taken');
        // What is still being made goes through its states by itself.
        const isUnderWay = successes(kind.create).some(({ status }) => status === '202');
        const properties = [...told].filter(([name, schema]) => {
          const isMoving = isUnderWay && goesOn(name, schema);
          // Of what is within a resource, the schema alone says so.
          const isWithin = hasFields(kind.family.envelope);
          const isNeverSent = !sent.has(name) && schema.values !== undefined && !isMoving;
          return taken.get(name)?.readOnly ?? (schema.readOnly || (isNeverSent && !isWithin));
        });
        const top = properties.map(([name, schema]): Told => ({ path: [name], schema }));
        const nested = [...told].flatMap(([name, schema]) => {
          const isSent = taken.get(name)?.readOnly === false && !schema.readOnly;
          return isSent ? readOnlyBelow(schema, taken.get(name), [name]) : [];
        });
        for (const property of [...top, ...nested].slice(0, PROPERTIES)) {
          const play = (stage: Stage): Promise<void> => playOne(stage, kind, property);
          yield { operation, title: `does not take ${property.path.join('.')}`, requests: 4, play };
        }
      }
    }
  },
};

/** So deep in a resource. */
const DEPTH = 3;

/** @param taken What requests have in its place: what that lets clients write is theirs. */
function readOnlyBelow(
  schema: EffectiveSchema,
  taken: EffectiveSchema | undefined,
  path: readonly string[],
): Told[] {
  if (path.length > DEPTH) return [];
  const { items, properties } = schema;
  if (items !== undefined) return readOnlyBelow(items, taken?.items, [...path, '0']);
  return [...properties].flatMap(([name, property]) => {
    const place = [...path, name];
    const asked = taken?.properties.get(name);
    if (!property.readOnly) return readOnlyBelow(property, asked, place);
    return asked?.readOnly === false ? [] : { path: place, schema: property };
  });
}

async function playOne(
  stage: Stage,
  kind: ResourceOperations,
  { path, schema }: Told,
): Promise<void> {
  const { operation } = stage;
  const created = await stage.create(kind);
  const before = kind.read === undefined ? created : await stage.read(created);
  const was = propertyAt(before.view, path);
  const other = anotherValue(schema, was, 'response');
  if (other === undefined) return;
  const isCreation = operation === kind.create && !isPut(kind);
  const change = stage.changing(kind, operation, (body) => {
    const isThere = propertyAt(body, path.slice(0, -1)) !== undefined;
    return isThere ? (withValue(body, path, other) as JsonObject) : body;
  });
  const sent = isCreation
    ? await stage.sendCreation(kind, { given: stage.besides(before), change })
    : await stage.send(operation, { given: before.given, change });
  if (acceptanceOf(sent) === undefined) return;
  const made = isCreation ? stage.createdBy(kind, sent) : { ...before, view: {} };
  if (made === undefined) return;
  const place = path.join('.');
  const seen = kind.read === undefined ? undefined : await look(stage, made);
  if (seen !== undefined && seen.view === undefined) {
    const what = isCreation ? 'what is created' : 'what is changed';
    return stage.report(sent, {
      ...breachOf(operation, schema),
      message: `with ${place}, ${what} is not there then, though ${reason(schema)}`,
      received: `nothing where ${what} without it is found`,
      documented: 'a value that the server sets',
    });
  }
  const after = seen?.view ?? stage.view(kind, sent) ?? {};
  const is = propertyAt(after, path);
  if (is === undefined || !equalJson(is, other)) return;
  stage.report(sent, {
    ...breachOf(operation, schema),
    message: `${place} is taken from the client, though ${reason(schema)}`,
    received: showProperty(place, other),
    documented: 'a value that the server sets',
  });
}

function breachOf(
  operation: Operation,
  { readOnly: isReadOnly, pointers }: EffectiveSchema,
): Pick<Observation, 'severity' | 'rule' | 'pointer'> {
  const pointer = pointers[0] ?? successPointer(operation);
  return { severity: isReadOnly ? 'violation' : 'warning', rule: 'R9', pointer };
}

function reason({ readOnly: isReadOnly }: EffectiveSchema): string {
  return isReadOnly ? 'it is readOnly' : 'no request has it';
}
