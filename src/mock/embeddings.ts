/** Tells what a resource refers to in full, where a parameter asks for it: the `owner` of a project for `?expand=owner`. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, getProperty, isJsonObject } from '../openapi/json/json-value.ts';
import { listed } from '../model/lists/filters.ts';
import { type Embedding, embeddingsIn } from '../model/resources/embeddings.ts';
import type { OperationAction } from './operation-action.ts';
import type { ResourceAction } from './resource-action.ts';
import type { ResourceStore } from './resource-store.ts';
import { believed } from './shaper.ts';
import { type Stores, referredTo } from './spread-store.ts';

/** An action that does so; the same where nothing can be asked for. */
export function withEmbeddings(
  document: OpenApiDocument,
  { operation, action }: OperationAction,
  { all }: Stores,
): ResourceAction {
  const embeddings = embeddingsIn(document).filter(
    (embedding) => embedding.operation === operation,
  );
  if (embeddings.length === 0) return action;
  const perform: ResourceAction['perform'] = (call) => {
    const outcome = action.perform(call);
    const asked = embeddings.filter(({ parameter, word }) =>
      listed(call.parameters.get(`query ${parameter.name}`) ?? []).includes(word),
    );
    if ('kind' in outcome || outcome.isMadeUp === true || asked.length === 0) return outcome;
    const tell = (resource: JsonObject): JsonObject =>
      asked.reduce((whole, embedding) => embedded(whole, embedding, all), resource);
    const { resource, list } = outcome;
    const items = list?.items.map((item) => (isJsonObject(item) ? tell(item) : item));
    return {
      ...outcome,
      ...(resource && { resource: tell(resource), stored: resource }),
      ...(list && items && { list: { ...list, items } }),
    };
  };
  return { ...action, perform };
}

function embedded(
  resource: JsonObject,
  { reference, property, identity, target, schema }: Embedding,
  all: ResourceStore,
): JsonObject {
  const named = getProperty(resource, reference) ?? null;
  if (named === null) return resource;
  const found = target && referredTo(target, named, all)?.resource;
  return { ...resource, [property]: found ?? { ...believed(schema), [identity]: named } };
}
