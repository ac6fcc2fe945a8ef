/** What an answer has of other resources where a parameter asks for it: the `owner` beside an `ownerId`, for `?expand=owner`. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { onceFor } from '../../openapi/once.ts';
import { type EffectiveSchema, shareSchema } from '../../openapi/schema/effective-schema.ts';
import { listOf } from '../lists/lists.ts';
import { type Operation, operationAt, operations } from '../operation.ts';
import type { Parameter } from '../parameters/parameter.ts';
import { schemaOf } from '../requests/required-parameters.ts';
import { resourceSchema } from './envelopes-in.ts';
import { nounOf, plainName } from './names.ts';
import { type ResourceFamily, allFamilies } from './resources.ts';

/** A resource in another one. */
export interface Embedding {
  /** What reads it, alone or in a list. */
  readonly operation: Operation;
  /** Of what it is in. */
  readonly family: ResourceFamily;
  readonly parameter: Parameter;
  /** By which word it is asked for; of a list of words, it is one. */
  readonly word: string;
  readonly isOfWords: boolean;
  /** The property that has it. */
  readonly property: string;
  readonly schema: EffectiveSchema;
  /** The property that names it, whether it is asked for or not. */
  readonly reference: string;
  /** The property of the embedded one that has that name. */
  readonly identity: string;
  /** What it is one of; `undefined` where nothing creates such. */
  readonly target: ResourceFamily | undefined;
}

/** What a parameter is called that asks for more of what an answer refers to. */
const ASKING = /^(?:expand|expands|embed|include|includes|with|populate)$/;

/** Those of a document. Found once. */
export const embeddingsIn: (document: OpenApiDocument) => readonly Embedding[] = onceFor(
  (document) => operations(document).flatMap((operation) => embeddingsOf(document, operation)),
);

function embeddingsOf(document: OpenApiDocument, operation: Operation): Embedding[] {
  if (operation.method !== 'GET') return [];
  const parameter = operation.parameters.find(
    ({ in: place, name }) => place === 'query' && ASKING.test(plainName(name)),
  );
  const families = allFamilies(document);
  const list = parameter && listOf(document, operation);
  const family =
    list?.family ?? families.find(({ item }) => item !== undefined && item === operation.path);
  if (parameter === undefined || family === undefined) return [];
  const told = list ? list.item : resourceSchema(document, family, operation, 'told');
  const { values, items } = schemaOf(document, parameter);
  const isOfWords = items !== undefined;
  const words = (values ?? items?.values ?? []).filter((value) => typeof value === 'string');
  return words.flatMap((value): Embedding[] => {
    const property = [...told.properties].find(
      ([name, { properties }]) => plainName(name) === plainName(value) && properties.size > 0,
    );
    if (property === undefined) return [];
    const [name, embedded] = property;
    const named = namedBeside(told, name, embedded);
    const target = families.find((other) => isOne(document, other, embedded, name));
    return named === undefined
      ? []
      : [
          {
            operation,
            family,
            parameter,
            word: value,
            isOfWords,
            property: name,
            schema: embedded,
            ...named,
            target,
          },
        ];
  });
}

/** `ownerId` beside `owner`, and the property of the owner that it has. */
function namedBeside(
  { properties }: EffectiveSchema,
  name: string,
  embedded: EffectiveSchema,
): Pick<Embedding, 'reference' | 'identity'> | undefined {
  for (const reference of properties.keys()) {
    const tail = new RegExp(`^${plainName(name)}(id|uuid|key|code|slug)$`).exec(
      plainName(reference),
    );
    const identity = embedded.properties.keys().find((key) => plainName(key) === tail?.[1]);
    if (identity !== undefined) return { reference, identity };
  }
  return undefined;
}

function isOne(
  document: OpenApiDocument,
  family: ResourceFamily,
  embedded: EffectiveSchema,
  name: string,
): boolean {
  const read = operationAt(document, 'GET', family.item) ?? family.create;
  const isCalledSo = nounOf(family.collection) === plainName(name);
  return isCalledSo || shareSchema(resourceSchema(document, family, read, 'told'), embedded);
}
