/** Requests that could break a store beside the mock, or its keys. */
import * as fc from 'fast-check';
import { asciiJson } from '../ascii-json.ts';
import type { Sent } from './beside-memory.ts';

/** What every request carries, in places that the kit hides. */
export const TOKEN = 't0ken-of-shelves-5219';

function words(text: string): string[] {
  return text.split(' ');
}

/** Of sandboxes that there can be; the first is for no name. */
export const SANDBOXES: readonly string[] = [
  '',
  ...words('a b A a.b a- default sandboxes meta constructor toString'),
  'x'.repeat(64),
];

const noSandbox = words(
  '__proto__ * a* [a-z] ? a:meta a: {a} .. \\2a %00 a%00 a%0a a%0d%0aDEL %ED%A0%80 %2a a%3ameta',
);

const sandbox = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('', 'a', 'b') },
  { weight: 4, arbitrary: fc.constantFrom(...SANDBOXES) },
  { weight: 1, arbitrary: fc.constantFrom(...noSandbox, 'x'.repeat(65)) },
);

const unit = fc.constantFrom(
  ...words(
    '\0 \u0001 \n \r \t : * ? [ ] \\ % { } " / @ a A 0 1 . - é 桜 🌱 \u{FFFD} \u{FF} \uD800 \uDFFF',
  ),
  ' ',
);

/** Also what keys of the store are made of, and names that every object has. */
const text = fc.oneof(
  fc.constantFrom('a', 'a', 'b', '', '__proto__', 'constructor', 'length', 'boxes', '-', 'default'),
  fc.constantFrom(
    'a\u00000000000000000001',
    '/boxes\u00000000000000000001',
    'a\nb',
    '1\na\n{}',
    '%',
  ),
  fc.string({ unit, maxLength: 8 }),
  fc.integer({ min: 1, max: 300_000 }).map((length) => 'x'.repeat(length)),
);

const taken = fc.constantFrom(
  ...words('0 -0 1 1 1 2 3 -1 9007199254740993 9223372036854775807 -9223372036854775808'),
);

/** As it stands in JSON or in a path. */
const integer = fc.oneof(
  { weight: 9, arbitrary: taken },
  {
    weight: 1,
    arbitrary: fc.constantFrom('1.0', '1e0', '1.5', '9223372036854775808', '1e400', '00', 'NaN'),
  },
);

/** Few, so that what one request stores, others find. */
const code = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      ...words('a a a b * a* [a] a:b - % é A {a} 1 01 __proto__ constructor \0 \u{FF} a\u0001'),
      'a\u00000000000000000001',
      'a\nb',
      'a b',
      '\uD800',
      '\uDC00',
    ),
  },
  { weight: 1, arbitrary: text },
);

const segment = fc.oneof(
  {
    weight: 9,
    arbitrary: code.map(
      (characters) => encodeURIComponent(characters.toWellFormed()).slice(0, 4000) || '%20',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('%ED%A0%80', '%ff', '%', '%zz', '..', '%2e%2e', '%2F', 'a%2Fboxes'),
  },
);

const more = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  fc.constantFrom('__proto__', 'constructor', 'id', '', 'toString').map((name) => `,"${name}":1`),
  fc.jsonValue({ maxDepth: 4 }).map((value) => `,"more":${asciiJson(value)}`),
  fc.constant(`,"deep":${'['.repeat(900)}${']'.repeat(900)}`),
);

const box = fc
  .tuple(text, integer, more)
  .map(([label, weight, rest]) => `{"label":${asciiJson(label)},"weight":${weight}${rest}}`);
const shelf = fc
  .tuple(code, text, more)
  .map(
    ([codeText, label, rest]) =>
      `{"code":${asciiJson(codeText)},"label":${asciiJson(label)}${rest}}`,
  );
const broken = fc.constantFrom('', '{', '[]', 'null', '"\\ud800"', '{"label":"\\u00"}', '\0');
const boxOrNot = fc.oneof({ weight: 9, arbitrary: box }, { weight: 1, arbitrary: broken });

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

const asked = (
  method: string,
  path: fc.Arbitrary<string>,
  body?: fc.Arbitrary<string>,
): fc.Arbitrary<Asked> => fc.record({ method: fc.constant(method), path, ...(body && { body }) });

