/** What refusals of frameworks and services say of the values that they want. */
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';
import { toldSchemas } from '../../../src/verify/checks/told-schemas.ts';

const TEXT = { type: 'string' };
const SCHEMA = {
  type: 'object',
  properties: {
    type: TEXT,
    target: TEXT,
    name: TEXT,
    size: { type: 'integer' },
    state: { type: 'string', enum: ['on', 'off'] },
    note: { type: 'string', maxLength: 80 },
    location: { type: 'object', properties: { target: TEXT } },
    lines: { type: 'array', items: { type: 'object', properties: { unitKind: TEXT } } },
  },
} satisfies JsonObject;
const BODY = { type: 'sample', target: 'x17', name: 'pear', size: 42, state: 'on', note: 'n' };

function toldBy(refusal: JsonValue, body: JsonObject = BODY): Record<string, JsonObject> {
  const text = typeof refusal === 'string' ? refusal : JSON.stringify(refusal);
  const told = toldSchemas(
    body,
    { body: new TextEncoder().encode(text) },
    effectiveSchema(SCHEMA, ''),
  );
  return Object.fromEntries(
    told.map(({ path, schema }) => {
      const { type, ...keywords } = schema;
      expect(type).toBeDefined();
      return [path.join('.'), keywords];
    }),
  );
}

it.each<[from: string, refusal: JsonValue, told: Record<string, JsonObject>]>([
  [
    'a service',
    {
      error: {
        name: 'InputError',
        message: 'Registered locations must be of an allowed type ["url"]',
      },
    },
    { type: { enum: ['url'] } },
  ],
  ['Joi', { message: '"type" must be one of [a, b c]' }, { type: { enum: ['a', 'b c'] } }],
  [
    'a service, of a domain',
    { error: 'Name: domain is not valid.' },
    { name: { format: 'hostname', not: { pattern: '^[^.]*$' } } },
  ],
  ['Joi, of a URI', { message: '"target" must be a valid uri' }, { target: { format: 'uri' } }],
  [
    'class-validator',
    {
      statusCode: 400,
      message: [
        'type must be one of the following values: url, file',
        'target must be a URL address',
        'name must be longer than or equal to 8 characters',
      ],
      error: 'Bad Request',
    },
    { type: { enum: ['url', 'file'] }, target: { format: 'uri' }, name: { minLength: 8 } },
  ],
  [
    'ajv',
    {
      errors: [
        {
          instancePath: '/type',
          message: 'must be equal to one of the allowed values',
          params: { allowedValues: ['a', 'b'] },
        },
      ],
    },
    { type: { enum: ['a', 'b'] } },
  ],
  [
    'ajv, of a pattern',
    { errors: [{ instancePath: '/name', message: 'must match pattern "^[A-Z]{3}$"' }] },
    { name: { pattern: '^[A-Z]{3}$' } },
  ],
  [
    'zod 3',
    {
      issues: [
        {
          code: 'invalid_enum_value',
          path: ['type'],
          message: "Invalid enum value. Expected 'a' | 'b', received 'sample'",
        },
      ],
    },
    { type: { enum: ['a', 'b'] } },
  ],
  [
    'zod 4',
    { issues: [{ path: ['target'], message: 'Invalid option: expected one of "a"|"b"' }] },
    { target: { enum: ['a', 'b'] } },
  ],
  [
    'pydantic',
    {
      detail: [
        {
          type: 'enum',
          loc: ['body', 'type'],
          msg: "Input should be 'a', 'b' or 'c'",
          input: 'sample',
        },
      ],
    },
    { type: { enum: ['a', 'b', 'c'] } },
  ],
  [
    'pydantic, of a length',
    { detail: [{ loc: ['body', 'name'], msg: 'String should have at least 8 characters' }] },
    { name: { minLength: 8 } },
  ],
  [
    'Laravel',
    {
      message: 'The given data was invalid.',
      errors: { target: ['The target must be a valid URL.'] },
    },
    { target: { format: 'uri' } },
  ],
  ['Django', { target: ['Enter a valid URL.'] }, { target: { format: 'uri' } }],
  [
    'PostgreSQL',
    { message: 'invalid input syntax for type uuid: "x17"' },
    { target: { format: 'uuid' } },
  ],
  [
    'Jackson',
    'Cannot deserialize value of type `Kind` from String "sample": not one of the values accepted for Enum class: [FILE, URL]',
    { type: { enum: ['FILE', 'URL'] } },
  ],
  ['a bound', { message: 'size must be between 1 and 5' }, { size: { minimum: 1, maximum: 5 } }],
  [
    'what the document says, too',
    { message: 'state must be one of on, broken; note must be at most 10 characters' },
    {},
  ],
  ['no value', { message: 'Something went wrong with the request' }, {}],
  ['a used one', { message: 'type sample is already in use' }, {}],
  ['what is absent', { message: 'name is required' }, {}],
])('%s', (_, refusal, told) => {
  expect(toldBy(refusal)).toEqual(told);
});

it('a value within another is named by its path, or by words of its name', () => {
  const inner = { location: { target: 'x17' }, lines: [{ unitKind: 'sample' }] };
  expect(toldBy({ message: 'The given location.target is not a URL' }, inner)).toEqual({
    'location.target': { format: 'uri' },
  });
  expect(toldBy({ message: 'unit kind must be either kg or piece' }, inner)).toEqual({
    'lines.0.unitKind': { enum: ['kg', 'piece'] },
  });
});

it('what names nothing is about the only value of a body', () => {
  const refusal = { error: 'URL is not valid.' };
  expect(toldBy(refusal, { target: 'x17' })).toEqual({ target: { format: 'uri' } });
  expect(toldBy(refusal, { target: 'x17', name: 'pear' })).toEqual({});
  expect(toldBy({ error: 'The body is not valid.' }, { target: 'x17' })).toEqual({});
});
