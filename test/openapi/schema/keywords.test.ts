import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { supportedKeywords } from '../../../src/openapi/schema/compile-schema.ts';
import { issues, json, messages } from './validate.ts';

/** Schema, a value, and the message; none where the value is valid. Both as JSON texts. */
type Row = readonly [schema: string, value: string, message?: string];

const rows: Readonly<Record<string, readonly Row[]>> = {
  type: [
    ['{"type":"number"}', '"1"', 'the body must be a number, got the string "1"'],
    ['{"type":"string"}', 'null', 'the body must be a string, got null'],
    [
      '{"type":"integer","format":"byte"}',
      '"7"',
      'the body must be an integer, got the string "7"',
    ],
    ['{"type":"string"}', '"a"'],
    ['{"type":"string"}', '1', 'the body must be a string, got 1'],
    ['{"type":"integer"}', '1.0'],
    ['{"type":"integer"}', '1e2'],
    ['{"type":"integer"}', '1e400'],
    ['{"type":"integer"}', '1.5', 'the body must be an integer, got 1.5'],
    [
      '{"type":"integer"}',
      '1.00000000000000000001',
      'the body must be an integer, got 1.00000000000000000001',
    ],
    ['{"type":"number"}', '1'],
    ['{"type":"number"}', '1e-400'],
    ['{"type":["string","null"]}', 'null'],
    ['{"type":["string","null"]}', '[]', 'the body must be a string or null, got an array'],
    ['{"type":"object"}', '[]', 'the body must be an object, got an array'],
    ['{"type":"array"}', '{}', 'the body must be an array, got an object'],
    ['{"type":"null"}', 'false', 'the body must be null, got false'],
    ['{"type":"boolean"}', '"true"', 'the body must be a boolean, got the string "true"'],
    ['{"type":"integer","format":"int64"}', '"7"', 'the body must be an int64, got the string "7"'],
  ],
  enum: [
    ['{"enum":[1,"a",{"b":[2]}]}', '{"b":[2.0]}'],
    ['{"enum":["1"]}', '1', 'the body must be one of "1", got 1'],
    ['{"enum":[1,2]}', '3', 'the body must be one of 1, 2, got 3'],
    [
      '{"enum":[9007199254740992]}',
      '9007199254740993',
      'the body must be one of 9007199254740992, got 9007199254740993',
    ],
    [
      '{"enum":[1,2,3,4,5,6,7,8,9,10,11,12]}',
      '0',
      'the body must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, got 0',
    ],
    [
      '{"enum":[1,2,3,4,5,6,7,8,9,10,11,12,13,14]}',
      '0',
      'the body must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 2 more, got 0',
    ],
  ],
  const: [
    ['{"const":{"a":1,"b":2}}', '{"b":2,"a":1}'],
    ['{"const":0}', '-0'],
    ['{"const":null}', '0', 'the body must be null, got 0'],
    ['{"const":1e401}', '1e402', 'the body must be 1e401, got 1e402'],
    ['{"const":{"a":1}}', '{"b":1}', 'the body must be {"a":1}, got an object'],
  ],
  format: [
    [
      '{"type":["integer","number"],"format":"int32"}',
      '1.5',
      'the body must be an int32 (-2147483648 to 2147483647), got 1.5',
    ],
    ['{"format":"int32"}', '2147483647'],
    ['{"format":"int32"}', '-2147483648'],
    [
      '{"format":"int32"}',
      '2147483648',
      'the body must be an int32 (-2147483648 to 2147483647), got 2147483648',
    ],
    ['{"format":"int32"}', '"text"'],
    ['{"format":"int32"}', '0.5', 'the body must be an int32 (-2147483648 to 2147483647), got 0.5'],
    ['{"format":"int64"}', '9223372036854775807'],
    ['{"format":"int64"}', '-9223372036854775808'],
    ['{"format":"int64"}', '9.223372036854775807e18'],
    [
      '{"format":"int64"}',
      '9223372036854775808',
      'the body must be an int64 (-9223372036854775808 to 9223372036854775807), got 9223372036854775808',
    ],
    [
      '{"format":"int64"}',
      '-9223372036854775809',
      'the body must be an int64 (-9223372036854775808 to 9223372036854775807), got -9223372036854775809',
    ],
    [
      '{"format":"int64"}',
      '1e400',
      'the body must be an int64 (-9223372036854775808 to 9223372036854775807), got 1e400',
    ],
    [
      '{"type":["integer","null"],"format":"int64"}',
      '1.5',
      'the body must be an int64 or null, got 1.5',
    ],
    ['{"format":"date-time"}', '"yesterday"', 'the body must be a date-time, got "yesterday"'],
    ['{"format":"date-time"}', '"2024-02-29T12:00:00.5+01:00"'],
    ['{"format":"date"}', '"2023-02-29"', 'the body must be a date, got "2023-02-29"'],
    ['{"format":"uuid"}', '"7"', 'the body must be a uuid, got "7"'],
    ['{"format":"email"}', '"a b@c"', 'the body must be an email, got "a b@c"'],
    ['{"format":"uri"}', '"no scheme"', 'the body must be a uri, got "no scheme"'],
    ['{"format":"ipv6"}', '"::1"'],
    ['{"format":"password"}', '"anything"'],
    ['{"format":"constructor"}', '1'],
  ],
  multipleOf: [
    ['{"multipleOf":0.1}', '0.3'],
    ['{"multipleOf":0}', '1'],
    ['{"multipleOf":-2}', '1'],
    ['{"multipleOf":"2"}', '1'],
    [
      '{"multipleOf":2}',
      '9007199254740993',
      'the body must be a multiple of 2, got 9007199254740993',
    ],
    [
      '{"multipleOf":1}',
      '1.00000000000000000001',
      'the body must be a multiple of 1, got 1.00000000000000000001',
    ],
  ],
  minimum: [
    ['{"minimum":1}', '1'],
    [
      '{"minimum":1}',
      '0.99999999999999999999',
      'the body must be at least 1, got 0.99999999999999999999',
    ],
    [
      '{"minimum":9007199254740993}',
      '9007199254740992',
      'the body must be at least 9007199254740993, got 9007199254740992',
    ],
  ],
  maximum: [
    ['{"maximum":1}', '1.0'],
    [
      '{"maximum":1}',
      '1.00000000000000000001',
      'the body must be at most 1, got 1.00000000000000000001',
    ],
    ['{"maximum":1}', '"2"'],
  ],
  exclusiveMinimum: [
    ['{"exclusiveMinimum":0}', '1e-400'],
    ['{"exclusiveMinimum":0}', '-0', 'the body must be greater than 0, got 0'],
  ],
  exclusiveMaximum: [
    ['{"exclusiveMaximum":1}', '0.5'],
    ['{"exclusiveMaximum":1}', '1', 'the body must be less than 1, got 1'],
  ],
  minLength: [
    ['{"minLength":2}', '"🌱🌱"'],
    ['{"minLength":2}', '"\uFFFF\uFFFF"'],
    ['{"minLength":2}', '"🌱"', 'the body must have at least 2 characters, got 1'],
    ['{"minLength":1}', '""', 'the body must have at least 1 character, got 0'],
  ],
  maxLength: [
    ['{"maxLength":1}', '"🌱"'],
    [
      String.raw`{"maxLength":1}`,
      String.raw`"\ud800\ud800"`,
      'the body must have at most 1 character, got 2',
    ],
  ],
  pattern: [
    ['{"pattern":"b"}', '"abc"'],
    ['{"pattern":"^.$"}', '"🌱"'],
    [String.raw`{"pattern":"^a\\-b$"}`, '"a-b"'],
    ['{"pattern":"^b"}', '"abc"', 'the body must match ^b, got "abc"'],
  ],
  uniqueItems: [
    ['{"uniqueItems":true}', '[1,"1",true,[1],{"a":1}]'],
    ['{"uniqueItems":false}', '[1,1]'],
    ['{"uniqueItems":true}', '[0,1,1.0]', 'the body must not repeat an item, item 2 does'],
    [
      '{"uniqueItems":true}',
      '[{"a":1,"b":2},{"b":2,"a":1}]',
      'the body must not repeat an item, item 1 does',
    ],
    ['{"uniqueItems":true}', '[1e401,1e402]'],
  ],
  items: [
    ['{"items":false}', '"abc"'],
    ['{"items":{"type":"string"}}', '[]'],
    ['{"items":{"type":"string"}}', '["a",1]', '[1] must be a string, got 1'],
    ['{"prefixItems":[true],"items":false}', '[1,2]', '[1] is not allowed'],
  ],
  prefixItems: [
    ['{"prefixItems":[{"type":"string"}]}', '[]'],
    ['{"prefixItems":[{"type":"string"}]}', '[1,1]', '[0] must be a string, got 1'],
  ],
  contains: [
    ['{"contains":{"const":1}}', '[0,1]'],
    ['{"contains":{"const":1}}', '[]', 'the body must contain at least 1 item that matches, got 0'],
    ['{"contains":{"const":1},"minContains":0}', '[]'],
  ],
  minContains: [
    ['{"minContains":2}', '[]'],
    [
      '{"contains":{"const":1},"minContains":2}',
      '[1]',
      'the body must contain at least 2 items that match, got 1',
    ],
  ],
  maxContains: [
    ['{"contains":{"const":1},"maxContains":1}', '[1,0]'],
    [
      '{"contains":{"const":1},"maxContains":1}',
      '[1,1]',
      'the body must contain at most 1 item that matches, got 2',
    ],
  ],
  minItems: [
    ['{"minItems":1}', '[]', 'the body must have at least 1 item, got 0'],
    ['{"minItems":1}', '[0]'],
    ['{"minItems":1}', '[0,0]'],
  ],
  maxItems: [
    ['{"maxItems":0}', '[1]', 'the body must have at most 0 items, got 1'],
    ['{"maxItems":1}', '[]'],
    ['{"maxItems":1}', '[1]'],
  ],
  unevaluatedItems: [
    ['{"unevaluatedItems":false}', '"abc"'],
    ['{"prefixItems":[true],"unevaluatedItems":false}', '[1]'],
    ['{"prefixItems":[true],"unevaluatedItems":false}', '[1,2]', '[1] is not allowed'],
    ['{"contains":{"const":1},"unevaluatedItems":false}', '[1]'],
    [
      '{"anyOf":[{"prefixItems":[true]},{"prefixItems":[true,{"const":2}]}],"unevaluatedItems":false}',
      '[1,2]',
    ],
    ['{"oneOf":[{"items":true},false],"unevaluatedItems":false}', '[1,2]'],
    ['{"items":{"prefixItems":[true]},"unevaluatedItems":false}', '[[1,2]]'],
  ],
  required: [
    ['{"required":["a"]}', '{"a":null}'],
    ['{"required":["a"]}', '{}', 'a is required'],
    ['{"required":["toString"]}', '{}', 'toString is required'],
    ['{"required":["__proto__"]}', '{"__proto__":1}'],
    ['{"properties":{"b":{"required":["a"]}}}', '{"b":{}}', 'b.a is required'],
    ['{"items":{"required":["a"]}}', '[{}]', '[0].a is required'],
    ['{"required":["a b"]}', '{}', '["a b"] is required'],
  ],
  properties: [
    ['{"properties":{"a":{"type":"string"}}}', '{}'],
    ['{"properties":{"toString":{"type":"string"}}}', '{}'],
    [
      '{"properties":{"__proto__":{"type":"string"}}}',
      '{"__proto__":1}',
      '__proto__ must be a string, got 1',
    ],
    ['{"properties":{"a":{"properties":{"b":false}}}}', '{"a":{"b":1}}', 'a.b is not allowed'],
  ],
  patternProperties: [
    ['{"patternProperties":{"^0$":false}}', '"abc"'],
    ['{"patternProperties":{"^x":{"type":"string"}}}', '{"y":1}'],
    ['{"patternProperties":{"^x":{"type":"string"}}}', '{"x1":1}', 'x1 must be a string, got 1'],
  ],
  additionalProperties: [
    [
      '{"properties":{"a":true},"patternProperties":{"^x":true},"additionalProperties":false}',
      '{"a":1,"x":1}',
    ],
    ['{"additionalProperties":false}', '{"a":1}', 'a is not a known property'],
    [
      '{"additionalProperties":false}',
      String.raw`{"a\n":1}`,
      String.raw`["a\n"] is not a known property`,
    ],
    ['{"additionalProperties":{"type":"string"}}', '{"a":1}', 'a must be a string, got 1'],
  ],
  propertyNames: [
    ['{"propertyNames":{"maxLength":1}}', '{"a":1}'],
    [
      '{"propertyNames":{"maxLength":1}}',
      '{"ab":1}',
      'the key "ab" must have at most 1 character, got 2',
    ],
  ],
  dependentRequired: [
    ['{"dependentRequired":{"length":["a"]}}', '"abc"'],
    ['{"dependentRequired":{"a":["b"]}}', '{"b":1}'],
    ['{"dependentRequired":{"a":["b"]}}', '{"a":1,"b":1}'],
    ['{"dependentRequired":{"a":["b","c"]}}', '{"a":1,"b":1}', 'c is required where a is present'],
    ['{"dependentRequired":{"a":"b"}}', '{"a":1}'],
    ['{"dependentRequired":{"a":["b"]}}', '{"a":1}', 'b is required where a is present'],
  ],
  minProperties: [
    ['{"minProperties":1}', '{}', 'the body must have at least 1 property, got 0'],
    ['{"minProperties":1}', '{"a":1}'],
    ['{"minProperties":1}', '{"a":1,"b":2}'],
  ],
  maxProperties: [
    ['{"maxProperties":1}', '{}'],
    ['{"maxProperties":1}', '{"a":1}'],
    ['{"maxProperties":0}', '{"a":1}', 'the body must have at most 0 properties, got 1'],
  ],
  unevaluatedProperties: [
    ['{"unevaluatedProperties":false}', '"abc"'],
    ['{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}', '{"a":1}'],
    [
      '{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}',
      '{"b":1}',
      'b is not a known property',
    ],
    [
      '{"anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},true],"unevaluatedProperties":false}',
      '{"a":2}',
      'a is not a known property',
    ],
    [
      '{"not":{"not":{"properties":{"a":true}}},"unevaluatedProperties":false}',
      '{"a":1}',
      'a is not a known property',
    ],
    ['{"if":{"properties":{"a":true},"required":["a"]},"unevaluatedProperties":false}', '{"a":1}'],
    [
      '{"dependentSchemas":{"a":{"properties":{"a":true}}},"unevaluatedProperties":false}',
      '{"a":1}',
    ],
    [
      '{"$ref":"#/$defs/a","unevaluatedProperties":false,"$defs":{"a":{"properties":{"a":true}}}}',
      '{"a":1}',
    ],
    [
      '{"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]}',
      '{"a":1}',
      'a is not a known property',
    ],
    ['{"allOf":[{"unevaluatedProperties":true}],"unevaluatedProperties":false}', '{"a":1}'],
    [
      '{"properties":{"a":{"properties":{"b":true}}},"unevaluatedProperties":false}',
      '{"a":{"b":1},"b":1}',
      'b is not a known property',
    ],
    ['{"unevaluatedProperties":{"type":"string"}}', '{"a":1}', 'a must be a string, got 1'],
  ],
  allOf: [
    ['{"allOf":[{"minimum":1},{"maximum":2}]}', '1'],
    ['{"allOf":[{"minimum":1},{"maximum":2}]}', '3', 'the body must be at most 2, got 3'],
  ],
  anyOf: [
    ['{"anyOf":[{"type":"string"},{"type":"null"}]}', 'null'],
    [
      '{"anyOf":[{"type":"string"},{"type":"null"}]}',
      '1',
      'the body matches none of the 2 forms; the nearest is form 1: the body must be a string, got 1',
    ],
    ['{"anyOf":[{"type":"string"}]}', '1', 'the body must be a string, got 1'],
  ],
  oneOf: [
    ['{"oneOf":[{"minimum":5},{"maximum":1}]}', '7'],
    [
      '{"oneOf":[{"minimum":5},{"maximum":1}]}',
      '3',
      'the body matches none of the 2 forms; the nearest is form 1: the body must be at least 5, got 3',
    ],
    [
      '{"oneOf":[{"type":"string"},{"$ref":"#/$defs/Dog"},{"required":["kind"],"properties":{"kind":{"const":"cat"}}}],"$defs":{"Dog":{"required":["kind","tail"],"properties":{"kind":{"const":"dog"},"tail":{"properties":{"long":{"type":"boolean"}}}}}}}',
      '{"kind":"dog","tail":{"long":1}}',
      'the body matches none of the 3 forms; the nearest is Dog: tail.long must be a boolean, got 1',
    ],
    [
      '{"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],"discriminator":{"propertyName":"kind","mapping":{"dog":"#/$defs/Dog"}},"$defs":{"Cat":{"required":["colour"]},"Dog":{"required":["size"]}}}',
      '{"kind":"dog"}',
      'the body matches none of the 2 forms; the nearest is Dog: size is required',
    ],
    [
      '{"properties":{"pet":{"oneOf":[{"type":"null"},{"required":["a","b"]}]}}}',
      '{"pet":{}}',
      'pet matches none of the 2 forms; the nearest is form 2: pet.a is required (and 1 more)',
    ],
    [
      '{"oneOf":[{"minimum":1},{"maximum":5}]}',
      '3',
      'the body must match exactly one of 2 forms, it matches 2',
    ],
    ['{"oneOf":[{"type":"string"}]}', '1', 'the body must be a string, got 1'],
  ],
  not: [
    ['{"not":{"type":"null"}}', '1'],
    ['{"not":{"type":"null"}}', 'null', 'the body matches a form that is forbidden'],
  ],
  'if then else': [
    ['{"if":{"minimum":5}}', '1'],
    ['{"if":false,"then":false}', '1'],
    ['{"then":false}', '1'],
    ['{"if":{"minimum":5},"then":{"maximum":6}}', '7', 'the body must be at most 6, got 7'],
    ['{"if":{"minimum":5},"else":{"type":"null"}}', '1', 'the body must be null, got 1'],
  ],
  dependentSchemas: [
    ['{"dependentSchemas":{"length":false}}', '"abc"'],
    ['{"dependentSchemas":{"a":{"required":["b"]}}}', '{}'],
    ['{"dependentSchemas":{"a":{"required":["b"]}}}', '{"a":1}', 'b is required'],
  ],
  $ref: [
    [
      '{"properties":{"a":{"$ref":"#/$defs/x~1y%20z"}},"$defs":{"x/y z":{"type":"string"}}}',
      '{"a":1}',
      'a must be a string, got 1',
    ],
    [
      '{"$ref":"#/$defs/a","minimum":2,"$defs":{"a":{"type":"number"}}}',
      '1',
      'the body must be at least 2, got 1',
    ],
    ['{"properties":{"a":{"$ref":"#"}},"additionalProperties":false}', '{"a":{"a":{}}}'],
    [
      '{"properties":{"a":{"$ref":"#"}},"additionalProperties":false}',
      '{"a":{"b":{}}}',
      'a.b is not a known property',
    ],
  ],
};

