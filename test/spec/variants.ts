/** The document with one thing changed: mistakes that people make, and variants that are fine. */
import type { Document, YAMLMap } from 'yaml';
import type { Variant } from './lint-documents.ts';

type Path = readonly (string | number)[];

const operation: Path = ['paths', '/plants', 'post'];
const request: Path = [...operation, 'requestBody'];
const requestJson: Path = [...request, 'content', 'application/json'];
const ok: Path = [...operation, 'responses', '200'];
const okJson: Path = [...ok, 'content', 'application/json'];
const refused: Path = [...operation, 'responses', '400'];
const refusedJson: Path = [...refused, 'content', 'application/json'];
const schemas: Path = ['components', 'schemas'];
const newPlantOwn: Path = [...schemas, 'NewPlant', 'allOf', 1];
const id: Path = [...newPlantOwn, 'properties', 'id'];

const idSchema = { type: 'integer', format: 'int64', description: 'Number of the plant' };
const nameSchema = { type: 'string', description: 'Name of the plant' };
const flatNewPlant = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: idSchema, name: nameSchema },
};
const flatError = {
  type: 'object',
  required: ['message', 'error'],
  properties: {
    message: { type: 'string', description: 'In other words' },
    error: { type: 'integer', format: 'int32', description: 'In other words' },
  },
};

function set(path: Path, value: unknown): (document: Document) => void {
  return (document) => document.setIn(path, document.createNode(value));
}

function remove(path: Path): (document: Document) => void {
  return (document) => void document.deleteIn(path);
}

function all(...changes: ((document: Document) => void)[]): (document: Document) => void {
  return (document) => changes.forEach((change) => change(document));
}

function broken(rule: string, name: string, change: Variant['change']): Variant {
  return { name, change, breaks: [rule] };
}

function fine(name: string, change: Variant['change']): Variant {
  return { name, change, breaks: [] };
}

/** The body with id, inline instead of by reference; without the component, which is then unused. */
function inlineRequest(schema: unknown): Variant['change'] {
  return all(set([...requestJson, 'schema'], schema), remove([...schemas, 'NewPlant']));
}

