/**
 * Lists of a collection that stand elsewhere: of what refers to what their path names, as `GET /users/{userId}/trips`
 * beside `/trips`, or of what their query chooses, as `GET /pets/findByStatus` beside `/pets`.
 */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { shareSchema } from '../../openapi/schema/effective-schema.ts';
import { linksIn, placeInAnswer } from '../links.ts';
import { type Operation, operationAt, pathParameters } from '../operation.ts';
import { envelopesOf, resourceSchema } from '../resources/envelopes-in.ts';
import { barePath, namesOfReference, nounOf, pathAbove, plainName } from '../resources/names.ts';
import { isOfChildren, ownReference } from '../resources/own-references.ts';
import { type ResourceFamily, allFamilies } from '../resources/resources.ts';
import { searchOf } from '../resources/searches.ts';
import { type ItemProperty, itemProperties } from './item-properties.ts';
import { type ListModel, listOf } from './lists.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';

/** A list of those of a family that refer to what the path names. */
export interface RelatedList {
  readonly list: ListModel;
  readonly family: ResourceFamily;
  /** Name of the only parameter of its path. */
  readonly parameter: string;
  /** What has the parameter's value. */
  readonly property: ItemProperty;
}

/**
 * What an operation lists so, as a link says it that leads from what is created to the list, or as names say it;
 * `undefined` where it lists a collection, or nothing tells. Found once an operation.
 */
export const relatedListOf: OfOperation<RelatedList | undefined> = ofOperation(findRelated);

function findRelated(document: OpenApiDocument, operation: Operation): RelatedList | undefined {
  const { path, parameters } = operation;
  const [parameter, ...others] = pathParameters({ parameters });
  if (parameter === undefined || others.length > 0) return undefined;
  const families = allFamilies(document).filter(({ identity }) => identity !== undefined);
  const list = listOf(document, operation);
  if (list === undefined || families.some(({ collection }) => collection === path))
    return undefined;
  const { name } = parameter;
  const properties = itemProperties(list.item);
  const names = namesOfReference(path, name);
  const linked = linksIn(document).filter(({ target }) => target === operation);
  for (const family of families) {
    const links = linked.filter(({ source }) => source === family.create);
    const isCalledSo = nounOf(path) === nounOf(family.collection);
    const parent = isOfChildren(path, family)
      ? ownReference(document, family.create, family, 'told')?.name
      : undefined;
    const isTold = links.length > 0 || isCalledSo || parent !== undefined;
    if (!isTold || !isOfFamily(document, list, family)) continue;
    const { told } = envelopesOf(document, family.create, family);
    const places = links.flatMap((link) => [
      placeInAnswer(link.parameters[name] ?? null)?.slice(told.length) ?? [],
    ]);
    const isNamed = ({ path: [first = '', ...rest] }: ItemProperty): boolean =>
      rest.length === 0 && (first === parent || (isCalledSo && names.has(plainName(first))));
    const property = properties.find(
      (candidate) =>
        places.some((place) => equalJson(place, [...candidate.path])) || isNamed(candidate),
    );
    if (property === undefined || property.path[0] === family.identity) continue;
    return { list, family, parameter: name, property };
  }
  return undefined;
}

/**
 * Of which collection an operation lists what its query chooses, as the path of that for the one of a request;
 * `undefined` where nothing tells. Found once an operation.
 */
export const chosenCollectionOf: OfOperation<((path: string) => string) | undefined> = ofOperation(
  (document: OpenApiDocument, operation: Operation) => {
    const { path } = operation;
    const list = listOf(document, operation);
    const search = list && searchOf(document, operation);
    if (search !== undefined) return search.collectionAt;
    const isChoosing = list && (list.search !== undefined || list.filters.length > 0);
    if (!isChoosing || list.family !== undefined) return undefined;
    const isAbove = allFamilies(document).some(
      (family) =>
        family.identity !== undefined &&
        barePath(family.collection) === pathAbove(path) &&
        isOfFamily(document, list, family),
    );
    return isAbove ? pathAbove : undefined;
  },
);

/** Whether items have the schema of a family's resources. */
function isOfFamily(
  document: OpenApiDocument,
  { item }: ListModel,
  family: ResourceFamily,
): boolean {
  const read = operationAt(document, 'GET', family.item) ?? family.create;
  return [read, family.create].some((teller) =>
    shareSchema(resourceSchema(document, family, teller, 'told'), item),
  );
}
