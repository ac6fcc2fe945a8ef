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

/** Everywhere that a plant can be created, and sandboxes that can't be. */
export const servicePlace: fc.Arbitrary<ServicePlace> = fc.oneof(
  { weight: 10, arbitrary: fc.constant(at('/plants')) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      at('/plants?'),
      at('/plants?x=%zz&__proto__=1&x=2'),
      at(`/plants?access_token=x&${'y'.repeat(500)}`),
      at('http://store.example/plants'),
      at('HTTP://user@store.example:80/plants?x'),
      at('/plants', 's1', 's1'),
      at('/@s1/plants', 's1'),
      at('/@s2/plants?x=1', 's2'),
      at('/%40s2/plants', 's2'),
      at('/@s2/plants', 's2', 's1'),
      at('http://store.example/@s1/plants', 's1'),
      at('/@default/plants'),
      at(`/@${LONGEST}/plants`, LONGEST),
      at('/@constructor/plants', 'constructor'),
      at('/@a..b-_/plants', 'a..b-_'),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      nowhere('/@/plants'),
      nowhere('/@-a/plants'),
      nowhere('/@a%20b/plants'),
      nowhere('/@__proto__/plants'),
      nowhere(`/@${LONGEST}x/plants`),
      nowhere('/@a@b/plants'),
      nowhere('/plants', ''),
      nowhere('/plants', 'a b'),
      nowhere('/plants', 's1', 's1'),
    ),
  },
);
