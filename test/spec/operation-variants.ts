/** Mistakes in operations and around them, and variants that are fine. */
import type { YAMLMap } from 'yaml';
import {
  operation,
  request,
  ok,
  refused,
  refusedJson,
  schemas,
  nameSchema,
  flatError,
  halfError,
  set,
  remove,
  all,
  broken,
  fine,
  otherError,
} from './document-edits.ts';
import type { Variant } from './lint-documents.ts';

/** Names and statuses. */
const operations: readonly Variant[] = [
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

/** Bodies of error responses. */
const errors: readonly Variant[] = [
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
    all(otherError, set([...refusedJson, 'schema'], halfError)),
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
  broken(
    'error-response-schema',
    'a component Error that is a text',
    all(
      set([...schemas, 'Error'], { type: 'string', description: 'What went wrong' }),
      set([...refusedJson, 'examples', 'error', 'value'], 'id is required'),
    ),
  ),
  fine(
    'one of two kinds of error',
    all(
      set([...schemas, 'Error'], { oneOf: [flatError, { ...flatError, title: 'Other' }] }),
      set([...refusedJson, 'schema'], { anyOf: [flatError] }),
      otherError,
      remove([...refusedJson, 'examples']),
    ),
  ),
  fine(
    'the error with one of its values',
    set([...refusedJson, 'schema'], {
      allOf: [{ $ref: '#/components/schemas/Error' }],
      required: ['error'],
      properties: { error: { const: 400, description: 'Always 400 here' } },
    }),
  ),
  broken(
    'error-response-schema',
    'the error inline with a wider integer',
    all(
      otherError,
      set([...refusedJson, 'schema'], flatError),
      set([...refusedJson, 'schema', 'properties', 'error', 'format'], 'int64'),
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

function misspelt(name: string, change: Variant['change']): Variant {
  return { name, change, breaks: ['oas3-schema', 'known-key'] };
}

/** Keys. */
const keys: readonly Variant[] = [
  misspelt('a method', set(['paths', '/plants', 'delet'], { responses: {} })),
  misspelt('a key of an operation', set([...operation, 'operationID'], 'createPlant')),
  misspelt('a status', set([...operation, 'responses', '20O'], { description: 'fine' })),
  ...['propertys', 'requred', 'minLenght', 'maxlength', 'itmes'].map((key) =>
    broken('known-key', `a keyword: ${key}`, set([...schemas, 'Plant', key], 1)),
  ),
  fine(
    'keys of your own',
    all(
      set([...operation, 'x-delet'], 1),
      set([...operation, 'responses', '4XX'], { $ref: '#/components/responses/Refused' }),
      (document) => document.setIn(['components', 'responses', 'Refused'], document.getIn(refused)),
      set([...schemas, 'Plant', 'unit'], 'cm'),
      set([...schemas, 'Plant', 'properties', 'requred'], nameSchema),
    ),
  ),
];

/** Request bodies. */
const requests: readonly Variant[] = [
  broken('request-body-required', 'no required', remove([...request, 'required'])),
  broken('request-body-required', 'no required in a component', (document) => {
    document.deleteIn([...request, 'required']);
    document.setIn(['components', 'requestBodies', 'New'], document.getIn(request));
    document.setIn(request, document.createNode({ $ref: '#/components/requestBodies/New' }));
  }),
  fine('an optional body', set([...request, 'required'], false)),
];

/** Names of media types. */
const mediaTypes: readonly Variant[] = [
  broken('media-type-name', 'json', set([...ok, 'content', 'json'], { schema: nameSchema })),
  ...['text/*', '*/*', 'application/vnd.a+json; charset=utf-8'].map((name) =>
    fine(name, set([...ok, 'content', name], { schema: nameSchema })),
  ),
];

/** Schemes and where they are applied. */
const security: readonly Variant[] = [
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

/** Licences. */
const licences: readonly Variant[] = [
  broken('license-named', 'only a name', remove(['info', 'license', 'identifier'])),
  fine(
    'a url',
    set(['info', 'license'], { name: 'MIT', url: 'https://opensource.org/license/mit' }),
  ),
  broken('info-license', 'no licence at all', remove(['info', 'license'])),
];

/** What can be wrong with operations and around them. */
export const operationVariants: Readonly<Record<string, readonly Variant[]>> = {
  operations,
  errors,
  keys,
  requests,
  mediaTypes,
  security,
  licences,
};
