import type { Case } from '../cases/case.ts';
import { compareNumbers } from '../../openapi/json/exact-number.ts';
import { type JsonValue, isJsonNumber } from '../../openapi/json/json-value.ts';
import type { CheckContext } from './check.ts';

/** Texts of fewer characters, and numbers nearer to 0, come back by chance, too. */
const LEAST_CHARACTERS = 3;
const LEAST_NUMBER = 50;

/** Another case that sent a value, where the value is one that tells cases apart. */
export function otherSender(
  context: CheckContext,
  property: string,
  value: JsonValue,
  than: Case,
): Case | undefined {
  return isTelling(value) ? context.sentElsewhere?.(property, value, than) : undefined;
}

function isTelling(value: JsonValue): boolean {
  if (typeof value === 'string') return Array.from(value.trim()).length >= LEAST_CHARACTERS;
  if (!isJsonNumber(value)) return false;
  return compareNumbers(value, LEAST_NUMBER) >= 0 || compareNumbers(value, -LEAST_NUMBER) <= 0;
}
