import { type JsonObject, isJsonObject } from '../../openapi/json/json-value.ts';
import type { Operation } from '../../model/operation.ts';
import { closed, opened } from '../../model/resources/envelope.ts';
import { envelopesOf } from '../../model/resources/resources.ts';
import { successPointer } from '../checks/standing.ts';
import { changedProperties, propertiesOf, schemasOf, showProperty } from './compared.ts';
import type { Oracle, ResourceOperations, Stage } from './oracle.ts';

/** So many properties of a kind are changed alone. */
const PROPERTIES = 8;

/** A change has what was sent, and nothing else. */
export const changes: Oracle = {
  id: 'changes',
  because:
    'PATCH applies the changes that its body has (RFC 5789, 2); PUT replaces the state of its target (RFC 9110, 9.3.4).',
  *scenes({ document, resources }) {
    for (const kind of resources) {
      const { change } = kind;
      if (kind.read === undefined || change === undefined) continue;
      const properties = [...propertiesOf(document, kind, change, 'taken')];
      const own = properties.filter(([, { readOnly }]) => !readOnly).map(([name]) => name);
      for (const name of own.slice(0, PROPERTIES)) {
        yield {
          operation: change,
          title: `changes ${name} alone`,
          requests: 4,
          play: (stage) => playChange(stage, kind, change, name),
        };
      }
    }
  },
};

/** Changes one property: the others stay. */
async function playChange(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
  name: string,
): Promise<void> {
  const before = await stage.read(await stage.create(kind));
  const { taken } = envelopesOf(stage.document, operation, kind.family);
  const only = (whole: JsonObject): JsonObject => {
    const body = opened(whole, taken) ?? {};
    const alone = Object.hasOwn(body, name) ? { [name]: body[name]! } : {};
    return closed(alone, taken, whole);
  };
  const done = await stage.succeed(operation, {
    given: before.given,
    change: ({ value, ...parts }) => ({
      ...parts,
      value: value !== undefined && isJsonObject(value) ? only(value) : value,
    }),
  });
  if (done.case.validity.kind === 'invalid') return;
  const after = await stage.read(before);
  const changed = changedProperties(schemasOf(stage.document, kind), before.view, after.view);
  for (const { name: other, was, is } of changed) {
    if (other === name) continue;
    stage.report(done, {
      severity: 'violation',
      rule: 'R9',
      message: `${other} changes, though only ${name} was sent`,
      received: showProperty(other, is),
      documented: showProperty(other, was),
      pointer: successPointer(operation),
    });
  }
}
