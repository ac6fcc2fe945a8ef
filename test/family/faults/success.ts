import { created } from '../base-store.ts';
import {
  type Rewrite,
  always,
  onPlant,
  onSuccess,
  remembering,
  withBody,
  withHeaders,
  withType,
} from '../changes.ts';
import type { Faulty } from '../member.ts';

const status = (code: number, headers = {}): Faulty['change'] =>
  onSuccess((reply) => withHeaders({ ...reply, status: code }, headers));
const text = (change: (text: string) => string | Buffer): Faulty['change'] =>
  onSuccess((reply) => withBody(reply, change));
const typed = (type: string): Faulty['change'] => onSuccess((reply) => withType(reply, type));
const fault = (rule: Faulty['rules'][number], name: string, change: Faulty['change']): Faulty => ({
  rules: [rule],
  name,
  change,
});
const everyTwentieth =
  (change: Rewrite): Rewrite =>
  (reply, request) =>
    request.count % 20 === 0 ? change(reply, request) : reply;

/** With a question mark for what it hasn't. */
const latin1 = (characters: string): Buffer =>
  Buffer.from(characters.replaceAll(/[^\0-\xFF]/gu, '?'), 'latin1');

/** Successes with another status. */
const statuses: readonly Faulty[] = [
  fault('R1', 'success is 201', status(201, { Location: '/plants/1' })),
  fault('R1', 'success is 202', status(202)),
  fault('R1', 'success is 203', status(203)),
  fault('R1', 'success is 206', status(206)),
  fault('R1', 'success is 299', status(299)),
  fault(
    'R1',
    'success is 204 without a body',
    onSuccess(() => ({ status: 204, headers: {}, body: '' })),
  ),
  fault('R1', 'success is 303', status(303, { Location: '/plants/1' })),
  fault(
    'R1',
    'success is a redirect to a slash',
    onSuccess(() => ({ status: 308, headers: { Location: '/plants/' }, body: '' })),
  ),
  fault(
    'R1',
    'one success in twenty is 201',
    onSuccess(everyTwentieth((reply) => ({ ...reply, status: 201 }))),
  ),
  fault(
    'R1',
    'success is 201 without a tag',
    onSuccess((reply, { plant }) => (plant?.tag === undefined ? { ...reply, status: 201 } : reply)),
  ),
];

