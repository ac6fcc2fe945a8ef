/** Changes of one end alone, such as the end of a trip that is to be over before it has started. */
import { reversedIn } from '../../model/spans.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { bodyOf } from './refusal-words.ts';

/** Two ends of which a change sends one alone, so that the lower one lies above the upper one, in words. */
export function reversedByChange(exchange: JudgedExchange): string | undefined {
  const { given, operation } = exchange.case;
  if (operation.method !== 'PATCH' || given === undefined) return undefined;
  return reversedIn({ ...given.resource, ...bodyOf(exchange) });
}
