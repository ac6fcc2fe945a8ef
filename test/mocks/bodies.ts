/** Request bodies and how every form of the mock must answer them. */
export interface BodyCase {
  readonly name: string;
  /** A text, or bytes where a text could not hold them. */
  readonly body: string | Uint8Array;
  /** `null` sends none. */
  readonly contentType: string | null;
  /** The exact JSON of a 200, or a pattern of the message of a 400. */
  readonly expected: string | RegExp;
}

/** The body as it is sent. */
export function bytesOf({ body }: BodyCase): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

type Row = Omit<BodyCase, 'contentType'> & Partial<BodyCase>;

const validRows: readonly Row[] = [
  {
    name: 'plain',
    body: '{"id":1,"name":"Fern","tag":"a"}',
    expected: '{"name":"Fern","tag":"a"}',
  },
  { name: 'without tag', body: '{"id":2,"name":"Ivy"}', expected: '{"name":"Ivy"}' },
  { name: 'zero', body: '{"id":0,"name":"Zero"}', expected: '{"name":"Zero"}' },
  { name: 'negative', body: '{"id":-1,"name":"Minus"}', expected: '{"name":"Minus"}' },
  { name: '2^53+1', body: '{"id":9007199254740993,"name":"B"}', expected: '{"name":"B"}' },
  { name: '2^63-1', body: '{"id":9223372036854775807,"name":"C"}', expected: '{"name":"C"}' },
  { name: '-2^63', body: '{"id":-9223372036854775808,"name":"D"}', expected: '{"name":"D"}' },
  { name: 'fraction that is an integer', body: '{"id":3.0,"name":"E"}', expected: '{"name":"E"}' },
  { name: 'exponent', body: '{"id":1e2,"name":"F"}', expected: '{"name":"F"}' },
  {
    name: 'text outside ASCII',
    body: '{"id":4,"name":"Änderung 桜 🌱","tag":"é"}',
    expected: '{"name":"Änderung 桜 🌱","tag":"é"}',
  },
  {
    name: 'escapes, other order, pretty-printed',
    body: '{\n  "tag": "\\u0041\\n",\n  "name": "\\"q\\\\",\n  "id": 5\n}',
    expected: '{"name":"\\"q\\\\","tag":"A\\n"}',
  },
  {
    name: 'charset parameter',
    body: '{"id":6,"name":"G"}',
    contentType: 'Application/JSON; charset=UTF-8',
    expected: '{"name":"G"}',
  },
  { name: 'unknown property', body: '{"id":7,"name":"H","x":[1]}', expected: '{"name":"H"}' },
  { name: 'empty name', body: '{"id":8,"name":""}', expected: '{"name":""}' },
];

const invalidRows: readonly Row[] = [
  { name: 'no id', body: '{"name":"a"}', expected: /^id is required$/ },
  { name: 'no name', body: '{"id":20}', expected: /^name is required$/ },
  { name: 'nothing in it', body: '{}', expected: /^name is required; id is required$/ },
  {
    name: 'id as text',
    body: '{"id":"x","name":"a"}',
    expected: /^id must be an int64, got the string "x"$/,
  },
  { name: 'id null', body: '{"id":null,"name":"a"}', expected: /^id must be an int64, got null$/ },
  {
    name: 'id with fraction',
    body: '{"id":1.5,"name":"a"}',
    expected: /^id must be an int64, got 1\.5$/,
  },
  {
    name: '2^63',
    body: '{"id":9223372036854775808,"name":"a"}',
    expected: /int64.*got 9223372036854775808$/,
  },
  {
    name: '-2^63-1',
    body: '{"id":-9223372036854775809,"name":"a"}',
    expected: /int64.*got -9223372036854775809$/,
  },
  {
    name: 'name as number',
    body: '{"id":21,"name":7}',
    expected: /^name must be a string, got 7$/,
  },
  {
    name: 'tag null',
    body: '{"id":22,"name":"a","tag":null}',
    expected: /^tag must be a string, got null$/,
  },
  { name: 'array', body: '[]', expected: /^the body must be an object, got an array$/ },
  { name: 'null', body: 'null', expected: /^the body must be an object, got null$/ },
  { name: 'text', body: '"a"', expected: /^the body must be an object, got the string "a"$/ },
  { name: 'empty', body: '', expected: /body is missing$/ },
  { name: 'blank', body: ' \n', expected: /not well-formed JSON: .* at line 2, column 1$/ },
  { name: 'truncated', body: '{"id":23,"name":"a', expected: /not closed at line 1, column 17$/ },
  {
    name: 'trailing comma',
    body: '{"id":24,"name":"a",}',
    expected: /got "}" at line 1, column 21$/,
  },
  { name: 'single quotes', body: "{'id':25}", expected: /a key in double quotes, got "'"/ },
  {
    name: 'BOM',
    body: bytes([0xef, 0xbb, 0xbf], '{"id":26,"name":"a"}'),
    expected: /U\+FEFF at line 1, column 1$/,
  },
  {
    name: 'invalid UTF-8',
    body: bytes('{"id":27,"name":"', [0xff], '"}'),
    expected: /not well-formed UTF-8$/,
  },
  {
    name: 'other media type',
    body: '{"id":28,"name":"a"}',
    contentType: 'text/plain',
    expected: /^the media type must be application\/json, got "text\/plain"$/,
  },
  {
    name: 'no media type',
    body: '{"id":29,"name":"a"}',
    contentType: null,
    expected: /Content-Type is missing/,
  },
  {
    name: 'other charset',
    body: '{"id":30,"name":"a"}',
    contentType: 'application/json; charset=latin1',
    expected: /^the charset must be utf-8, got "latin1"$/,
  },
  { name: 'used id', body: '{"id":1,"name":"Again"}', expected: /^id 1 is already used/ },
  {
    name: 'used id, spelled otherwise',
    body: '{"id":1.0,"name":"Again"}',
    expected: /^id 1 is already used/,
  },
];

export const validBodies: readonly BodyCase[] = validRows.map(asJson);

export const invalidBodies: readonly BodyCase[] = invalidRows.map(asJson);

function asJson(row: Row): BodyCase {
  return { contentType: 'application/json', ...row };
}

/** The ids of the plants that are stored after the valid bodies, in order. */
export const storedIds: readonly string[] = [
  '1',
  '2',
  '0',
  '-1',
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
  '3',
  '100',
  '4',
  '5',
  '6',
  '7',
  '8',
];