/** Successes whose body is not the plant's shape. */
const shapes: readonly Faulty[] = [
  fault(
    'R1',
    'an empty 200',
    onSuccess((reply) => ({ ...reply, body: '' })),
  ),
  fault(
    'R1',
    'an empty 200 without a media type',
    onSuccess(() => ({ status: 200, headers: {}, body: '' })),
  ),
  fault(
    'R1',
    'no name',
    onPlant(({ tag }) => ({ tag })),
  ),
  fault(
    'R1',
    'no name, but an id',
    onPlant((_, { id }) => ({ id })),
  ),
  fault(
    'R1',
    'name null',
    onPlant((fields) => ({ ...fields, name: null })),
  ),
  fault(
    'R1',
    'name a number',
    onPlant((fields) => ({ ...fields, name: 42 })),
  ),
  fault(
    'R1',
    'name in a list',
    onPlant((fields) => ({ ...fields, name: [fields['name']] })),
  ),
  fault(
    'R1',
    'name in languages',
    onPlant((fields) => ({ ...fields, name: { en: fields['name'] } })),
  ),
  fault(
    'R1',
    'name under a capital',
    onPlant(({ name, ...rest }) => ({ Name: name, ...rest })),
  ),
  fault(
    'R1',
    'tag null for none',
    onPlant((fields, { tag }) => ({ ...fields, tag: tag ?? null })),
  ),
  fault(
    'R1',
    'tag a list',
    onPlant((fields, { tag }) => (tag === undefined ? fields : { ...fields, tag: [tag] })),
  ),
  fault(
    'R1',
    'tag an empty list for none',
    onPlant((fields, { tag }) => ({ ...fields, tag: tag ?? [] })),
  ),
  fault(
    'R1',
    'tag an object',
    onPlant((fields, { tag }) => (tag === undefined ? fields : { ...fields, tag: { name: tag } })),
  ),
  fault(
    'R1',
    'tag false for none',
    onPlant((fields, { tag }) => ({ ...fields, tag: tag ?? false })),
  ),
  fault(
    'R1',
    'a tag of digits is a number',
    onPlant((fields, { tag }) =>
      /^\d+$/.test(tag ?? '') ? { ...fields, tag: Number(tag) } : fields,
    ),
  ),
  fault(
    'R1',
    'a list with the plant',
    onPlant((fields) => [fields]),
  ),
  fault(
    'R1',
    'an empty list',
    onPlant(() => []),
  ),
  fault(
    'R1',
    'the plant below "data"',
    onPlant((data) => ({ data })),
  ),
  fault(
    'R1',
    'the plant below "plant"',
    onPlant((plant) => ({ status: 'ok', plant })),
  ),
  fault(
    'R1',
    'null',
    onPlant(() => null),
  ),
  fault(
    'R1',
    'true',
    onPlant(() => true),
  ),
  fault(
    'R1',
    'the id alone',
    onPlant((_, { id }) => id),
  ),
  fault(
    'R1',
    'an empty object',
    onPlant(() => ({})),
  ),
  fault(
    'R1',
    'the plant as JSON in a string',
    onPlant((fields) => JSON.stringify(fields)),
  ),
  fault(
    'R1',
    'an error as 200',
    onPlant(() => ({ error: 500, message: 'database is down' })),
  ),
  fault(
    'R1',
    'one success in seven is an error as 200',
    onSuccess((reply, { count }) =>
      count % 7 === 0 ? { ...reply, json: { error: 1, message: 'no' } } : reply,
    ),
  ),
  {
    name: 'refusals as 200',
    rules: ['R1', 'R5', 'R7'],
    change: () => ({
      finish: (reply, _, refusal) => (refusal ? { ...reply, status: 200 } : reply),
    }),
  },
  {
    name: 'refusals of broken JSON as 200',
    rules: ['R5', 'R1'],
    change: () => ({
      finish: (reply, _, refusal) =>
        refusal?.reason === 'syntax' ? { ...reply, status: 200 } : reply,
    }),
  },
  fault(
    'R1',
    'one plant in twenty without a name',
    remembering(() => everyTwentieth((reply) => ({ ...reply, json: {} }))),
  ),
  fault(
    'R1',
    'only the first plant is complete',
    onSuccess((reply, { before }) => (before ? { ...reply, json: {} } : reply)),
  ),
];