describe.each(Object.entries(rows))('%s', (_keywords, table) => {
  it.each(table.map(([schema, value, message = '']) => [schema, value, message] as const))(
    '%s with %s: %s',
    (schema, value, message) => {
      expect(messages(json(schema), json(value))).toEqual(message === '' ? [] : [message]);
    },
  );
});

describe('the supported keywords', () => {
  it('are all tested here', () => {
    const tested = Object.keys(rows).flatMap((keywords) => keywords.split(' '));
    expect(tested.toSorted()).toEqual(supportedKeywords.toSorted());
  });

  it('say nothing about values of other types', () => {
    const schema: JsonValue = {
      minLength: 9,
      pattern: '^$',
      minimum: 9,
      multipleOf: 7,
      minItems: 9,
      contains: false,
      items: false,
      prefixItems: [false],
      required: ['a'],
      minProperties: 9,
      properties: { a: false },
      additionalProperties: false,
      propertyNames: false,
      dependentRequired: { a: ['b'] },
    };
    expect(issues(schema, null)).toEqual([]);
    expect(issues(schema, true)).toEqual([]);
  });

  it('say nothing where their own value is of another type', () => {
    const schema: JsonValue = {
      type: 1,
      format: 1,
      pattern: 1,
      minimum: '9',
      uniqueItems: 'yes',
      prefixItems: {},
      allOf: {},
      properties: [],
      patternProperties: [],
      dependentRequired: [],
      dependentSchemas: [],
      required: 'a',
    };
    const { type: _type, ...others } = schema;
    for (const value of [1, 'a', [1, 1], { a: 1, 0: 1 }]) expect(issues(others, value)).toEqual([]);
  });
});
