/** Values of a list that a server knows, and refuses all the same for a rule of its own. */
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { valueKey } from '../../openapi/schema/equal-json.ts';
import { bodySchema } from '../../model/media-type.ts';
import { documentedResponse } from '../../model/operation.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { isStanding } from './standing.ts';
import {
  type Member,
  type ServerRule,
  isWord,
  membersOf,
  schemaAt,
  wordsOf,
} from './refusal-words.ts';
import { normaliseRefusal } from './unstable-answers.ts';

/**
 * Says which value of a list is refused in other words than what isn't in the list: the server knows it, and something
 * else forbids it, such as a plan that isn't paid. Others of the list are taken.
 */
export function ruleOfListed(
  exchanges: readonly JudgedExchange[],
  { document: { root } }: Pick<CheckContext, 'document'>,
): ServerRule {
  const byOperation = Map.groupBy(exchanges, ({ case: { operation } }) => operation.id);
  return (exchange) => {
    const { operation } = exchange.case;
    const { response } = exchange.outcome;
    if (documentedResponse(operation, response.status) === undefined) return undefined;
    const schema = effectiveSchema(root, bodySchema(operation.requestBody), 'every');
    const words = wordsOf(response);
    const told = membersOf(exchange).filter(
      ({ name, value }) => isWord(name, words) || isWord(textOf(value), words),
    );
    const others = byOperation.get(operation.id) ?? [];
    const reason = normaliseRefusal(exchange);
    const known = told.find((member) => {
      const values = schemaAt(schema, member.place)?.values;
      return values !== undefined && isKnown(member, new Set(values.map(valueKey)), reason, others);
    });
    return known && `it knows that ${known.place} may be ${showJson(known.value)}, as it says`;
  };
}

function isKnown(
  { place, value }: Member,
  listed: ReadonlySet<string>,
  reason: string,
  others: readonly JudgedExchange[],
): boolean {
  const sent = others.flatMap((exchange) => {
    const member = membersOf(exchange).find((other) => other.place === place);
    return member === undefined ? [] : [{ exchange, value: member.value }];
  });
  const taken = sent.filter(({ exchange }) => isStanding(exchange, 'success'));
  if (taken.length === 0 || taken.some((other) => valueKey(other.value) === valueKey(value)))
    return false;
  const unlisted = sent.filter(
    (other) => typeof other.value === typeof value && !listed.has(valueKey(other.value)),
  );
  const reasons = unlisted.flatMap(({ exchange }) =>
    isStanding(exchange, 'refusal') ? normaliseRefusal(exchange) : [],
  );
  return reasons.length > 0 && !reasons.includes(reason);
}
