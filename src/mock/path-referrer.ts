/** What is made up tells of what its path names. */
import { type Operation, pathParameters } from '../model/operation.ts';
import {
  barePath,
  certainNames,
  literalPath,
  namesOfReference,
  nounOf,
  plainName,
} from '../model/resources/names.ts';
import { mayHold } from '../model/resources/envelope.ts';
import {
  type JsonObject,
  type JsonValue,
  isJsonNumber,
  isJsonObject,
  setProperty,
} from '../openapi/json/json-value.ts';
import { readings } from '../openapi/json/stringify-json.ts';
import { percentDecoded } from '../openapi/percent.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../openapi/schema/effective-schema.ts';
import type { ResourceFamily } from '../model/resources/resources.ts';
import { type ResourceCall, namedBy } from './resource-action.ts';

/**
 * Has what is made up refer to what the path names: the `group_id` of what is listed at `/groups/7/permissions`
 * is 7, and so is the `id` of what is at `/groups/7`, also in an envelope.
 */
export function pathReferrer({
  path,
  parameters,
}: Operation): (value: JsonValue, named: ResourceCall['parameters']) => JsonValue {
  const references = pathParameters({ parameters }).map(({ name }) => {
    const isOwn = barePath(path).endsWith(`/{${name}}`);
    const certain = isOwn ? certainNames({ name, collection: literalPath(path) }) : [];
    const nouns = new Set([nounOf(path.slice(0, path.indexOf(`/{${name}}`)))]);
    return { name, certain, nouns, names: namesOfReference(path, name) };
  });
  const refer = (value: JsonValue, named: ResourceCall['parameters']): JsonValue => {
    if (references.length === 0 || !isJsonObject(value)) return value;
    const told: JsonObject = { ...value };
    const keys = Object.keys(value);
    for (const { name, certain, nouns, names } of references) {
      const identity = certain
        .map((word) => keys.find((key) => plainName(key) === word))
        .find(Boolean);
      const places = keys.filter((key) => {
        const plain = plainName(key);
        return key === identity || (plain !== 'id' && names.has(plain));
      });
      const envelope = keys.find((key) => mayHold(key, nouns));
      if (places.length === 0 && envelope !== undefined) {
        setProperty(told, envelope, refer(value[envelope]!, named));
      }
      const given = namedBy(name, named);
      for (const place of places) {
        const alike = Iterator.from(given === undefined ? [] : readings(given)).find((reading) =>
          isJsonNumber(value[place])
            ? isJsonNumber(reading)
            : typeof value[place] === typeof reading,
        );
        if (alike !== undefined) setProperty(told, place, alike);
      }
    }
    return told;
  };
  return refer;
}

/**
 * Has what lies below others name them, where its schema says by which: the `projectId` of what is created at
 * `/projects/7/tasks` is 7.
 *
 * @param schema What is told of one. Default: nothing, and nothing is named.
 */
export function parentReferrer(
  { collection }: Pick<ResourceFamily, 'collection'>,
  schema: EffectiveSchema | undefined,
): (resource: JsonObject, path: string) => JsonObject {
  const places = collection.split('/').flatMap((segment, i) => {
    const parameter = /^\{(.+)\}$/.exec(segment)?.[1];
    if (parameter === undefined) return [];
    const names = namesOfReference(collection, parameter);
    const property = [...(schema?.properties ?? [])].find(
      ([name]) => plainName(name) !== 'id' && names.has(plainName(name)),
    );
    return property === undefined ? [] : [{ i, name: property[0], is: property[1] }];
  });
  return (resource, path) => {
    const segments = path.split('/');
    const named = places.flatMap(({ i, name, is }) => {
      const values = [...readings(percentDecoded(segments[i] ?? ''))];
      const value = values.find((reading) => isValidFor(reading, is, 'response'));
      return value === undefined ? [] : [[name, value] as const];
    });
    return { ...resource, ...Object.fromEntries(named) };
  };
}
