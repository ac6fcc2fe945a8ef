import * as fc from 'fast-check';
import { refusedStatus } from '../../../../src/questions/answer.ts';
import { questionsByOperation } from '../../../../src/questions/index.ts';
import { thingsDocument } from '../../../setup/things-document.ts';
import type { FrontFacts } from '../fronts.ts';
import type { WireResponse } from '../raw-connection.ts';
import { createRequests } from './create-request.ts';
import { expectError, fail, jsonOf } from './expect-answer.ts';
import type { FuzzRequest } from './fuzz-request.ts';
import { plainRequest } from './wire-shape.ts';

const PLACE = fc.constant({ target: '/@profile/things', headers: [], sandbox: 'profile' });
const questions = questionsByOperation(thingsDocument).get('createThing') ?? [];

/** Every question answered in one of its ways. */
const answers = fc.record(
  Object.fromEntries(
    questions.map(({ id, answers: { words, refused, number } }) => {
      const others = refused
        ? fc.integer({ min: 400, max: 499 }).map((status) => `refused ${status}`)
        : number === true
          ? fc.integer({ min: 1, max: 9999 }).map(String)
          : fc.constantFrom(...words);
      return [id, words.length === 0 ? others : fc.oneof(fc.constantFrom(...words), others)];
    }),
  ),
  { requiredKeys: [] },
);

/** Lets a sandbox answer the open questions anyhow, then creates there. */
export function profileAttacks(front: FrontFacts): fc.Arbitrary<readonly FuzzRequest[]> {
  const creates = fc.array(createRequests(front, PLACE), { minLength: 1, maxLength: 4 });
  return fc.tuple(answers, creates).map(([chosen, requests]) => {
    const body = JSON.stringify({ answers: { createThing: chosen } });
    const put: FuzzRequest = {
      kind: 'control: profile',
      method: 'PUT',
      bytes: plainRequest(
        'PUT',
        '/@profile/_kit/profile',
        ['Host: 127.0.0.1', 'Content-Type: application/json'],
        body,
      ),
      statuses: [200],
      inspect: (answer) => {
        const profile = jsonOf(answer) as { operations: { questions: Answered[] }[] };
        const now = profile.operations.flatMap((operation) => operation.questions);
        const wrong = now.find(({ id, answer: given }) => given !== (chosen[id] ?? given));
        if (wrong !== undefined) fail(`${wrong.id} is not answered so`, answer);
      },
    };
    const statuses = Object.values(chosen).flatMap((answer) => refusedStatus(answer ?? '') ?? []);
    const loose = requests.map((request): FuzzRequest => ({
      kind: 'create: profile',
      method: request.method,
      bytes: request.bytes,
      statuses: [200, 400, ...statuses],
      inspect: inspectLoosely,
    }));
    return [put, ...loose];
  });
}

type Answered = { readonly id: string; readonly answer: string };

function inspectLoosely(answer: WireResponse): void {
  if (answer.status !== 200) {
    expectError(answer);
    return;
  }
  const { name } = jsonOf(answer) as { name?: unknown };
  if (typeof name !== 'string') fail('No thing', answer);
}
