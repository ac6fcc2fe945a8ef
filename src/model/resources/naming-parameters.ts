/** Which parameters of a path name resources, and which say by a word what others have any name for. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type Operation, pathParameters } from '../operation.ts';
import type { Parameter } from '../parameters/parameter.ts';
import { schemaOf } from '../requests/required-parameters.ts';
import { pathSchemas } from './identity.ts';
import { isPathWithin } from './names.ts';
import { makeableFamilies } from './put-families.ts';
import type { ItemFamily } from './resources.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';

/**
 * The parameters of a path that name resources, in its order. Those with a few known values don't, unless what they
 * name is there only once a client has made it.
 */
export function namingParameters(document: OpenApiDocument, operation: Operation): Parameter[] {
  const { path } = operation;
  const inPath = pathParameters(operation).filter(
    (parameter) =>
      schemaOf(document, parameter).values === undefined ||
      madeFamilies(document, path, parameter).some((family) => takesFew(document, family)),
  );
  const place = ({ name }: Parameter): number => path.indexOf(`{${name}}`);
  return inPath.toSorted((a, b) => place(a) - place(b));
}

/** The parameters of a path that say by a word what others have any name for: all, or one's own, as `~` and `me` do. */
export const wordParameters: OfOperation<ReadonlySet<string>> = ofOperation(
  (document, operation) => {
    const words = pathParameters(operation).filter((parameter) => {
      const families = madeFamilies(document, operation.path, parameter);
      const hasFew = families.length > 0 && schemaOf(document, parameter).values !== undefined;
      return hasFew && !families.some((family) => takesFew(document, family));
    });
    return new Set(words.map(({ name }) => name));
  },
);

function madeFamilies(document: OpenApiDocument, path: string, { name }: Parameter): ItemFamily[] {
  return [...makeableFamilies(document).values()].filter(
    ({ item, parameter }) => parameter === name && isPathWithin(path, item),
  );
}

/** Whether its paths have few names for it. */
function takesFew(document: OpenApiDocument, family: ItemFamily): boolean {
  return pathSchemas(document, family).some(({ values }) => values !== undefined);
}
