/** Mistakes in examples, and variants that are fine. */
import {
  type Path,
  requestJson,
  okJson,
  refusedJson,
  schemas,
  id,
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

const MAX = 9_223_372_036_854_775_807n;
const complete: Path = [...requestJson, 'examples', 'complete', 'value'];

/** Examples that break their schemas. */
const examples: readonly Variant[] = [
  broken('oas3-valid-media-example', 'no id in a request', remove([...complete, 'id'])),
  broken('oas3-valid-media-example', 'id as text', set([...complete, 'id'], '1042')),
  broken('oas3-valid-media-example', 'id with a fraction', set([...complete, 'id'], 1.5)),
  broken('oas3-valid-media-example', 'no name in the 200', okExamples({ tag: 'climber' })),
  broken(
    'oas3-valid-media-example',
    'a number as message, beyond int32 as error',
    set([...refusedJson, 'examples', 'error', 'value', 'error'], 2 ** 31),
  ),
  broken(
    'oas3-valid-media-example',
    'a single example',
    all(remove([...okJson, 'examples']), set([...okJson, 'example'], { name: 7 })),
  ),
  broken(
    'oas3-valid-media-example',
    'in a flat request',
    all(inlineRequest(flatNewPlant()), set([...complete, 'id'], true)),
  ),
  broken(
    'oas3-valid-schema-example',
    'example of a component',
    set([...schemas, 'Plant', 'example'], { tag: 'climber' }),
  ),
  broken(
    'schema-examples',
    'example of an allOf',
    set([...schemas, 'NewPlant', 'example'], { name: 'Monstera' }),
  ),
  broken(
    'schema-examples',
    'examples of a property',
    set([...schemas, 'Plant', 'properties', 'name', 'examples'], ['Monstera', 7]),
  ),
  broken('int64-example', 'one more than int64', set([...complete, 'id'], MAX + 1n)),
  broken('int64-example', 'one less than int64', set([...complete, 'id'], -MAX - 2n)),
  broken('int64-example', 'far beyond int64', set([...complete, 'id'], 10n ** 20n)),
  broken(
    'int64-example',
    'beyond int64 in a flat request',
    all(inlineRequest(flatNewPlant()), set([...complete, 'id'], MAX + 1n)),
  ),
  broken(
    'int64-example',
    'in the example of the property itself',
    set([...id, 'example'], MAX + 1n),
  ),
  broken(
    'oas3-valid-media-example',
    'in a named example that is used by reference',
    all(
      set(['components', 'examples'], { Bare: { value: { tag: 'climber' } } }),
      set([...okJson, 'examples', 'plant'], { $ref: '#/components/examples/Bare' }),
    ),
  ),
  broken(
    'int64-example',
    'beyond int64 in a named example that is used by reference',
    all(
      set(['components', 'examples'], { Huge: { value: { id: MAX + 1n, name: 'Monstera' } } }),
      set([...requestJson, 'examples', 'complete'], { $ref: '#/components/examples/Huge' }),
    ),
  ),
  fine('the least id', set([...complete, 'id'], -MAX - 1n)),
  fine('the largest id as example of the property', set([...id, 'example'], MAX)),
  fine('the largest id in examples', set([...id, 'examples'], [MAX, -MAX - 1n])),
  fine(
    'a single example that is valid',
    all(remove([...okJson, 'examples']), set([...okJson, 'example'], { name: 'Monstera' })),
  ),
  fine('no examples', remove([...okJson, 'examples'])),
];

/** OpenAPI 3.0 has no `identifier` for a licence. */
const asVersion30: Variant['change'] = all(
  set(['openapi'], '3.0.3'),
  set(['info', 'license'], { name: 'MIT', url: 'https://opensource.org/license/mit' }),
);
const bounded = { type: 'integer', format: 'int32', minimum: 0, exclusiveMinimum: true };

/** The same in OpenAPI 3.0. */
const versions: readonly Variant[] = [
  fine('OpenAPI 3.0', asVersion30),
  fine(
    'OpenAPI 3.0, nothing required, said so',
    all(
      asVersion30,
      remove([...schemas, 'Plant', 'required']),
      set([...schemas, 'Plant', 'minProperties'], 0),
    ),
  ),
  fine(
    'OpenAPI 3.0 with an example of an allOf',
    all(
      asVersion30,
      set([...schemas, 'Plant', 'properties', 'height'], { ...bounded, description: 'In cm' }),
      set([...schemas, 'NewPlant', 'example'], { id: 1, name: 'Monstera', height: 3 }),
    ),
  ),
  broken(
    'schema-examples',
    'OpenAPI 3.0 with an example of an allOf beyond its bounds',
    all(
      asVersion30,
      set([...schemas, 'Plant', 'properties', 'height'], { ...bounded, description: 'In cm' }),
      set([...schemas, 'NewPlant', 'example'], { id: 1, name: 'Monstera', height: 0 }),
    ),
  ),
];

/** What can be wrong with examples. */
export const exampleVariants: Readonly<Record<string, readonly Variant[]>> = { examples, versions };
