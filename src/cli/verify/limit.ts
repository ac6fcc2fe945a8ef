import type { CaseTemplate } from '../../verify/cases/case.ts';
import type { AskedQuestion } from '../../verify/run/interview.ts';
import { type Selection, scratchValues } from './selection.ts';

/** Leaves so many cases and requests of questions, in turn from every kind. */
export function limit(all: Selection, most: number): Selection {
  const chosen = choose(all, most);
  // A run with identities of their own adds one case, which learns how a used one is refused.
  return chosen.cases.some(isFixed) ? choose(all, most - 1) : chosen;
}

function choose(all: Selection, most: number): Selection {
  const kinds = Map.groupBy(all.cases, kindOf);
  const lists: (readonly (CaseTemplate | AskedQuestion)[])[] = [...kinds.values(), all.questions];
  const longest = Math.max(...lists.map((list) => list.length));
  const taken = new Set<CaseTemplate | AskedQuestion>();
  let size = 0;
  for (let i = 0; i < longest && size < most; i += 1) {
    for (const item of lists.flatMap((list) => list[i] ?? [])) {
      const requests = sizeOf(item);
      if (size + requests > most) continue;
      taken.add(item);
      size += requests;
    }
  }
  const isTaken = (item: CaseTemplate | AskedQuestion): boolean => taken.has(item);
  return { ...all, cases: all.cases.filter(isTaken), questions: all.questions.filter(isTaken) };
}

function kindOf({ id, validity }: CaseTemplate): string {
  return `${id.split('/')[0]} ${validity.kind}`;
}

function sizeOf(item: CaseTemplate | AskedQuestion): number {
  return 'build' in item ? 1 : item.question.probe(scratchValues()).length;
}

function isFixed({ validity, fixedIdentity }: CaseTemplate): boolean {
  return validity.kind === 'valid' && fixedIdentity === true;
}
