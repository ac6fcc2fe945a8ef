/** Scenarios that every service can have. */
import type { ProfileAnswers } from '../answer.ts';
import type { Questions } from '../question.ts';
import type { ScenarioFile } from './scenario.ts';

/** By name: what goes wrong in a network. */
export const commonScenarios: Readonly<Record<'flaky' | 'outage' | 'slow', ScenarioFile>> = {
  flaky: {
    scenario: 1,
    description: 'Every third request fails with 503, and every tenth of the others is cut off.',
    faults: [
      { kind: 'answer', every: 3, times: null, status: 503, headers: { 'retry-after': '1' } },
      { kind: 'drop', every: 10, times: null },
    ],
  },
  outage: {
    scenario: 1,
    description:
      'The next two requests fail, with 500 and a lost connection; then all is well again.',
    faults: [{ kind: 'answer', status: 500 }, { kind: 'drop' }],
  },
  slow: {
    scenario: 1,
    description: 'Every answer takes half a second, every fifth two seconds more.',
    latency: 500,
    faults: [{ kind: 'latency', every: 5, times: null, latency: 2000 }],
  },
};

/** What is asked about credentials alone. */
const CREDENTIAL = /^(?:(?:missing|invalid|empty)-(?:token|key)|other-scheme|lowercase-bearer)$/;

/** Those, and one that refuses every credential that isn't as it should be. */
export function scenariosForAll(questions: Questions): Readonly<Record<string, ScenarioFile>> {
  const strict: ScenarioFile = {
    scenario: 1,
    description: 'Every credential that is not as it should be gets a 401.',
    // Few start with it, and it asks for the questions of all operations.
    get answers() {
      return strictAnswers(questions);
    },
  };
  return { ...commonScenarios, 'strict-auth': strict };
}

function strictAnswers(questions: Questions): ProfileAnswers {
  const answers = [...questions].map(([operation, list]) => {
    const asked = list.filter(({ id }) => CREDENTIAL.test(id));
    return [operation, Object.fromEntries(asked.map(({ id }) => [id, 'refused 401']))] as const;
  });
  return Object.fromEntries(answers.filter(([, own]) => Object.keys(own).length > 0));
}
