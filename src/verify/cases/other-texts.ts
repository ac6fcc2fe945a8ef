/** Bodies in place of those that are refused: less of them, as the service has told, or with texts of their own. */
import { type Exchange, isAnswered } from '../../http/exchange.ts';
import type { CaseTemplate } from './case.ts';
import { type ToldValue, inPlainWords } from '../../model/requests/fresh-values.ts';

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

/** Which body an operation takes. */
export interface TakenBody {
  /** How many richer ones it refuses. */
  readonly refused: number;
  /** Whether it takes only plain words. */
  readonly isPlain: boolean;
  /** What its refusals say of values. */
  readonly told: readonly ToldValue[];
  /** Optional properties that its refusals miss. Default: none. */
  readonly wanted?: readonly string[] | undefined;
}

/** The template with a body as its operation takes it. */
export function withTakenBody(
  template: CaseTemplate,
  { refused: refusedBodies, isPlain, told, wanted }: TakenBody,
): CaseTemplate {
  if (refusedBodies === 0 && told.length === 0) return template;
  const build: CaseTemplate['build'] = (fresh) =>
    template.build({
      ...(isPlain ? inPlainWords(fresh) : fresh),
      refusedBodies,
      wanted,
      ...(told.length > 0 && { told }),
    });
  return { ...template, ...(refusedBodies > 0 && { refusedBodies }), build };
}
