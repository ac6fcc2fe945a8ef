import {
  type JsonValue,
  getProperty,
  isJsonNumber,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { CaseTemplate } from './case.ts';
import { createFreshValues } from '../../model/requests/fresh-values.ts';

/** Whether one of the named identities of the body is the same in every run. */
export function hasFixedIdentity(build: CaseTemplate['build'], names: readonly string[]): boolean {
  if (names.length === 0) return false;
  const [one, two] = ['one', 'two'].map((runId) => {
    const { value } = build(createFreshValues({ seed: 0, runId }));
    return isJsonObject(value) ? value : {};
  });
  return names.some((name) => {
    const [first, second] = [getProperty(one!, name), getProperty(two!, name)];
    const isOne = (value: JsonValue | undefined): boolean =>
      isJsonNumber(value) || typeof value === 'string';
    return isOne(first) && isOne(second) && equalJson(first!, second!);
  });
}