/** Successes that aren't JSON, or not the bytes that JSON is written in. */
const bytes: readonly Faulty[] = [
  fault(
    'R1',
    'a byte order mark',
    text((body) => `\uFEFF${body}`),
  ),
  { name: 'Latin-1', rules: ['R1', 'R4'], change: text(latin1) },
  {
    name: 'Latin-1 that says so',
    rules: ['R3', 'R1', 'R4'],
    change: onSuccess((reply) =>
      withType(withBody(reply, latin1), 'application/json; charset=iso-8859-1'),
    ),
  },
  {
    name: 'UTF-16',
    rules: ['R1', 'R3'],
    change: onSuccess((reply) =>
      withType(
        withBody(reply, (body) => Buffer.from(body, 'utf16le')),
        'application/json; charset=utf-16',
      ),
    ),
  },
  fault('R3', 'UTF-8 that says UTF-16', typed('application/json; charset=utf-16')),
  fault(
    'R1',
    'JSON that breaks off',
    text((body) => body.slice(0, -1)),
  ),
  fault(
    'R1',
    'a trailing comma',
    text((body) => body.replace(/\}$/, ',}')),
  ),
  fault(
    'R1',
    'single quotes',
    text((body) => body.replaceAll('"', "'")),
  ),
  fault(
    'R1',
    'keys without quotes',
    text((body) => body.replaceAll(/"(\w+)":/g, '$1:')),
  ),
  fault(
    'R1',
    'a guard before the JSON',
    text((body) => `)]}',\n${body}`),
  ),
  fault(
    'R1',
    'a call around the JSON',
    text((body) => `callback(${body})`),
  ),
  fault(
    'R1',
    'a log line behind the JSON',
    text((body) => `${body}\nINFO done`),
  ),
  fault(
    'R1',
    'two JSON texts',
    text((body) => body + body),
  ),
  fault(
    'R1',
    'a comment',
    text((body) => `// plant\n${body}`),
  ),
  fault(
    'R1',
    'quotes that are not escaped',
    text((body) => body.replaceAll(String.raw`\"`, '"')),
  ),
  fault(
    'R1',
    'line breaks that are not escaped',
    text((body) => body.replaceAll(String.raw`\n`, '\n').replaceAll(String.raw`\t`, '\t')),
  ),
  fault(
    'R1',
    'NaN',
    text((body) => body.replace('{', '{"rating":NaN,')),
  ),
  fault(
    'R1',
    'the text "undefined"',
    text(() => 'undefined'),
  ),
  {
    name: 'a key twice',
    rules: ['R1'],
    severity: 'warning',
    change: text((body) => body.replace('{', '{"name":"x",')),
  },
];

/** Answers of another media type. */
const types: readonly Faulty[] = [
  {
    name: 'no media type',
    rules: ['R3'],
    change: onSuccess((reply) => ({ ...reply, headers: {} })),
  },
  fault('R3', 'text/plain', typed('text/plain')),
  fault('R3', 'text/html', typed('text/html; charset=utf-8')),
  fault('R3', 'text/json', typed('text/json')),
  fault('R3', 'application/octet-stream', typed('application/octet-stream')),
  fault('R3', 'application/vnd.api+json', typed('application/vnd.api+json')),
  fault('R3', 'application/jsonp', typed('application/jsonp')),
  fault('R3', 'application/x-ndjson', typed('application/x-ndjson')),
  fault('R3', 'a media type without a slash', typed('json')),
  fault('R3', 'an empty media type', typed('')),
  fault('R3', 'two media types', typed('application/json, text/html')),
  fault(
    'R3',
    'refusals and plants as text/plain',
    always((reply) => withType(reply, 'text/plain')),
  ),
  {
    name: 'a page',
    rules: ['R3', 'R1'],
    change: onSuccess((reply) => withType({ ...reply, body: '<h1>Created</h1>' }, 'text/html')),
  },
  {
    name: 'XML',
    rules: ['R3', 'R1'],
    change: onSuccess((reply) => withType({ ...reply, body: '<plant/>' }, 'application/xml')),
  },
  fault(
    'R3',
    'text/plain one time in twenty',
    onSuccess(everyTwentieth((reply) => withType(reply, 'text/plain'))),
  ),
  fault(
    'R1',
    'gzip that is none',
    onSuccess((reply) => withHeaders(reply, { 'Content-Encoding': 'gzip' })),
  ),
  fault(
    'R1',
    'an unknown content coding',
    onSuccess((reply) => withHeaders(reply, { 'Content-Encoding': 'plants' })),
  ),
];

/** The plant that is answered is kept in one place for all requests. */
const tagLater: Faulty = fault('R1', 'a used id is answered with no plant', () => {
  const ids = new Set<bigint>();
  return {
    create: (plant) => {
      if (ids.has(plant.id)) return { ...created(plant), json: {} };
      ids.add(plant.id);
      return created(plant);
    },
  };
});

export const successFaults: readonly Faulty[] = [
  ...statuses,
  ...shapes,
  ...bytes,
  ...types,
  tagLater,
];
