import { type Case, type CaseTemplate, buildCase, type Need } from '../cases/case.ts';
import { Admission } from './admission.ts';
import { composeWire } from '../../http/compose-wire.ts';
import { variablesOf } from '../../http/credential.ts';
import { toCurl } from '../../http/curl.ts';
import { planRun } from './plan.ts';
import type { RunOptions } from './run-options.ts';

/** One request of a run that isn't run. */
export interface PlannedRequest {
  /** The part of the run that it belongs to, with how its requests are sent. */
  readonly part: string;
  readonly case: Case;
  /** One line for bash that sends it. */
  readonly curl: string;
  /** What is sent before it. */
  readonly needs?: Need | undefined;
}

/** Every request that a run would send, in the order of its parts; none is sent. */
export function* planRequests(options: RunOptions): Generator<PlannedRequest, void, undefined> {
  const admission = new Admission(options, options.document);
  const variables = variablesOf(options.credential);
  for (const { part, cases } of parts(options)) {
    for (const { sent, needs } of cases) {
      if (!admission.admit(sent)) continue;
      const { sent: request } = composeWire(sent, options);
      yield { part, case: sent, curl: toCurl(request, variables, options.curl), needs };
    }
  }
}

interface Planned {
  readonly sent: Case;
  readonly needs?: Need | undefined;
}

function* parts(options: RunOptions): Generator<{ part: string; cases: Iterable<Planned> }> {
  const { fresh, questions = [], concurrency = 8 } = options;
  const { contact, opening, main, bursts, closing } = planRun(options);
  const build = function* (templates: readonly CaseTemplate[]): Generator<Planned> {
    for (const template of templates) {
      yield { sent: buildCase(template, fresh), needs: template.needs };
    }
  };
  yield { part: 'first, alone', cases: build([contact]) };
  for (const { question } of questions) {
    yield {
      part: `asks: ${question.question}`,
      cases: question.probe(fresh).map((sent) => ({ sent })),
    };
  }
  yield { part: 'one after the other', cases: build(opening) };
  yield { part: `${concurrency} at a time`, cases: build(main) };
  for (const burst of bursts) yield { part: `${burst.length} at once`, cases: build(burst) };
  yield { part: 'one after the other again', cases: build(closing) };
}
