/** Where resources say that they are: `_links.self.href` of HAL, `links.self` of JSON:API, `selfLink`, `href`, `url`. */
import { operationAt } from '../model/operation.ts';

import { resourceSchema } from '../model/resources/envelopes-in.ts';
import { itemPath } from '../model/resources/family-paths.ts';
import { isSelf, plainName } from '../model/resources/names.ts';
import type { ItemFamily, ResourceFamily } from '../model/resources/resources.ts';
import { pathTemplate } from '../model/routes.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type JsonObject, type JsonValue, propertyAt } from '../openapi/json/json-value.ts';
import { isValidFor } from '../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../openapi/schema/effective-schema.ts';
import type { Address } from './list-leads.ts';
import { replaced } from './list-pages.ts';

/** Where the resources are that an operation tells. */
export interface Whereabouts {
  readonly document: OpenApiDocument;
  readonly family: ItemFamily;
  /**
   * @param path That of the request.
   * @returns A path below base_url; `undefined` where nothing leads to it.
   */
  pathTo(this: void, resource: JsonObject, path: string): string | undefined;
}

/** Of those of a collection, told at its path. */
export function belowCollection(
  document: OpenApiDocument,
  family: ResourceFamily,
): Whereabouts | undefined {
  const { item, identity = '' } = family;
  if (item === undefined) return undefined;
  return {
    document,
    family: { ...family, item },
    pathTo: ({ [identity]: name }, path) =>
      name === undefined ? undefined : itemPath(family, path, name),
  };
}

/** Where a request went: found out only where a resource says where it is. */
export type RequestPlace = () => Pick<Address, 'base' | 'path'>;

/** What is below base_url as a whole address, and from the root of its host. */
export function spellingsOf(base: string, path: string): readonly [string, string] {
  return [base + path, base.replace(/^https?:\/\/[^/]*/, '') + path];
}

/** Has a resource, as it is told, say where it is. */
export type SelfTeller = (told: JsonValue, resource: JsonObject, at: RequestPlace) => JsonValue;

/**
 * @param told What is told of a resource.
 * @param shown An example of it.
 * @returns `undefined` where it says nothing of that, or clients say it.
 */
export function selfTeller(
  told: EffectiveSchema,
  shown: JsonValue,
  { document, family, pathTo }: Whereabouts,
): SelfTeller | undefined {
  const writers = ['PUT', 'PATCH'].map((method) => operationAt(document, method, family.item));
  const taken = [family.create, ...writers].flatMap((writer) =>
    writer === undefined ? [] : resourceSchema(document, family, writer, 'taken').properties,
  );
  const places = selfPlaces(told, (name, { readOnly }) => {
    const isGiven = !readOnly && taken.some((properties) => properties.has(name));
    return !isGiven && leadsToItself(name, propertyAt(shown, [name]), family.item);
  });
  if (places.length === 0) return undefined;
  return (whole, resource, at) => {
    const { base, path } = at();
    const itself = pathTo(resource, path);
    if (itself === undefined) return whole;
    return places.reduce((answer, place) => {
      if (propertyAt(answer, place.path) === undefined) return answer;
      const example = propertyAt(shown, place.path);
      const isRelative = typeof example === 'string' && example.startsWith('/');
      const spellings = spellingsOf(base, itself);
      const fitting = (isRelative ? spellings.toReversed() : spellings).find((text) =>
        isValidFor(text, place.schema, 'response'),
      );
      return fitting === undefined ? answer : replaced(answer, place.path, fitting);
    }, whole);
  };
}

/** A property that is the address of the resource that it is in. */
interface Place {
  readonly path: readonly string[];
  readonly schema: EffectiveSchema;
}

/** Whether a property is the address of the resource itself: an `url` can be that of anything, an example tells. */
function leadsToItself(name: string, example: JsonValue | undefined, item: string): boolean {
  const plain = plainName(name);
  if (isSelf([name]) || plain === 'href') return true;
  if (!/^ur[il]$/.test(plain) || typeof example !== 'string') return false;
  const [path = ''] = example.replace(/^https?:\/\/[^/]*/, '').split(/[?#]/);
  const { length } = item.split('/');
  const end = path.split('/').slice(1 - length);
  return pathTemplate(item).parts(['', ...end].join('/')) !== undefined;
}

function selfPlaces(
  { properties }: EffectiveSchema,
  isItself: (name: string, schema: EffectiveSchema) => boolean,
): Place[] {
  return [...properties].flatMap(([name, schema]) => {
    if (/^_?links$/.test(name)) {
      const self = schema.properties.get('self');
      return self === undefined ? [] : addressIn([name, 'self'], self);
    }
    return isItself(name, schema) ? addressIn([name], schema) : [];
  });
}

/** A text, or what has one as its `href`. */
function addressIn(path: readonly string[], schema: EffectiveSchema): Place[] {
  const href = schema.properties.get('href');
  if (href !== undefined) return [{ path: [...path, 'href'], schema: href }];
  return schema.properties.size === 0 && schema.types.includes('string') ? [{ path, schema }] : [];
}
