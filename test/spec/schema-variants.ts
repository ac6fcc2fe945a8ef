/** Mistakes in schemas, and variants that are fine. */
import {
  type Path,
  operation,
  okJson,
  schemas,
  newPlantOwn,
  id,
  idSchema,
  nameSchema,
  flatNewPlant,
  set,
  remove,
  all,
  broken,
  fine,
  inlineRequest,
  okExamples,
} from './document-edits.ts';
import type { Variant } from './lint-documents.ts';

const size: Path = [...schemas, 'Plant', 'properties', 'size'];
const tag: Path = [...schemas, 'Plant', 'properties', 'tag'];

/** Required properties. */
const objects: readonly Variant[] = [
  broken('object-required', 'a component', remove([...schemas, 'Error', 'required'])),
  broken('object-required', 'a branch of allOf', remove([...newPlantOwn, 'required'])),
  broken(
    'object-required',
    'inline in the request',
    inlineRequest({ ...flatNewPlant(), required: undefined }),
  ),
  broken(
    'object-required',
    'inline in a response, without type',
    set([...okJson, 'schema'], { properties: { name: nameSchema } }),
  ),
  broken(
    'object-required',
    'in an array of objects',
    all(
      set([...okJson, 'schema'], {
        type: 'array',
        items: { type: 'object', properties: { name: nameSchema } },
      }),
      okExamples([{ name: 'Monstera' }]),
    ),
  ),
  broken(
    'object-required',
    'an object in a property, nullable',
    set([...schemas, 'Plant', 'properties', 'pot'], {
      type: ['object', 'null'],
      description: 'The pot',
      properties: { colour: nameSchema },
    }),
  ),
  fine('an inline request', inlineRequest(flatNewPlant())),
  fine('nothing required, said so', set([...schemas, 'Plant', 'required'], [])),
  fine(
    'required beside allOf',
    all(remove([...newPlantOwn, 'required']), set([...schemas, 'NewPlant', 'required'], ['id'])),
  ),
  fine(
    'required in a branch of its own',
    all(
      remove([...newPlantOwn, 'required']),
      set([...schemas, 'NewPlant', 'allOf', 2], { required: ['id'] }),
    ),
  ),
  fine(
    'one of two required',
    all(
      remove([...schemas, 'Plant', 'required']),
      set([...schemas, 'Plant', 'anyOf'], [{ required: ['name'] }, { required: ['tag'] }]),
    ),
  ),
  fine(
    'a map',
    set([...schemas, 'Plant', 'properties', 'labels'], {
      type: 'object',
      description: 'Labels by name',
      additionalProperties: { type: 'string' },
    }),
  ),
  fine(
    'a condition',
    set([...schemas, 'Plant', 'if'], { properties: { tag: { const: 'cactus' } } }),
  ),
];

/** Bounds. */
const bounds: readonly Variant[] = [
  broken('possible-bounds', 'of a text', set(size, { ...nameSchema, minLength: 9, maxLength: 8 })),
  broken(
    'possible-bounds',
    'of a number',
    set(size, { type: 'number', description: 'Height', minimum: 0.3, maximum: 0.2 }),
  ),
  fine('that leave one value', set(size, { ...nameSchema, minLength: 7, maxLength: 7 })),
];

/** What was a keyword before. */
const former: readonly Variant[] = [
  broken('known-key', 'nullable in 3.1', set([...tag, 'nullable'], true)),
];

/** Integer formats. */
const integers: readonly Variant[] = [
  broken(
    'integer-format',
    'a component',
    remove([...schemas, 'Error', 'properties', 'error', 'format']),
  ),
  broken('integer-format', 'a branch of allOf', remove([...id, 'format'])),
  broken('integer-format', 'a misspelt format', set([...id, 'format'], 'int46')),
  broken(
    'integer-format',
    'inline in the request',
    inlineRequest(
      flatNewPlant({ name: nameSchema, id: { type: 'integer', description: 'Number' } }),
    ),
  ),
  broken(
    'integer-format',
    'a parameter',
    set(
      [...operation, 'parameters'],
      [{ name: 'limit', in: 'query', description: 'How many', schema: { type: 'integer' } }],
    ),
  ),
  broken(
    'integer-format',
    'an integer or null in an array',
    set([...schemas, 'Plant', 'properties', 'sizes'], {
      type: 'array',
      description: 'Sizes',
      items: { type: ['integer', 'null'] },
    }),
  ),
  fine(
    'an integer that lists its values',
    set([...schemas, 'Plant', 'properties', 'stars'], {
      type: 'integer',
      description: 'One to three',
      enum: [1, 2, 3],
    }),
  ),
  fine(
    'an example that looks like a schema',
    set([...schemas, 'Plant', 'properties', 'form'], {
      type: 'object',
      description: 'A form',
      additionalProperties: true,
      example: { schema: { type: 'integer', properties: { a: 1 } } },
    }),
  ),
];

/** Descriptions of properties. */
const descriptions: readonly Variant[] = [
  broken(
    'property-description',
    'a component',
    remove([...schemas, 'Plant', 'properties', 'tag', 'description']),
  ),
  broken('property-description', 'a branch of allOf', remove([...id, 'description'])),
  broken('property-description', 'only blanks', set([...id, 'description'], '  ')),
  broken(
    'property-description',
    'inline in the request',
    inlineRequest(flatNewPlant({ id: idSchema, name: { type: 'string' } })),
  ),
  broken(
    'property-description',
    'described neither beside the reference nor where it leads',
    all(
      set([...schemas, 'Name'], { type: 'string' }),
      set([...schemas, 'Plant', 'properties', 'name'], { $ref: '#/components/schemas/Name' }),
    ),
  ),
  fine(
    'described where it is defined',
    all(
      set([...schemas, 'Name'], nameSchema),
      set([...schemas, 'Plant', 'properties', 'name'], { $ref: '#/components/schemas/Name' }),
    ),
  ),
  fine(
    'described beside the reference',
    all(
      set([...schemas, 'Name'], { type: 'string' }),
      set([...schemas, 'Plant', 'properties', 'name'], {
        $ref: '#/components/schemas/Name',
        description: 'The name',
      }),
    ),
  ),
  fine(
    'a property that is called description',
    set([...schemas, 'Plant', 'properties', 'description'], nameSchema),
  ),
];

/** What can be wrong with schemas. */
export const schemaVariants: Readonly<Record<string, readonly Variant[]>> = {
  objects,
  bounds,
  former,
  integers,
  descriptions,
};
