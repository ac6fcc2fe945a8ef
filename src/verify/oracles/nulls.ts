/** Null takes away what may be null. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { type EffectiveSchema, takesNull } from '../../openapi/schema/effective-schema.ts';
import { bodyMediaType } from '../../model/media-type.ts';
import type { Operation } from '../../model/operation.ts';
import { isSameValue } from '../checks/differences.ts';
import { PROPERTIES, clientProperties, schemasOf, showProperty } from './compared.ts';
import type { Cast, ResourceOperations, Scene, Stage } from './oracle.ts';
import { membersOf } from './resource-view.ts';

/** So many are replaced by null at once. */
const ALL = 24;

/** Of a kind: null for each property alone, where it is changed, and for all of them, where it is replaced. */
export function* nullScenes({ document }: Cast, kind: ResourceOperations): Iterable<Scene> {
  const { change, replace } = kind;
  for (const property of change ? nullableIn(document, kind, change) : []) {
    const play = (stage: Stage): Promise<void> => playNull(stage, kind, property);
    yield { operation: change!, title: `takes null for ${property[0]}`, requests: 4, play };
  }
  const nullable = replace ? nullableIn(document, kind, replace, ALL) : [];
  if (nullable.length === 0) return;
  const play = (stage: Stage): Promise<void> => playNulls(stage, kind, nullable);
  yield { operation: replace!, title: 'takes null for what may be null', requests: 4, play };
}

/** A property with its schema in a request. */
type Property = readonly [name: string, schema: EffectiveSchema];

async function playNull(stage: Stage, kind: ResourceOperations, property: Property): Promise<void> {
  const operation = kind.change!;
  const [name] = property;
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
  if (mayStandForNull(stage, kind, property, is)) return;
  stage.report(done, {
    message: `${name} is not removed by null`,
    received: showProperty(name, is),
    documented: `${name}: null, or none`,
  });
}

/** Whether null may come back as a value: the default, or any where an answer must have one. */
function mayStandForNull(
  stage: Stage,
  kind: ResourceOperations,
  [name, taken]: Property,
  value: JsonValue,
): boolean {
  const told = schemasOf(stage.document, kind).told.get(name);
  const isNeeded = membersOf(stage.document, kind, kind.read!, 'told').required.has(name);
  if (isNeeded && !(told && takesNull(told))) return true;
  const defaults = [taken, told].map((schema) => schema?.keyword('default'));
  return defaults.some((usual) => usual !== undefined && equalJson(value, usual));
}

/** The clients' properties that may be null; none in a form, which has no null. */
function nullableIn(
  document: OpenApiDocument,
  kind: ResourceOperations,
  operation: Operation,
  most: number = PROPERTIES,
): Property[] {
  const isForm = bodyMediaType(operation.requestBody?.content)?.form !== undefined;
  const all = isForm ? [] : clientProperties(document, kind, operation, Infinity);
  return all.filter(([, schema]) => takesNull(schema)).slice(0, most);
}

/** A replacement that has null in some places: nothing is left there from before. */
async function playNulls(
  stage: Stage,
  kind: ResourceOperations,
  nullable: readonly Property[],
): Promise<void> {
  const operation = kind.replace!;
  const before = await stage.read(await stage.create(kind));
  const nulls = Object.fromEntries(nullable.map(([name]) => [name, null]));
  const done = await stage.succeed(operation, {
    given: before.given,
    change: stage.changing(kind, operation, (body) => ({ ...body, ...nulls })),
  });
  if (done.case.validity.kind === 'invalid') return;
  const { view } = await stage.read(before);
  for (const property of nullable) {
    const [name, schema] = property;
    const [was, is] = [getProperty(before.view, name), getProperty(view, name)];
    if (was === undefined || is === undefined || was === null) continue;
    if (!isSameValue(was, is, schema.format)) continue;
    if (mayStandForNull(stage, kind, property, is)) continue;
    stage.report(done, {
      message: `${name} is left from before, though the replacement has null`,
      received: showProperty(name, is),
      documented: `${name}: null, or none`,
    });
  }
}
