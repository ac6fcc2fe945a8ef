/** An answer has what a request chooses by `fields`, and leaves out what it doesn't choose. */
import { type JsonObject, type JsonValue, getProperty } from '../../openapi/json/json-value.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { type FieldChoice, fieldChoiceOf } from '../../model/lists/chosen-fields.ts';
import { listOf } from '../../model/lists/lists.ts';
import { queryFields } from '../../model/lists/query-field.ts';
import type { ParameterParts } from '../../http/compose-request.ts';
import type { Operation } from '../../model/operation.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { breachOf } from './breach.ts';
import { asking, together, valueFor } from './field-values.ts';
import { itemOf } from './list-items.ts';
import { parametersWith, walk } from './list-walk.ts';
import type { Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import type { SceneRequest } from './scene-parts.ts';
import { viewIn } from './resource-view.ts';

/** One scene, where an operation that reads a kind of resource lets clients choose. */
export function* chosenFieldScenes(
  document: OpenApiDocument,
  kind: ResourceOperations,
  operation: Operation | undefined,
): Iterable<Scene> {
  const choice = operation && fieldChoiceOf(document, operation);
  if (choice === undefined) return;
  const { isTold, field } = choice;
  if (!isTold && !SAYS_ALL.test(field.description ?? '')) return;
  yield {
    operation: operation!,
    title: `has what ${field.name} chooses`,
    requests: 4,
    play: (stage) => playChoice(stage, kind, operation!, choice),
  };
}

/** What says, without a list of names, that only what is chosen is told. */
const SAYS_ALL =
  /\b(?:only|return|respon|display|show|select|choos|restrict|limit|filter|projection)/i;

/** A resource as an answer has it. */
interface Seen {
  readonly exchange: JudgedExchange;
  readonly view: JsonObject;
}

async function playChoice(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
  choice: FieldChoice,
): Promise<void> {
  const { names, optional, isTold, field } = choice;
  const resource = await stage.create(kind);
  const whole = await seenIn(stage, operation, resource);
  const isThere = (name: string): boolean => (getProperty(whole.view, name) ?? null) !== null;
  const [first, second] = [...names].filter((name) => optional.has(name) && isThere(name));
  if (first === undefined) return;
  const severity = isTold ? 'violation' : 'warning';
  for (const chosen of second === undefined ? [[first]] : [[first], [second, first]]) {
    const sent = sentFor(choice, chosen);
    if (!isValidFor(sent, field.schema, 'request')) continue;
    const { exchange, view } = await seenIn(stage, operation, resource, valueFor(field, sent));
    const missing = chosen.find((name) => !Object.hasOwn(view, name));
    const others = [...optional].filter((name) => isThere(name) && !chosen.includes(name));
    const isWhole = others.length > 0 && others.every((name) => Object.hasOwn(view, name));
    const shared = { ...breachOf({ operation }, field), severity } as const;
    if (missing !== undefined) {
      return stage.report(exchange, {
        ...shared,
        message: `${field.name} leaves out what it chooses`,
        received: `an answer without ${missing} for ${field.name}=${chosen.join(',')}`,
        documented: 'what is chosen',
      });
    }
    if (!isWhole) continue;
    return stage.report(exchange, {
      ...shared,
      message: `${field.name} leaves out nothing`,
      received: `${others.slice(0, 3).join(', ')}, too, for ${field.name}=${chosen.join(',')}`,
      documented: 'what is chosen, and what the schema requires',
    });
  }
}

/** What a field is sent for some names: a list, else a text of them. */
function sentFor({ field }: FieldChoice, names: readonly string[]): JsonValue {
  return field.schema.items === undefined ? names.join(',') : [...names];
}

/** A resource as an operation reads it, where a field is sent so. */
async function seenIn(
  stage: Stage,
  operation: Operation,
  resource: Resource,
  chosen: ParameterParts = {},
): Promise<Seen> {
  const { kind, given } = resource;
  const list = listOf(stage.document, operation);
  if (list === undefined) {
    const fields = queryFields(stage.document, operation);
    const change: SceneRequest['change'] = (parts) => asking({ operation, fields }, parts, chosen);
    const exchange = await stage.succeed(operation, { given, change });
    return { exchange, view: stage.view(kind, exchange) ?? stage.end() };
  }
  const usual = parametersWith(list, resource.view) ?? stage.end();
  const { items, pages } = await walk(stage, list, {
    given: stage.besides(resource),
    parameters: together(usual, chosen),
    wanted: resource,
  });
  const view = viewIn(kind, itemOf(resource, items) ?? null) ?? stage.end();
  return { exchange: pages.at(-1)!, view };
}
