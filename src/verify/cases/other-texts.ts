import type { Exchange } from '../../http/exchange.ts';
import { type CaseTemplate, withLesserBody } from './case.ts';

/**
 * What is sent in place of a scene's change that what is there forbids: another resource may have a text of its body
 * that it has to itself. `undefined` where nothing else can be sent.
 */
export function withOtherTexts(
  template: CaseTemplate,
  { outcome }: Pick<Exchange, 'outcome'>,
): CaseTemplate | undefined {
  const { lesser, isStaged = false, operation } = template;
  const isChange = isStaged && /^P(?:UT|ATCH)$/.test(operation.method);
  const isForbidden = outcome.kind === 'response' && outcome.response.status === 409;
  if (!isChange || !isForbidden || lesser === undefined) return undefined;
  // The last but one has all properties, and texts of its own.
  return withLesserBody(template, lesser.count - 1, false);
}
