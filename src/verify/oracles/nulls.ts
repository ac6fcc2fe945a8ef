/** Null takes away what may be null. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { getProperty } from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { bodyMediaType } from '../../model/media-type.ts';
import type { Operation } from '../../model/operation.ts';
import { isSameValue } from '../checks/differences.ts';
import { successPointer } from '../checks/standing.ts';
import { clientProperties, schemasOf, showProperty } from './compared.ts';
import type { Cast, ResourceOperations, Scene, Stage } from './oracle.ts';

/** So many are replaced by null at once. */
const ALL = 24;

/** Of a kind: null for each property alone, where it is changed, and for all of them, where it is replaced. */
export function* nullScenes(
  { document }: Cast,
  kind: ResourceOperations,
): Generator<Scene, void, undefined> {
  const { change, replace } = kind;
  for (const [name] of change ? nullableIn(document, kind, change) : []) {
    const play = (stage: Stage): Promise<void> => playNull(stage, kind, name);
    yield { operation: change!, title: `takes null for ${name}`, requests: 4, play };
  }
  const nullable = replace ? nullableIn(document, kind, replace, ALL) : [];
  if (nullable.length === 0) return;
  const play = (stage: Stage): Promise<void> => playNulls(stage, kind, nullable);
  yield { operation: replace!, title: 'takes null for what may be null', requests: 4, play };
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

/** The clients' properties that may be null; none in a form, which has no null. */
function nullableIn(
  document: OpenApiDocument,
  kind: ResourceOperations,
  operation: Operation,
  most?: number,
): [string, EffectiveSchema][] {
  const isForm = bodyMediaType(operation.requestBody?.content)?.form !== undefined;
  const all = isForm ? [] : clientProperties(document, kind, operation, most);
  return all.filter(([, schema]) => schema.types.includes('null'));
}

/** A replacement that has null in some places: nothing is left there from before. */
async function playNulls(
  stage: Stage,
  kind: ResourceOperations,
  nullable: readonly (readonly [string, EffectiveSchema])[],
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
  for (const [name, schema] of nullable) {
    const [was, is] = [getProperty(before.view, name), getProperty(view, name)];
    if (was === undefined || is === undefined || was === null) continue;
    if (!isSameValue(was, is, schema.format) || equalJson(is, schema.keyword('default') ?? null))
      continue;
    stage.report(done, {
      ...breach(operation),
      message: `${name} is left from before, though the replacement has null`,
      received: showProperty(name, is),
      documented: `${name}: null, or none`,
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
