import * as fc from 'fast-check';

/** Where a request to create is sent. */
export interface ServicePlace {
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  /** The sandbox that it leads to; absent where it has no possible name. */
  readonly sandbox?: string;
}

function at(target: string, sandbox = 'default', ...named: readonly string[]): ServicePlace {
  return { target, sandbox, headers: named.map((name) => ['X-Sandbox', name]) };
}

function nowhere(target: string, ...named: readonly string[]): ServicePlace {
  return { target, headers: named.map((name) => ['X-Sandbox', name]) };
}

const LONGEST = `s${'x'.repeat(63)}`;

/** The sandboxes that attacks name. */
export const SANDBOXES: readonly string[] = [
  's1',
  's2',
  'a',
  'a..b-_',
  'constructor',
  'end',
  'fault',
  'profile',
  'trip',
  LONGEST,
];

/** Everywhere that a thing can be created, and sandboxes that can't be. */
export const servicePlace: fc.Arbitrary<ServicePlace> = fc.oneof(
  { weight: 10, arbitrary: fc.constant(at('/things')) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      at('/things?'),
      at('/things?x=%zz&__proto__=1&x=2'),
      at(`/things?access_token=x&${'y'.repeat(500)}`),
      at('http://store.example/things'),
      at('HTTP://user@store.example:80/things?x'),
      at('/things', 's1', 's1'),
      at('/@s1/things', 's1'),
      at('/@s2/things?x=1', 's2'),
      at('/%40s2/things', 's2'),
      at('/@s2/things', 's2', 's1'),
      at('http://store.example/@s1/things', 's1'),
      at('/@default/things'),
      at(`/@${LONGEST}/things`, LONGEST),
      at('/@constructor/things', 'constructor'),
      at('/@a..b-_/things', 'a..b-_'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      nowhere('/@/things'),
      nowhere('/@-a/things'),
      nowhere('/@a%20b/things'),
      nowhere('/@__proto__/things'),
      nowhere(`/@${LONGEST}x/things`),
      nowhere('/@a@b/things'),
      nowhere('/things', ''),
      nowhere('/things', 'a b'),
      nowhere('/things', 's1', 's1'),
    ),
  },
);