/** Keeps the component in use when the 400 no longer uses it. */
const otherError: Variant['change'] = set([...operation, 'responses', '500'], {
  description: 'broken',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function okExamples(value: unknown): Variant['change'] {
  return set([...okJson, 'examples', 'plant', 'value'], value);
}

const operations: Variant[] = [
  broken('operation-operationId', 'no operationId', remove([...operation, 'operationId'])),
  broken('operation-operationId', 'empty operationId', set([...operation, 'operationId'], '')),
  broken('operation-success', 'no 200', (document) => {
    document.deleteIn(ok);
  }),
  broken(
    'operation-success',
    'a redirect to nowhere instead of 200',
    all(remove(ok), set([...operation, 'responses', '302'], { description: 'Moved' })),
  ),
  broken('operation-error', 'no 400', all(remove(refused), remove([...schemas, 'Error']))),
  broken('operation-error', 'only 500', (document) => {
    const response = document.getIn(refused);
    document.deleteIn(refused);
    document.setIn([...operation, 'responses', '500'], response);
  }),
  fine('2XX and 4XX', (document) => {
    for (const [exact, range] of [
      [ok, '2XX'],
      [refused, '4XX'],
    ] as const) {
      const response = document.getIn(exact);
      document.deleteIn(exact);
      document.setIn([...operation, 'responses', range], response);
    }
  }),
  fine('errors under default', (document) => {
    const response = document.getIn(refused);
    document.deleteIn(refused);
    document.setIn([...operation, 'responses', 'default'], response);
  }),
  fine(
    'a redirect that says where to',
    all(
      remove(ok),
      set([...operation, 'responses', '302'], {
        description: 'Moved',
        headers: { Location: { description: 'Where to', schema: { type: 'string' } } },
      }),
    ),
  ),
];

const errors: Variant[] = [
  broken(
    'error-response-schema',
    '400 without a body',
    all(otherError, remove([...refused, 'content'])),
  ),
  broken(
    'error-response-schema',
    '400 as text',
    all(otherError, set([...refused, 'content'], { 'text/plain': { schema: { type: 'string' } } })),
  ),
  broken(
    'error-response-schema',
    '400 with a Plant',
    all(
      otherError,
      set([...refusedJson, 'schema', '$ref'], '#/components/schemas/Plant'),
      set([...refusedJson, 'examples', 'error', 'value'], { name: 'Monstera' }),
    ),
  ),
  broken(
    'error-response-schema',
    '400 inline without message',
    all(
      otherError,
      set([...refusedJson, 'schema'], {
        ...flatError,
        required: ['error'],
        properties: { error: flatError.properties.error },
      }),
    ),
  ),
  broken(
    'error-response-schema',
    '400 with a list of errors',
    all(
      set([...refusedJson, 'schema'], {
        type: 'array',
        items: { $ref: '#/components/schemas/Error' },
      }),
      set([...refusedJson, 'examples', 'error', 'value'], [{ error: 400, message: 'no' }]),
    ),
  ),
  broken(
    'error-response-schema',
    '500 by reference to a component with another body',
    all(
      set([...operation, 'responses', '500'], { $ref: '#/components/responses/Broken' }),
      set(['components', 'responses'], {
        Broken: { description: 'broken', content: { 'application/json': { schema: nameSchema } } },
      }),
    ),
  ),
  broken(
    'error-response-schema',
    'default beside 400 with another body',
    set([...operation, 'responses', 'default'], {
      description: 'anything else',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Plant' } } },
    }),
  ),
  broken(
    'error-response-schema',
    'two inline errors that differ, and no component',
    all(
      set([...refusedJson, 'schema'], flatError),
      set([...operation, 'responses', '500'], {
        description: 'broken',
        content: { 'application/json': { schema: nameSchema } },
      }),
      remove([...schemas, 'Error']),
    ),
  ),
  fine('the error inline', all(otherError, set([...refusedJson, 'schema'], flatError))),
  fine(
    'the error inline, and no component',
    all(set([...refusedJson, 'schema'], flatError), remove([...schemas, 'Error'])),
  ),
  fine(
    'the error with more fields, by allOf',
    set([...refusedJson, 'schema'], {
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { type: 'object', required: [], properties: { hint: nameSchema } },
      ],
    }),
  ),
  fine('the response by reference to a component', (document) => {
    document.setIn(['components', 'responses', 'Refused'], document.getIn(refused));
    document.setIn(refused, document.createNode({ $ref: '#/components/responses/Refused' }));
  }),
  fine('the error as problem+json', (document) => {
    const body = document.getIn(refusedJson);
    document.setIn([...refused, 'content'], document.createNode({}));
    document.setIn([...refused, 'content', 'application/problem+json'], body);
  }),
];

const requests: Variant[] = [
  broken('request-body-required', 'no required', remove([...request, 'required'])),
  broken('request-body-required', 'no required in a component', (document) => {
    document.deleteIn([...request, 'required']);
    document.setIn(['components', 'requestBodies', 'New'], document.getIn(request));
    document.setIn(request, document.createNode({ $ref: '#/components/requestBodies/New' }));
  }),
  fine('an optional body', set([...request, 'required'], false)),
];

const security: Variant[] = [
  broken('security-applied', 'no security at all', remove(['security'])),
  broken('security-applied', 'an empty list for the whole document', set(['security'], [])),
  broken(
    'security-applied',
    'a second scheme without use',
    set(['components', 'securitySchemes', 'basicAuth'], { type: 'http', scheme: 'basic' }),
  ),
  broken(
    'security-applied',
    'one operation of two without security',
    all(remove(['security']), set([...operation, 'security'], [{ bearerAuth: [] }]), (document) => {
      const copy = document.getIn(operation) as YAMLMap;
      document.setIn(['paths', '/plants', 'put'], copy.clone());
      document.setIn(['paths', '/plants', 'put', 'operationId'], 'replacePlant');
      document.deleteIn(['paths', '/plants', 'put', 'security']);
    }),
  ),
  fine('an operation that is open on purpose', set([...operation, 'security'], [])),
  fine(
    'security at the operation',
    all(remove(['security']), set([...operation, 'security'], [{ bearerAuth: [] }])),
  ),
  fine('no schemes at all', all(remove(['security']), remove(['components', 'securitySchemes']))),
];

const objects: Variant[] = [
  broken('object-required', 'a component', remove([...schemas, 'Error', 'required'])),
  broken('object-required', 'a branch of allOf', remove([...newPlantOwn, 'required'])),
  broken(
    'object-required',
    'inline in the request',
    inlineRequest({ type: 'object', properties: flatNewPlant.properties }),
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
  fine('an inline request', inlineRequest(flatNewPlant)),
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

const integers: Variant[] = [
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
    inlineRequest({
      ...flatNewPlant,
      properties: { name: nameSchema, id: { type: 'integer', description: 'Number' } },
    }),
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

const descriptions: Variant[] = [
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
    inlineRequest({ ...flatNewPlant, properties: { id: idSchema, name: { type: 'string' } } }),
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

const MAX = 9_223_372_036_854_775_807n;
const complete: Path = [...requestJson, 'examples', 'complete', 'value'];

const examples: Variant[] = [
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
    all(inlineRequest(flatNewPlant), set([...complete, 'id'], true)),
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
    all(inlineRequest(flatNewPlant), set([...complete, 'id'], MAX + 1n)),
  ),
  broken(
    'int64-example',
    'in the example of the property itself',
    set([...id, 'example'], MAX + 1n),
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

const licences: Variant[] = [
  broken('license-named', 'only a name', remove(['info', 'license', 'identifier'])),
  fine(
    'a url',
    set(['info', 'license'], { name: 'MIT', url: 'https://opensource.org/license/mit' }),
  ),
  broken('info-license', 'no licence at all', remove(['info', 'license'])),
];

/** Every variant, by what it is about. */
export const variants: Readonly<Record<string, readonly Variant[]>> = {
  operations,
  errors,
  requests,
  security,
  objects,
  integers,
  descriptions,
  examples,
  licences,
};
