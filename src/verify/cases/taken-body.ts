/** The body that an operation takes, where it refuses richer ones that are valid. */
import { type ToldValue, inPlainWords } from '../../model/requests/fresh-values.ts';
import type { CaseTemplate } from './case.ts';

/** Which body an operation takes. */
export interface TakenBody {
  /** How many richer ones it refuses. */
  readonly refused: number;
  /** Whether it takes only plain words. */
  readonly isPlain: boolean;
  /** What its refusals say of values. */
  readonly told: readonly ToldValue[];
}

/** The template with a body as its operation takes it. */
export function withTakenBody(
  template: CaseTemplate,
  { refused: refusedBodies, isPlain, told }: TakenBody,
): CaseTemplate {
  if (refusedBodies === 0 && told.length === 0) return template;
  const build: CaseTemplate['build'] = (fresh) =>
    template.build({
      ...(isPlain ? inPlainWords(fresh) : fresh),
      refusedBodies,
      ...(told.length > 0 && { told }),
    });
  return { ...template, ...(refusedBodies > 0 && { refusedBodies }), build };
}
