import { type JsonObject, type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { anotherValue } from '../../openapi/schema/another-value.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { Operation } from '../../model/operation.ts';
import { isSameValue } from '../checks/differences.ts';
import { successPointer } from '../checks/standing.ts';
import {
  changedProperties,
  goesOn,
  lostOrigins,
  propertiesOf,
  schemasOf,
  showProperty,
} from './compared.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';

/** So many properties of a kind are changed alone. */
const PROPERTIES = 8;

/** A change has what was sent, and nothing else. */
export const changes: Oracle = {
  id: 'changes',
  because:
    'PATCH applies the changes that its body has (RFC 5789, 2); PUT replaces the state of its target (RFC 9110, 9.3.4).',
  *scenes({ document, resources }) {
    for (const kind of resources) {
      const { change, replace } = kind;
      if (kind.read === undefined) continue;
      for (const [name, schema] of change ? clientsOwn(document, kind, change) : []) {
        const operation = change!;
        const play = (stage: Stage): Promise<void> => playChange(stage, kind, name, schema);
        yield { operation, title: `changes ${name} alone`, requests: 4, play };
        if (!schema.types.includes('null')) continue;
        const clear = (stage: Stage): Promise<void> => playNull(stage, kind, name);
        yield { operation, title: `takes null for ${name}`, requests: 4, play: clear };
      }
      if (replace === undefined) continue;
      const play = (stage: Stage): Promise<void> => playReplacement(stage, kind);
      yield { operation: replace, title: 'replaces the whole', requests: 4, play };
    }
  },
};

function clientsOwn(
  document: Stage['document'],
  kind: ResourceOperations,
  operation: Operation,
): [string, EffectiveSchema][] {
  return [...propertiesOf(document, kind, operation, 'taken')]
    .filter(([name, schema]) => name !== kind.family.identity && !goesOn(name, schema))
    .slice(0, PROPERTIES);
}

/** Changes one property: it is as it was sent, and the others stay. */
async function playChange(
  stage: Stage,
  kind: ResourceOperations,
  name: string,
  schema: EffectiveSchema,
): Promise<void> {
  const operation = kind.change!;
  const before = await stage.read(await stage.create(kind));
  const was = getProperty(before.view, name);
  let value: JsonValue | undefined;
  const done = await stage.succeed(operation, {
    given: before.given,
    change: stage.changing(kind, operation, (body) => {
      const usual = getProperty(body, name);
      const isNew =
        usual !== undefined && (was === undefined || !isSameValue(was, usual, schema.format));
      value = isNew ? usual : anotherValue(schema, was, 'request');
      return value === undefined ? body : { [name]: value };
    }),
  });
  if (value === undefined || done.case.validity.kind === 'invalid') return;
  const after = await stage.read(before);
  const is = getProperty(after.view, name);
  const told = schemasOf(stage.document, kind).told.get(name);
  // Where it is told in another form, nothing can be compared.
  const isTold = told !== undefined && isValidFor(value, told, 'response');
  if (isTold && was !== undefined && is !== undefined && isSameValue(was, is, schema.format)) {
    stage.report(done, {
      ...breach(operation),
      message: `${name} stays as it was, though the change was accepted`,
      received: showProperty(name, is),
      documented: showProperty(name, value),
    });
  }
  reportOthers(stage, done, { before, after, name });
}

/** What the change was not about. */
function reportOthers(
  stage: Stage,
  done: Resource['exchange'],
  { before, after, name }: { before: Resource; after: Resource; name: string },
): void {
  const { kind } = before;
  const changed = changedProperties(schemasOf(stage.document, kind), before.view, after.view);
  for (const { name: other, was, is } of [...changed, ...lostOrigins(before, after)]) {
    if (other === name) continue;
    stage.report(done, {
      ...breach(done.case.operation),
      message: `${other} changes, though only ${name} was sent`,
      received: showProperty(other, is),
      documented: showProperty(other, was),
    });
  }
}

async function playNull(stage: Stage, kind: ResourceOperations, name: string): Promise<void> {
  const operation = kind.change!;
  const before = await stage.read(await stage.create(kind));
  const was = getProperty(before.view, name);
  if (was === undefined || was === null) return;
  const done = await stage.succeed(operation, {
    given: before.given,
    change: stage.changing(kind, operation, () => ({ [name]: null })),
  });
  if (done.case.validity.kind === 'invalid') return;
  const is = getProperty((await stage.read(before)).view, name);
  if (is === undefined || is === null) return;
  const told = schemasOf(stage.document, kind).told.get(name);
  if (equalJson(is, told?.keyword('default') ?? null)) return;
  // An answer that must have a value has one, whatever null means then.
  const isNeeded = stage.requiredOf(kind, kind.read!, 'told').has(name);
  if (isNeeded && told?.types.includes('null') !== true) return;
  stage.report(done, {
    ...breach(operation),
    message: `${name} is not removed by null`,
    received: showProperty(name, is),
    documented: `${name}: null, or none`,
  });
}

/** With the required properties only: what is not sent is not there any more, and what the server made stays. */
async function playReplacement(stage: Stage, kind: ResourceOperations): Promise<void> {
  const operation = kind.replace!;
  const before = await stage.read(await stage.create(kind));
  const required = stage.requiredOf(kind, operation);
  let sent: JsonObject = {};
  const done = await stage.succeed(operation, {
    given: before.given,
    change: stage.changing(kind, operation, (body) => {
      sent = Object.fromEntries(Object.entries(body).filter(([name]) => required.has(name)));
      return sent;
    }),
  });
  const after = await stage.read(before);
  for (const { name, was, is } of lostOrigins(before, after)) {
    stage.report(done, {
      ...breach(operation),
      message: `${name} changes, which the server made when it created the resource`,
      received: showProperty(name, is),
      documented: showProperty(name, was),
    });
  }
  if (done.case.validity.kind === 'invalid') return;
  // What answers must have, a server may have to make up.
  const always = stage.requiredOf(kind, kind.read!, 'told');
  for (const [name, schema] of clientsOwn(stage.document, kind, operation)) {
    const [was, is] = [getProperty(before.view, name), getProperty(after.view, name)];
    const isLeft = was !== undefined && is !== undefined && isSameValue(was, is, schema.format);
    if (!isLeft || was === null || Object.hasOwn(sent, name) || always.has(name)) continue;
    if (equalJson(is, schema.keyword('default') ?? null)) continue;
    stage.report(done, {
      ...breach(operation),
      rule: 'R4',
      message: `${name} is left from before, though the replacement has none`,
      received: showProperty(name, is),
      documented: `no ${name}, or its default`,
      symptom: { kind: 'merged', place: name },
    });
  }
}

function breach(operation: Operation): {
  readonly severity: 'violation';
  readonly rule: 'R9';
  readonly pointer: string;
} {
  return { severity: 'violation', rule: 'R9', pointer: successPointer(operation) };
}
