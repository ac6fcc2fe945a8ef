import { describe, expect, expectTypeOf, it } from 'vitest';
import type {
  Answers,
  CreateHandlersOptions,
  NewPlant,
  Plant,
  PlantError,
  Profile,
} from '../../mocks/index.ts';
import { StateError, createHandlers } from '../../mocks/index.ts';

type Created = NonNullable<Answers['createPlant']>;

/** What isn't so makes `npm run typecheck` fail; there is nothing of it when the tests run. */
describe('the types', () => {
  it('are those of the document', () => {
    expectTypeOf<Plant>().toEqualTypeOf<{ name: string; tag?: string }>();
    expectTypeOf<NewPlant>().toEqualTypeOf<{ id: number | bigint; name: string; tag?: string }>();
    expectTypeOf<PlantError>().toEqualTypeOf<{ error: number; message: string }>();
  });

  it('are those of the questions', () => {
    expectTypeOf<Created['id-in-response'] & {}>().toEqualTypeOf<'absent' | 'present'>();
    expectTypeOf<'accepted' | 'refused 409'>().toExtend<Created['used-id']>();
    expectTypeOf<'refused 500'>().not.toExtend<Created['used-id']>();
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
      /"refused 500" does not answer used-id, "What happens .+"\. .*Possible: accepted, refused 400 … refused 499\./,
    ],
  ])('is refused by the code too: %j', (options, message) => {
    expect(() => createHandlers(options)).toThrow(message);
    expect(() => createHandlers(options)).toThrow(StateError);
  });
});
