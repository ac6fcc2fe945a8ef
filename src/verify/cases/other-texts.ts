/** Texts that others may not have, too: drawn for a request, where an example stands else. */
import { type Exchange, isAnswered } from '../../http/exchange.ts';
import type { CaseTemplate } from './case.ts';
import { withTakenBody } from './taken-body.ts';

/** The template with texts of its own in its body; the same where nothing can be drawn. */
export function withOtherTexts(template: CaseTemplate): CaseTemplate {
  const { lesser } = template;
  // The last but one has all properties, and texts of its own.
  return lesser === undefined
    ? template
    : withTakenBody(template, { refused: lesser.count - 1, isPlain: false, told: [] });
}

/** Whether a scene's request is refused for what is there: another resource may have a text of its body to itself. */
export function isForbiddenScene(
  { lesser, isStaged = false, operation: { method } }: CaseTemplate,
  exchange: Pick<Exchange, 'outcome'>,
): boolean {
  const isWrite = isStaged && lesser !== undefined && /^P(?:OST|UT|ATCH)$/.test(method);
  return isWrite && isAnswered(exchange, 409);
}
