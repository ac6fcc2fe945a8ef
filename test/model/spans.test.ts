/** The two ends of a span, as names tell. */
import { expect, it } from 'vitest';
import { spansIn } from '../../src/model/spans.ts';

it.each<[string[], string[][]]>([
  [['start', 'end', 'title'], [['start', 'end']]],
  [['endsAt', 'startsAt'], [['startsAt', 'endsAt']]],
  [['check_in', 'check_out'], [['check_in', 'check_out']]],
  [['validFrom', 'validUntil'], [['validFrom', 'validUntil']]],
  [['minAge', 'maxAge', 'maxSize'], [['minAge', 'maxAge']]],
  [['from', 'until'], [['from', 'until']]],
  // Of others, nothing tells.
  [['startDate', 'endTime'], []],
  [['start'], []],
])('of %j', (names, spans) => {
  expect(spansIn(names)).toEqual(spans);
});
