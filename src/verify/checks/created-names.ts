/** What requests have made, as answers and later refusals name it. */
import { textOf } from '../../openapi/json/stringify-json.ts';
import { jsonOf, looseText } from '../../http/body-text.ts';
import { identityCreatedBy } from '../../model/resources/resources.ts';
import type { AnsweredExchange, JudgedExchange } from '../cases/case.ts';
import type { CheckContext } from './check.ts';
import { isName } from './named-values.ts';
import { type Member, membersIn, wordsOf } from './refusal-words.ts';
import { standingOf } from './standing.ts';

/** More is no answer to somebody who creates something. */
const MOST_BYTES = 20_000;

/** What names resources in the answers to requests that created some: identities, and what only the server has set. */
export function namesInAnswers(
  exchanges: readonly JudgedExchange[],
  document: CheckContext['document'],
): ReadonlySet<string> {
  const sent = new Set<string>();
  return new Set(
    exchanges.flatMap((exchange) => {
      const standing = standingOf(exchange);
      const { operation, request } = exchange.case;
      // What another request has sent before, this answer may show.
      for (const member of membersIn(request.value ?? null)) sent.add(memberText(member));
      if (standing.kind !== 'success' || !/^(?:POST|PUT)$/.test(operation.method)) return [];
      const { body } = standing.response;
      if (body.length > MOST_BYTES) return [];
      const identity = identityCreatedBy(document, operation);
      const told = membersIn(jsonOf(body) ?? null).filter(({ value }) => isName(value));
      // Numbers are the same by chance, too.
      const members = told.filter(
        (member) =>
          member.name === identity ||
          (typeof member.value === 'string' && !sent.has(memberText(member))),
      );
      return members.map(memberText);
    }),
  );
}

/** Shorter words stand in texts by chance, too. */
const NAME_WORDS = /[\w-]{8,}/g;

/** The names of what requests have made, as answers or, where these don't tell, as the requests had them. */
export function identitiesOfCreated(
  exchanges: readonly JudgedExchange[],
  document: CheckContext['document'],
): ReadonlySet<string> {
  const named = exchanges.flatMap((exchange) => {
    const standing = standingOf(exchange);
    const { operation, request } = exchange.case;
    const identity = identityCreatedBy(document, operation);
    if (standing.kind !== 'success' || identity === undefined) return [];
    const { body } = standing.response;
    const told = body.length > MOST_BYTES ? null : (jsonOf(body) ?? null);
    const members = [told, request.value ?? null].flatMap((value) => membersIn(value));
    return members.filter(({ name }) => name === identity).map(memberText);
  });
  return new Set(named.filter((name) => !/^\d*$/.test(name)));
}

/** Whether a refusal speaks of what another request has made, and this one doesn't name. */
export function speaksOfOther(
  { case: { request }, outcome: { response } }: AnsweredExchange,
  created: ReadonlySet<string>,
): boolean {
  const words = wordsOf(response).match(NAME_WORDS) ?? [];
  const others = words.filter((word) => created.has(word));
  if (others.length === 0) return false;
  const sent = request.target + looseText(request.body);
  return others.some((name) => !sent.includes(name));
}

function memberText({ value }: Member): string {
  return isName(value) ? textOf(value) : '';
}
