import { describe, expect, it } from 'vitest';
import { returnedIntegers } from '../../../src/verify/checks/returned-values.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { context, exchange } from './exchanges.ts';

/** What is said where `id` goes out as one JSON text and comes back as another. */
function say(sent: string, returned: string): string[] {
  const parsed = parseJson(`{"id":${sent},"name":"Rosa"}`);
  const value: JsonValue = parsed.ok ? parsed.value : null;
  const one = exchange({ sent: value, body: `{"id":${returned},"name":"Rosa"}` });
  return returnedIntegers.check(one, context).map(({ rule, message }) => `${rule} ${message}`);
}

describe('a returned integer', () => {
  it.each([
    ['1', '1'],
    ['100', '1e2'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808.0'],
  ])('may come back for %s as %s', (sent, returned) => {
    expect(say(sent, returned)).toEqual([]);
  });

  it.each([
    ['9007199254740993', '9007199254740992', 'rounded'],
    // What JavaScript prints of the double: fewer digits than the double has.
    ['9223372036854775807', '9223372036854776000', 'rounded'],
    ['16777217', '16777216', 'rounded'],
    ['1', '1.00000000000000000001', 'rounded'],
    ['4294967301', '5', 'cut to 32 bits'],
    ['4294967295', '-1', 'cut to 32 bits'],
    ['-1', '4294967295', 'cut to 32 bits'],
    ['-5', '18446744073709551611', 'as an unsigned integer'],
    ['5000000000', '2147483647', 'as the bound 2147483647'],
    ['-5000000000', '-2147483648', 'as the bound -2147483648'],
    ['36028797018963969', '9007199254740991', 'as the bound 9007199254740991'],
    ['1000', '9223372036854775807', 'as the bound 9223372036854775807'],
    ['7', '"7"', 'as a string'],
    ['7', 'null', 'as null'],
    ['7', '7.5', 'as a fraction'],
  ])('that was %s and is %s is said to come back %s', (sent, returned, words) => {
    expect(say(sent, returned)).toEqual([`R7 id comes back ${words}`]);
  });

  it.each([
    ['7', '8'],
    ['7', '"8"'],
    ['7', 'true'],
    ['7', '[7]'],
    ['1000', '9223372036854775806'],
    ['"7"', '7'],
    ['1.5', '2'],
  ])('that was %s and is %s was not just damaged', (sent, returned) => {
    expect(say(sent, returned)).toEqual(['R4 id comes back, but not as it was sent']);
  });

  it('was damaged rather than carried over, where both could be', () => {
    const knowing = { ...context, sentElsewhere: () => exchange({ id: 'other' }).case };
    const rounded = exchange({
      sent: { id: 2n ** 53n + 1n, name: 'Rosa' },
      body: '{"id":9007199254740992}',
    });
    const carried = exchange({ sent: { id: 7, name: 'Rosa' }, body: '{"id":70}' });
    const say = (one: typeof rounded): string[] =>
      returnedIntegers.check(one, knowing).map(({ rule, message }) => `${rule} ${message}`);
    expect(say(rounded)).toEqual(['R7 id comes back rounded']);
    expect(say(carried)).toEqual(["R4 id comes back another request's"]);
  });

  it('is not compared where none was sent, or none comes back', () => {
    const sent = { name: 'Rosa' };
    expect(returnedIntegers.check(exchange({ sent, body: '{"id":1}' }), context)).toEqual([]);
    expect(returnedIntegers.check(exchange({ body: '{"name":"Rosa"}' }), context)).toEqual([]);
  });
});
