/** Requests for the comparison with stock Prism, beside what stock Prism gets wrong. */
export interface TableRequest {
  readonly name: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly path?: string;
  /** Whether the document is broken by the request. */
  readonly valid: boolean;
}

const json = (value: unknown): string => JSON.stringify(value);

const valid: readonly [string, string][] = [
  ['every field', json({ id: 1, name: 'Monstera', tag: 'climber' })],
  ['without tag', json({ id: 2, name: 'Ficus' })],
  ['id 0', json({ id: 0, name: 'a' })],
  ['negative id', json({ id: -1, name: 'a' })],
  ['id 2^31', json({ id: 2 ** 31, name: 'a' })],
  ['id 2^53-1', json({ id: 2 ** 53 - 1, name: 'a' })],
  ['id -(2^53-1)', json({ id: -(2 ** 53) + 1, name: 'a' })],
  ['id 1.0', '{"id":1.0,"name":"a"}'],
  ['id 1e2', '{"id":1e2,"name":"a"}'],
  ['umlauts', json({ id: 3, name: 'Änderungsblume' })],
  ['CJK and emoji', json({ id: 4, name: '桜🌱', tag: '樹' })],
  ['escapes', '{"id":5,"name":"\\u00e4 \\"\\\\ \\n"}'],
  ['another order', '{"tag":"x","name":"y","id":6}'],
  ['pretty-printed', JSON.stringify({ id: 7, name: 'z' }, null, 2)],
  ['empty name', json({ id: 8, name: '' })],
  ['an unknown field', json({ id: 9, name: 'a', other: [1, { b: null }] })],
];

const invalid: readonly [string, string][] = [
  ['without id', json({ name: 'a' })],
  ['without name', json({ id: 1 })],
  ['an empty object', '{}'],
  ['id a string', json({ id: '1', name: 'a' })],
  ['id null', json({ id: null, name: 'a' })],
  ['id true', json({ id: true, name: 'a' })],
  ['id an array', json({ id: [1], name: 'a' })],
  ['id an object', json({ id: {}, name: 'a' })],
  ['id 1.5', json({ id: 1.5, name: 'a' })],
  ['id 2^63', '{"id":9223372036854775808,"name":"a"}'],
  ['id -2^63-1', '{"id":-9223372036854775809,"name":"a"}'],
  ['id 1e400', '{"id":1e400,"name":"a"}'],
  ['name a number', json({ id: 1, name: 1 })],
  ['name null', json({ id: 1, name: null })],
  ['tag a number', json({ id: 1, name: 'a', tag: 5 })],
  ['tag null', json({ id: 1, name: 'a', tag: null })],
  ['three faults', json({ id: 'x', name: 1, tag: [] })],
  ['body null', 'null'],
  ['body false', 'false'],
  ['body 0', '0'],
  ['body an array', '[]'],
  ['body a string', '"x"'],
  ['body a number', '17'],
  ['body true', 'true'],
];

export const requestTable: readonly TableRequest[] = [
  ...valid.map(([name, body]) => ({ name, body, valid: true })),
  ...invalid.map(([name, body]) => ({ name, body, valid: false })),
  { name: 'an empty body', valid: false },
  {
    name: 'with a charset',
    body: json({ id: 10, name: 'a' }),
    headers: { 'content-type': 'application/json; charset=utf-8' },
    valid: true,
  },
  {
    name: 'media type in capitals',
    body: json({ id: 11, name: 'a' }),
    headers: { 'content-type': 'Application/JSON' },
    valid: true,
  },
  {
    name: 'another media type',
    body: json({ id: 1, name: 'a' }),
    headers: { 'content-type': 'text/plain' },
    valid: false,
  },
  {
    name: 'no credential',
    body: json({ id: 1, name: 'a' }),
    headers: { authorization: '' },
    valid: false,
  },
  {
    name: 'another scheme',
    body: json({ id: 1, name: 'a' }),
    headers: { authorization: 'Basic dXNlcjpwYXNz' },
    valid: false,
  },
];

/** Where stock Prism is wrong or silent; the reasons stand in docs/prism.md. */
export const deviations: readonly (TableRequest & {
  /** What stock Prism says: the opposite verdict, or nothing because it never answers. */
  readonly stock: 'wrong' | 'hangs';
})[] = [
  { name: 'id 2^53+1', body: '{"id":9007199254740993,"name":"a"}', valid: true, stock: 'wrong' },
  { name: 'id 2^63-1', body: '{"id":9223372036854775807,"name":"a"}', valid: true, stock: 'wrong' },
  { name: 'id -2^63', body: '{"id":-9223372036854775808,"name":"a"}', valid: true, stock: 'wrong' },
  {
    name: 'a fraction that rounds to an integer',
    body: '{"id":1.00000000000000001,"name":"a"}',
    valid: false,
    stock: 'wrong',
  },
  {
    name: 'bearer in lowercase',
    body: json({ id: 12, name: 'a' }),
    headers: { authorization: 'bearer test-token' },
    valid: true,
    stock: 'wrong',
  },
  { name: 'truncated JSON', body: '{"id":1,"name":"a"', valid: false, stock: 'hangs' },
  { name: 'a trailing comma', body: '{"id":1,"name":"a",}', valid: false, stock: 'hangs' },
  { name: 'single quotes', body: "{'id':1,'name':'a'}", valid: false, stock: 'hangs' },
  { name: 'a blank body', body: ' ', valid: false, stock: 'hangs' },
];
