import { type Fault, refuses, fault } from './fault.ts';

/** Valid requests that are refused. */
export const refusedValid: readonly Fault[] = [
  fault(
    'R1',
    'refuses a missing tag',
    refuses('tag is required', ({ plant }) => plant?.tag === undefined),
  ),
  fault(
    'R1',
    'refuses long names',
    refuses('name is too long', ({ plant }) => (plant?.name.length ?? 0) > 90),
  ),
  fault(
    'R1',
    'refuses quotes',
    refuses('name is not allowed', ({ plant }) => plant?.name.includes('"') === true),
  ),
  fault(
    'R1',
    'refuses a charset',
    refuses('no charset', ({ headers }) => headers['content-type']?.includes('charset') === true),
  ),
  fault(
    'R1',
    'refuses a media type in capitals',
    refuses('media type', ({ headers }) => headers['content-type'] === 'Application/JSON'),
  ),
  fault(
    'R1',
    'refuses pretty JSON',
    refuses('not JSON', ({ bytes }) => bytes.includes('\n')),
  ),
  fault(
    'R1',
    'refuses keys in another order',
    refuses('not JSON', ({ bytes }) => bytes.toString().startsWith('{"tag"')),
  ),
  fault(
    'R1',
    'refuses one valid request in twenty',
    refuses('busy', ({ count }) => count % 20 === 0),
  ),
  fault(
    'R1',
    'refuses every token',
    refuses('no', () => true),
  ),
  fault(
    'R7',
    'refuses id 0',
    refuses('id is required', ({ plant }) => plant?.id === 0n),
  ),
  fault(
    'R7',
    'refuses negative ids',
    refuses('id must be positive', ({ plant }) => (plant?.id ?? 1n) < 0n),
  ),
  fault(
    'R7',
    'takes ids of 32 bits only',
    refuses('id is too large', ({ plant }) => (plant?.id ?? 0n) >= 2n ** 31n),
  ),
  fault(
    'R7',
    'takes ids of 53 bits only',
    refuses('id is too large', ({ plant }) => (plant?.id ?? 0n) >= 2n ** 53n),
  ),
  fault(
    'R7',
    'refuses the largest id',
    refuses('id is too large', ({ plant }) => plant?.id === 2n ** 63n - 1n),
  ),
  fault(
    'R7',
    'refuses the smallest id',
    refuses('id is too small', ({ plant }) => plant?.id === -(2n ** 63n)),
  ),
  fault('R7', 'keeps ids as doubles', { key: (id) => String(Number(id)) }),
];
