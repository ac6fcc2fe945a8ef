import { describe, expect, it } from 'vitest';
import type {
  Answers,
  CreateHandlersOptions,
  NewPlant,
  Plant,
  PlantError,
  Profile,
} from '../../mocks/index.ts';
import { createHandlers } from '../../mocks/index.ts';

/** `true` where two types are one; what isn't makes `npm run typecheck` fail. */
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Created = Answers['createPlant'] & {};

const plants: [Same<Plant, { name: string; tag?: string }>, Same<NewPlant['id'], number | bigint>] =
  [true, true];
const errors: Same<PlantError, { error: number; message: string }> = true;
const answers: [
  Same<Created['id-in-response'] & {}, 'absent' | 'present'>,
  Same<
    Extract<Created['used-id'], 'refused 409' | 'refused 500' | 'accepted'>,
    'accepted' | 'refused 409'
  >,
] = [true, true];

describe('the types', () => {
  it('are those of the document and of the questions', () => {
    expect([...plants, errors, ...answers]).not.toContain(false);
  });

  it('take a profile by name and by answers', () => {
    const profiles: Profile[] = [
      'typical',
      { createPlant: { 'used-id': 'refused 409', 'whitespace-name': 'trimmed' } },
      {},
    ];
    expect(profiles.map((profile) => createHandlers({ profile }).length)).toEqual([1, 1, 1]);
  });
});

describe('a profile that the types refuse', () => {
  it.each<[CreateHandlersOptions, RegExp]>([
    // @ts-expect-error an unknown name
    [{ profile: 'typcal' }, /find the profile "typcal"\. Known: documented, lenient, typical\./],
    [
      // @ts-expect-error an unknown operation
      { profile: { createPlnt: {} } },
      /no operation "createPlnt"\. Did you mean "createPlant"\?/,
    ],
    [
      // @ts-expect-error an unknown question
      { profile: { createPlant: { 'usd-id': 'accepted' } } },
      /no question "usd-id"\. Did you mean "used-id"\?/,
    ],
    [
      // @ts-expect-error an impossible answer
      { profile: { createPlant: { 'used-id': 'refused 500' } } },
      /"refused 500" is no answer to used-id\. Possible: accepted, refused 400 … refused 499\./,
    ],
  ])('is refused by the code too: %j', (options, message) => {
    expect(() => createHandlers(options)).toThrow(message);
  });
});
