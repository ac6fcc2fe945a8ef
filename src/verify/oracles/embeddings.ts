/** An answer has what a parameter asks it to embed, and that is what the resource refers to. */
import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { type Embedding, embeddingsIn } from '../../model/resources/embeddings.ts';
import { listOf } from '../../model/lists/lists.ts';
import { acceptanceOf, notPromised } from '../cases/case.ts';
import { withParameter } from '../cases/generate/candidate.ts';
import { showProperty } from './compared.ts';
import { itemOf } from './list-items.ts';
import { parametersWith, walkUntil } from './list-walk.ts';
import type { Cast, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';
import { takingIn } from './own-kind.ts';
import { viewIn } from './resource-view.ts';

/** One scene for each resource that can be embedded. */
export function* embeddingScenes({ document, resources }: Cast): Iterable<Scene> {
  for (const embedding of embeddingsIn(document)) {
    const { operation, family, parameter, property } = embedding;
    const kind = resources.find(({ create }) => create === family.create);
    if (kind?.read === undefined) continue;
    const play = (stage: Stage): Promise<void> => playEmbedding(stage, kind, embedding);
    const title = `embeds ${property} where ${parameter.name} asks for it`;
    yield { operation, title, requests: 5, play };
  }
}

async function playEmbedding(
  stage: Stage,
  kind: ResourceOperations,
  embedding: Embedding,
): Promise<void> {
  const { reference, identity, property, parameter } = embedding;
  // Where all are embedded alike, the first may be the wanted one by chance.
  await stage.create(kind);
  const resource = await referring(stage, kind, embedding);
  const named = getProperty(resource.view, reference) ?? stage.end();
  const { view, exchange } = await asked(stage, resource, embedding);
  const embedded = getProperty(view, property);
  const is = isJsonObject(embedded) ? getProperty(embedded, identity) : undefined;
  if (isJsonObject(embedded) ? is === undefined || textOf(is) === textOf(named) : embedded) return;
  stage.report(exchange, {
    pointer: parameter.pointer,
    message:
      is === undefined
        ? `${property} is not embedded, though ${parameter.name} asks for it`
        : `what is embedded as ${property} is not what ${reference} names`,
    received: is === undefined ? showProperty(property, embedded) : showProperty(identity, is),
    documented: `${property} with ${showProperty(identity, named)}`,
  });
}

/** One that refers to something to be embedded: by an action, or a change, where it doesn't from the beginning. */
async function referring(
  stage: Stage,
  kind: ResourceOperations,
  { reference }: Embedding,
): Promise<Resource> {
  const resource = await stage.read(await stage.create(kind));
  const isThere = ({ view }: Resource): boolean => (getProperty(view, reference) ?? null) !== null;
  if (isThere(resource)) return resource;
  const writes = takingIn(stage.document, kind, reference, [...kind.actions, kind.change]);
  const validity = notPromised('it is to refer to something');
  for (const operation of writes) {
    const done = await stage.send(operation, { given: resource.given, validity });
    if (acceptanceOf(done) === undefined) continue;
    const after = await stage.read(resource);
    if (isThere(after)) return after;
  }
  return stage.end();
}

/** A resource as it is told where that is asked for. */
async function asked(
  stage: Stage,
  resource: Resource,
  { operation, parameter: { name }, word, isOfWords }: Embedding,
): Promise<Pick<Resource, 'view' | 'exchange'>> {
  const { kind, given } = resource;
  const wanted: JsonValue = isOfWords ? [word] : word;
  const list = listOf(stage.document, operation);
  if (list === undefined) {
    const change = withParameter(name, (): JsonValue => wanted);
    const exchange = await stage.succeed(operation, { given, change });
    return { exchange, view: stage.view(kind, exchange) ?? stage.end() };
  }
  const parameters = { ...(parametersWith(list, resource.view) ?? stage.end()), [name]: wanted };
  const around = { given: stage.besides(resource), parameters, wanted: resource };
  const { items, pages } = await walkUntil(stage, list, around, ({ items: seen }) => {
    return itemOf(resource, seen) !== undefined;
  });
  const view = viewIn(kind, itemOf(resource, items) ?? null) ?? stage.end();
  return { exchange: pages.at(-1)!, view };
}
