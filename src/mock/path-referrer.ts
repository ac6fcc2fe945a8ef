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