const boxPath = integer.map((id) => `/boxes/${id}`);
const shelfPath = segment.map((segmentText) => `/shelves/${segmentText}`);
const onShelf = segment.map((segmentText) => `/shelves/${segmentText}/boxes`);

const service = fc.oneof(
  { weight: 3, arbitrary: asked('POST', fc.constant('/boxes'), boxOrNot) },
  { weight: 3, arbitrary: asked('POST', fc.constant('/shelves'), shelf) },
  { weight: 2, arbitrary: asked('POST', onShelf, boxOrNot) },
  asked('GET', fc.oneof(boxPath, shelfPath, onShelf, fc.constantFrom('/boxes', '/shelves'))),
  asked('DELETE', fc.oneof(boxPath, shelfPath)),
  asked('PUT', boxPath, boxOrNot),
  asked('PATCH', boxPath, boxOrNot),
);

const collection = fc.oneof(
  fc.constantFrom('/boxes', '/boxes', '/shelves', '/shelves/a/boxes', '/nowhere', '', '*'),
  segment.map((segmentText) => `/shelves/${segmentText}/boxes`),
  segment,
);
const stored = fc
  .tuple(fc.oneof(segment, integer), collection)
  .map(([identity, where]) => `/_kit/resources/${identity}?collection=${where}`);
const ofCollection = collection.map((where) => `/_kit/resources?collection=${where}`);
const seed = fc
  .array(fc.oneof(box, shelf), { maxLength: 4 })
  .map((list) => `{"resources":[${list.join(',')}]}`);
const snapshot = fc
  .dictionary(
    fc.oneof(
      fc.constantFrom('/boxes', '/shelves', '__proto__', '/shelves/a/boxes'),
      segment.map((segmentText) => `/shelves/${segmentText}/boxes`),
      text,
    ),
    fc.array(fc.oneof(box, shelf), { maxLength: 2 }),
    { maxKeys: 3 },
  )
  .map((all) => {
    const lists = Object.entries(all).map(
      ([name, list]) => `${asciiJson(name)}:[${list.join(',')}]`,
    );
    return `{"collections":{${lists.join(',')}}}`;
  });
const fault = text.map(
  (body) => `{"kind":"answer","status":418,"times":1,"body":${asciiJson({ body, [body]: 1 })}}`,
);

const control = fc.oneof(
  asked('POST', ofCollection, seed),
  asked('GET', fc.oneof(ofCollection, stored, fc.constant('/_kit/snapshot'))),
  asked('DELETE', fc.oneof(ofCollection, stored)),
  asked('PUT', stored, fc.oneof(box, shelf)),
  asked('PATCH', stored, fc.oneof(box, shelf)),
  asked('PUT', fc.constant('/_kit/snapshot'), snapshot),
  asked('POST', fc.constant('/_kit/faults'), fault),
  asked('DELETE', fc.constant('/_kit/faults')),
  asked(
    'DELETE',
    sandbox.map((name) => `/_kit/sandboxes/${name}`),
  ),
  asked('POST', fc.constant('/_kit/reset')),
);

const sent = fc
  .record({
    asked: fc.oneof({ weight: 3, arbitrary: service }, { weight: 2, arbitrary: control }),
    sandbox,
    key: fc.option(fc.constantFrom('a', 'a', '*', ':', '\xe4', '__proto__', 'k'.repeat(300))),
    place: fc.constantFrom('header', 'query', 'cookie'),
  })
  .map(({ asked: { method, path, body = '' }, sandbox: name, key, place }): Sent => {
    const headers = ['authorization', `Bearer ${TOKEN}`];
    // The control API has no such parameter.
    const isInQuery = place === 'query' && !path.startsWith('/_kit');
    if (place === 'cookie') headers.push('cookie', `session=${TOKEN}`);
    else if (!isInQuery) headers.push('x-api-key', TOKEN);
    if (body !== '') headers.push('content-type', 'application/json');
    if (key !== null) headers.push('idempotency-key', key);
    const target = inSandbox(name, isInQuery ? `${path}?access_token=${TOKEN}` : path);
    return { method, path: target, headers, body: Buffer.from(body) };
  });

/** Where a path is in a sandbox. */
export function inSandbox(name: string, path: string): string {
  return name === '' ? path : `/@${name}${path}`;
}

/** One after the other, to one store. */
export const hostileScript: fc.Arbitrary<readonly Sent[]> = fc.array(sent, {
  minLength: 1,
  maxLength: 30,
  size: 'max',
});
