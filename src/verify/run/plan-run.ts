import type { CaseTemplate } from '../cases/case.ts';
import { type Plan, makePlan } from './plan.ts';
import type { RunOptions } from './run-options.ts';

/** Requests of a run where nothing else is said. */
export const REQUESTS = 200;

/** The plan of a run. One that only asks questions makes contact with the first of them. */
export function planRun(options: RunOptions): Plan {
  const { cases, seed, requests = REQUESTS, plain } = options;
  if (cases.length > 0) return makePlan(cases, { seed, requests, plain });
  return makePlan(questionContact(options), { seed, requests: 0 });
}

function questionContact({ questions = [], fresh }: RunOptions): CaseTemplate[] {
  const [first] = questions;
  const [probe] = first?.question.probe(fresh) ?? [];
  if (!first || !probe) return [];
  // With values of its own: the question itself may ask what a second time brings.
  const build: CaseTemplate['build'] = (values) => first.question.probe(values)[0]!.request;
  const { id, title, operation, validity, question, outsideOperation } = probe;
  return [{ id, title, operation, validity, question, outsideOperation, build }];
}
