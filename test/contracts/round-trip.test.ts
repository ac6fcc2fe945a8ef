import { readFileSync } from 'node:fs';
import {
  type Arbitrary,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  record,
} from 'fast-check';
import { expect, it } from 'vitest';
import type { CaseTemplate } from '../../src/verify/cases/case.ts';
import { collectCases, readCaseFile } from '../../src/verify/cases/read-case-file.ts';
import { createFreshValues } from '../../src/model/requests/fresh-values.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { operations } from '../../src/model/operation.ts';
import type { ProfileAnswers } from '../../src/questions/answer.ts';
import { questionsOf } from '../../src/questions/index.ts';
import type { AnswerSpace } from '../../src/questions/answer.ts';
import type { RunResult } from '../../src/verify/run/event.ts';
import { run } from '../../src/verify/run/run.ts';
import { parseTarget } from '../../src/http/target.ts';
import { createMockServer } from '../../mocks/server.ts';
import { readYaml } from '../../src/openapi/read-yaml.ts';

const file = 'spec/plant-store.openapi.yaml';
const document = loadDocument(readFileSync(file, 'utf8'), file);
const caseFile = 'contracts/create-plant.yaml';
const source = readYaml(readFileSync(caseFile, 'utf8'), caseFile);
const cases = readCaseFile(source, document).slice(0, 1);
const questions = operations(document).flatMap((operation) =>
  questionsOf(document, operation).map((question) => ({ operation, question })),
);

function answerOf({ words, refused, number }: AnswerSpace): Arbitrary<string> {
  // Shorter texts would be refused for another reason than the one that is asked about.
  if (number === true) return constantFrom('100', '128', '255', '1000', '3333');
  // A 429 is about the number of requests: the judge waits, and sends fewer.
  const statuses = integer({ min: 400, max: 499 })
    .filter((status) => status !== 429)
    .map((status) => `refused ${status}`);
  const choices = words.map((word) => constant(word));
  return oneof(...choices, ...(refused ? [statuses] : []));
}

const anyProfile: Arbitrary<ProfileAnswers> = record(
  Object.fromEntries(questions.map(({ question }) => [question.id, answerOf(question.answers)])),
).map((answers) => ({ createPlant: withoutNeedless(answers) }));

/** Where there is no limit, nothing tells where it lies; and a conflict over the same text is no refusal of it. */
function withoutNeedless(answers: Record<string, string>): Record<string, string> {
  const needless = new Set(
    Object.entries(answers).flatMap(([id, answer]) => {
      if (answer !== 'accepted') return [];
      return [id.replace(/^long-/, 'max-length-'), `${id}-without-credential`].filter(
        (other) => other !== id,
      );
    }),
  );
  const told = Object.entries(answers).filter(([id]) => !needless.has(id));
  return Object.fromEntries(
    told.map(([id, answer]) => {
      const isFixed = /^(?:empty|blank)-/.test(id);
      return [id, isFixed && answer === 'refused 409' ? 'refused 410' : answer];
    }),
  );
}

async function learn(
  profile: ProfileAnswers,
  seed: number,
  judgeBy?: ProfileAnswers,
  sent: readonly CaseTemplate[] = cases,
): Promise<RunResult> {
  await using server = await createMockServer({ profile, token: 'secret-of-the-test' });
  const events = run({
    target: parseTarget(server.url),
    document,
    documentName: file,
    cases: sent,
    fresh: createFreshValues({ seed, runId: String(seed) }),
    seed,
    credential: { token: 'secret-of-the-test', variable: 'PLANT_STORE_TOKEN' },
    userAgent: 'round-trip',
    ...(sent === cases ? { requests: 0 } : {}),
    questions,
    profile: judgeBy,
  });
  let result: RunResult | undefined;
  for await (const event of events) if (event.type === 'end') ({ result } = event);
  return result!;
}

it('a profile is learnt back from a mock that enacts it, whatever it answers', async () => {
  await assert(
    asyncProperty(anyProfile, nat(), async (profile, seed) => {
      const result = await learn(profile, seed, profile);
      expect(result.answers).toMatchObject(profile);
      expect(result.findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
    }),
    { numRuns: 40 },
  );
}, 240_000);

it('each answer that differs from the profile is a violation that names question and answers', async () => {
  const profile = { createPlant: { 'used-id': 'refused 409', 'missing-token': 'accepted' } };
  const result = await learn({ createPlant: {} }, 1, profile);
  expect(result.verdict).toBe('fail');
  expect(result.findings.map(({ rule, message }) => `${rule} ${message}`).toSorted()).toEqual([
    'P1 missing-token: the profile says accepted, the server refused with 400',
    'P1 used-id: the profile says refused with 409, the server refused with 400',
  ]);
});

it('the whole default run finds no fault with a server of whatever profile', async () => {
  const everything = [
    ...collectCases({
      document,
      caseFiles: [source],
      seed: 1,
    }),
  ];
  await assert(
    asyncProperty(anyProfile, nat(), async (profile, seed) => {
      const result = await learn(profile, seed, profile, everything);
      const violations = result.findings.filter(({ severity }) => severity === 'violation');
      expect(violations.map(({ message, received }) => [message, received])).toEqual([]);
      expect(result.verdict).toBe('pass');
    }),
    { numRuns: 10 },
  );
}, 240_000);
