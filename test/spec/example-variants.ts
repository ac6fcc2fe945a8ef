/** Mistakes in examples, and variants that are fine. */
import {
  type Path,
  requestJson,
  okJson,
  refusedJson,
  schemas,
  id,
  nameSchema,
  flatNewPlant,
  set,
  remove,
  all,
  broken,
  fine,
  inlineRequest,
  okExamples,
  digits,
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
  broken('example-or-examples', 'both', set([...okJson, 'example'], { name: 'Monstera' })),
  {
    name: 'a broken one of examples beside a valid example',
    change: all(okExamples({ name: 7 }), set([...okJson, 'example'], { name: 'Monstera' })),
    breaks: ['example-or-examples', 'oas3-valid-media-example'],
  },
  fine(
    'both in a schema, and in a property that is called content',
    all(
      set([...schemas, 'Plant', 'properties', 'content'], { ...nameSchema, example: 'a' }),
      set([...schemas, 'Plant', 'properties', 'content', 'examples'], ['b']),
    ),
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
  broken(
    'oas3-schema',
    'a broken schema, of which no example is to blame',
    all(
      set([...schemas, 'Plant', 'properties', 'tag', 'type'], 'strnig'),
      set([...schemas, 'NewPlant', 'example'], { id: 1, name: 'Monstera' }),
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

const height: Path = [...schemas, 'Plant', 'properties', 'height'];

/** A property of every plant, and its value in the examples of requests and answers. */
function tall(schema: object, value: unknown): Variant['change'] {
  return tallBy({ description: 'In metres', ...schema }, value);
}

function tallBy(schema: object, value: unknown): Variant['change'] {
  return all(
    set(height, schema),
    set([...complete, 'height'], value),
    okExamples({ name: 'Monstera', height: value }),
  );
}

function brokenHeight(name: string, schema: object, text: string): Variant {
  return broken('exact-example', `${name}: ${text}`, tall(schema, digits(text)));
}

const int64 = { type: 'integer', format: 'int64' };
const number = { type: 'number' };

/** What doubles can't tell. */
const exactly: readonly Variant[] = [
  brokenHeight('maximum', { ...int64, maximum: 2n ** 53n }, '9007199254740993'),
  brokenHeight('minimum', { ...int64, minimum: digits('9007199254740993') }, '9007199254740992'),
  brokenHeight('const', { ...int64, const: digits('9007199254740993') }, '9007199254740992'),
  brokenHeight('enum', { ...int64, enum: [5, 2n ** 53n] }, '9007199254740993'),
  brokenHeight('integer', int64, '1.00000000000000000001'),
  brokenHeight('maximum', { ...number, maximum: 0.3 }, '0.30000000000000000001'),
  brokenHeight('multipleOf', { ...number, multipleOf: 0.01 }, '4.355'),
  brokenHeight('multipleOf', { ...number, multipleOf: 5 }, '10.00000000000000000001'),
  broken(
    'exact-example',
    'in a list, in a map',
    tall(
      {
        type: 'array',
        items: { type: 'object', additionalProperties: { ...number, multipleOf: 0.1 } },
      },
      [{ a: 4.3, b: 4.35 }],
    ),
  ),
  ...['0.30000000000000000001', '0.3000000000000000000001'].map((text) =>
    broken(
      'exact-example',
      `maximum in a file that other documents refer to, too: ${text}`,
      tallBy({ $ref: 'parts.yaml#/Height' }, digits(text)),
    ),
  ),
  broken(
    'exact-example',
    'example of the property',
    set(height, {
      ...number,
      description: 'In metres',
      maximum: 0.3,
      example: digits('3.0000000000000000001e-1'),
    }),
  ),
  ...['.inf', '-.INF', '.nan'].map((text) => brokenHeight('number', number, text)),
  fine('number: 1e400', tall(number, digits('1e400'))),
  ...['4.35', '0.07', '-1.1', '0', '1e-2', '123456789012345678901234567890.01'].map((text) =>
    fine(`multipleOf: ${text}`, tall({ ...number, multipleOf: 0.01 }, digits(text))),
  ),
  fine(
    'multipleOf in a list, in a map',
    tall(
      {
        type: 'array',
        items: { type: 'object', additionalProperties: { ...number, multipleOf: 0.01 } },
      },
      [{ a: 4.35 }],
    ),
  ),
  fine(
    'multipleOf in the example of an allOf',
    all(
      set(height, {
        ...number,
        description: 'In metres',
        multipleOf: 0.01,
        example: 4.35,
        examples: [4.35],
      }),
      set([...schemas, 'NewPlant', 'example'], { id: 1, name: 'Monstera', height: 4.35 }),
    ),
  ),
  fine('an integer with a fraction of zeros', tall(int64, digits('1.0'))),
  fine('at the maximum', tall({ ...int64, maximum: 2n ** 53n }, digits('9007199254740992.0'))),
  fine('in the enum', tall({ ...int64, enum: [5, 2n ** 53n] }, digits('9007199254740992'))),
];

/** OpenAPI 3.0 has no `identifier` for a licence. */
const asVersion30: Variant['change'] = all(
  set(['openapi'], '3.0.3'),
  set(['info', 'license'], { name: 'MIT', url: 'https://opensource.org/license/mit' }),
);
const bounded = { type: 'integer', format: 'int32', minimum: 0, exclusiveMinimum: true };

/** The same in OpenAPI 3.0. */
const versions: readonly Variant[] = [
  fine(
    'OpenAPI 3.0 with a multiple of a fraction',
    all(asVersion30, tall({ ...number, multipleOf: 0.01 }, 4.35)),
  ),
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
export const exampleVariants: Readonly<Record<string, readonly Variant[]>> = {
  examples,
  exactly,
  versions,
};
