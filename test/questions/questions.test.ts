import { searching } from '../../src/verify/run/taken-requests.ts';
import { describe, expect, it } from 'vitest';
import type { Case, JudgedExchange } from '../../src/verify/cases/case.ts';
import { describeAnswers } from '../../src/questions/answer.ts';
import type { OpenQuestion } from '../../src/questions/question.ts';
import { countedValues, exchangeOf, questions, storeThat } from './ask.ts';

const REFUSABLE = 'accepted, refused 400 … refused 499';
const byId = new Map(questions.map((question) => [question.id, question] as const));

function learn(
  question: OpenQuestion,
  answers: Readonly<Record<string, string>>,
): string | undefined {
  return question.read(asked(question, storeThat(answers)));
}

/** Every exchange that asks the question, those that follow from others included. */
function asked(question: OpenQuestion, send: (sent: Case) => JudgedExchange): JudgedExchange[] {
  const fresh = countedValues();
  const exchanges = question.probe(fresh).map(send);
  for (;;) {
    const more = question.next?.(exchanges, fresh);
    if (more === undefined) return exchanges;
    exchanges.push(send(more));
  }
}

/** What the refusal of the last probe says. */
function refusal(question: OpenQuestion, answer: string): unknown {
  const last = question
    .probe(countedValues())
    .map(storeThat({ [question.id]: answer }))
    .at(-1);
  if (last?.outcome.kind !== 'response') return undefined;
  const { status, body } = last.outcome.response;
  return `${status} ${(JSON.parse(new TextDecoder().decode(body)) as { message: string }).message}`;
}

const everyAnswer = questions.flatMap((question) => {
  const { words, refused } = question.answers;
  const answers = [...words, ...(refused ? ['refused 400', 'refused 422'] : [])];
  return answers.map((answer) => [question.id, answer, question] as const);
});

it.each(everyAnswer)('%s is learnt from a store where the answer is %s', (id, answer, question) => {
  expect(learn(question, { [id]: answer })).toBe(answer);
});

it.each(
  questions
    .filter(({ answers }) => answers.number !== true)
    .map((question) => [question.id, question.usual, question] as const),
)('%s is %s where no profile says otherwise', (_id, usual, question) => {
  expect(learn(question, {})).toBe(usual);
});

it.each(questions.map((question) => [question.id, question] as const))(
  '%s gets no answer from a server that breaks, or redirects',
  (_id, question) => {
    const probes = question.probe(countedValues());
    const alike = (status: number): (string | undefined)[] => [
      question.read(probes.map((probe) => exchangeOf(probe, status))),
      question.read([]),
    ];
    const none = question.id === 'rate-limit-headers' ? 'absent' : undefined;
    expect(alike(500)).toEqual([none, undefined]);
    const redirected = question.id === 'slash-at-the-end' ? 'redirected-307' : none;
    expect(alike(307)).toEqual([redirected, undefined]);
  },
);

it('each question has its own answers', () => {
  const others = questions.filter(({ answers }) => describeAnswers(answers) !== REFUSABLE);
  expect(others.map(({ id, answers }) => `${id}: ${describeAnswers(answers)}`)).toEqual([
    'id-in-response: absent, present',
    'broken-schema-without-credential: refused 400 … refused 499',
    'malformed-json-without-credential: refused 400 … refused 499',
    'missing-body-without-credential: refused 400 … refused 499',
    'other-media-type-without-credential: refused 400 … refused 499',
    'other-method-without-credential: answered, refused 400 … refused 499',
    'unknown-path-without-credential: answered, refused 400 … refused 499',
    'broken-schema: refused 400 … refused 499',
    'malformed-json: refused 400 … refused 499',
    'missing-body: refused 400 … refused 499',
    'empty-body: refused 400 … refused 499',
    'whitespace-name: kept, trimmed, trimmed-at-start, trimmed-at-end, refused 400 … refused 499',
    'whitespace-tag: kept, trimmed, trimmed-at-start, trimmed-at-end, refused 400 … refused 499',
    'max-length-name: a number',
    'max-length-tag: a number',
    'unknown-property: ignored, returned, refused 400 … refused 499',
    'duplicate-key: first, last, refused 400 … refused 499',
    'rate-limit-headers: absent, present',
    'other-method: answered, refused 400 … refused 499',
    'unknown-path: answered, refused 400 … refused 499',
    'slash-at-the-end: accepted, redirected-301, redirected-302, redirected-303, redirected-307, redirected-308, refused 400 … refused 499',
  ]);
});

it.each([1, 21, 37, 100, 255, 4999, 9999])('a limit of %i characters is found', (limit) => {
  const question = searching(byId.get('max-length-name')!);
  const store = storeThat({ 'long-name': 'refused 422', 'max-length-name': String(limit) });
  const exchanges = asked(question, store);
  expect(question.read(exchanges)).toBe(String(limit));
  expect(exchanges.length).toBeLessThan(19);
});

it('every question is learnt from a store that refuses each with a status of its own', () => {
  const refusable = questions.filter(({ answers }) => answers.refused);
  const answers = Object.fromEntries(refusable.map(({ id }, i) => [id, `refused ${410 + i}`]));
  const learnt = refusable.map((question) => [question.id, learn(question, answers)]);
  expect(Object.fromEntries(learnt)).toEqual(answers);
});

describe('a store', () => {
  it('looks for nothing that it takes', () => {
    const about = /^(?!used).*-(name|tag|property|spelling)$/;
    const taking = questions.filter(
      ({ id, answers }) => about.test(id) && answers.words.length > 0,
    );
    expect(taking.map((question) => question.enact(question.answers.words[0]!))).toEqual(
      taking.map(() => ({})),
    );
  });

  it('says in its headers how much may still be sent, where that is the answer', () => {
    expect(byId.get('rate-limit-headers')?.enact('present').headers).toEqual({
      'ratelimit-policy': '"default";q=1000;w=60',
      ratelimit: '"default";r=999;t=60',
    });
  });

  it.each<[id: string, numbers: string[], found: string | undefined]>([
    ['fraction-spelling', ['7', '1.05', '1.0e5', '-10.00'], '-10.00'],
    ['fraction-spelling', ['7', '1.05', '1.0e5', '0.01'], undefined],
    ['exponent-spelling', ['7', '1.0', '1E5'], '1E5'],
    ['exponent-spelling', ['7', '1.0'], undefined],
  ])('that refuses a %s finds it among %j', (id, numbers, found) => {
    const [inspection] = byId.get(id)!.enact('refused 400').inspections ?? [];
    const store = { find: () => undefined };
    const given = { path: '/things', duplicateKeys: [], store, numbers, limits: {} };
    const problem = inspection?.find({ ...given, value: {} });
    expect(problem).toBe(found && `the integer ${found} must be written in digits`);
  });
});

describe('a refusal says why, in', () => {
  it.each([
    ['used-id', 'id 1 is already used'],
    ['used-name', 'name "Sample name no-1" is already used'],
    ['empty-name', 'name must not be empty'],
    ['empty-tag', 'tag must not be empty'],
    ['whitespace-name', 'name must not begin or end with whitespace'],
    ['long-name', 'name must have at most 5000 characters'],
    ['non-ascii-name', 'name must be ASCII'],
    ['astral-tag', 'tag must not have characters beyond U+FFFF'],
    ['control-name', 'name must not have control characters'],
    ['unknown-property', 'unknownProperty is not a known property'],
    ['duplicate-key', 'the key "name" is twice in the body'],
    ['fraction-spelling', 'the integer 1.0 must be written in digits'],
    ['exponent-spelling', 'the integer 1e0 must be written in digits'],
  ])('%s: %s', (id, message) => {
    expect(refusal(byId.get(id)!, 'refused 418')).toBe(`418 ${message}`);
  });
});

describe('a store that refuses what a question asks about', () => {
  const bodies: [title: string, value: object][] = [
    ['a name of 5,000 characters', { id: 50, name: 'x'.repeat(5000) }],
    ['inner whitespace and ASCII', { id: 51, name: 'a  b -', tag: 'c\u007Fd' }],
    ['a negative number', { id: -12, name: 'Rosa', tag: 'shrub' }],
  ];
  const ordinary = bodies.map(([title, value]): Case => {
    const [first] = byId.get('used-name')!.probe(countedValues());
    const body = new TextEncoder().encode(JSON.stringify(value));
    return { ...first!, title, request: { ...first!.request, body } };
  });
  const refusing = Object.fromEntries(
    everyAnswer
      .filter(([, answer]) => answer === 'refused 422')
      .map(([id, answer]) => [id, answer]),
  );

  it.each(ordinary.map((ordinaryCase) => [ordinaryCase.title, ordinaryCase] as const))(
    'takes %s',
    (_title, ordinaryCase) => {
      const { outcome } = storeThat(refusing)(ordinaryCase);
      expect(outcome.kind === 'response' && outcome.response.status).toBe(200);
    },
  );
  it('takes each question about another text', () => {
    for (const [id, question] of byId) {
      const { [id]: _own, ...others } = refusing;
      if (!/^(non-ascii|control|astral|empty)-(name|tag)/.test(id)) continue;
      expect([id, learn(question, others)]).toEqual([id, 'accepted']);
    }
  });
  it('lets other types of a text pass to the schema', () => {
    const texts = questions.filter(({ id }) => /-(name|tag)$/.test(id) && id !== 'used-name');
    for (const question of texts) {
      for (const inspection of question.enact('refused 400').inspections ?? []) {
        const store = { find: () => undefined };
        const given = { path: '/things', numbers: [], duplicateKeys: [], store, limits: {} };
        expect(inspection.find({ ...given, value: { name: 7, tag: null } })).toBeUndefined();
        expect(inspection.find({ ...given, value: {} })).toBeUndefined();
      }
    }
  });
});

it.each([
  [[409, 200, 409], 'refused 409'],
  [[409, 409], undefined],
  [[409, 200, 200], undefined],
  [[409, 200, 422], undefined],
])(
  'takes a refusal for the text’s where only the text is refused, each time: %j',
  (all, answer) => {
    const question = byId.get('whitespace-name')!;
    const [probe] = question.probe(countedValues());
    const exchanges = all.map((status) => exchangeOf(probe!, status, '{"name":" a "}'));
    expect(question.read(exchanges)).toBe(answer);
    const asked = all.map(
      (_, i) => question.next?.(exchanges.slice(0, i + 1), countedValues())?.id,
    );
    expect(asked.at(-1)).toBeUndefined();
    expect(asked.slice(0, -1).every((id) => id !== undefined)).toBe(true);
  },
);

describe('reading an answer', () => {
  const read = (
    id: string,
    status: number,
    body = '',
    headers: [string, string][] = [],
  ): unknown => {
    const question = byId.get(id)!;
    const probes = question.probe(countedValues());
    return question.read(probes.map((probe) => exchangeOf(probe, status, body, headers)));
  };

  it.each<[id: string, status: number, body: string, answer: string | undefined]>([
    ['used-id', 299, '', 'accepted'],
    ['used-id', 300, '', undefined],
    ['empty-name', 199, '', undefined],
    ['empty-name', 400, '', 'refused 400'],
    ['empty-name', 499, '', 'refused 499'],
    ['empty-name', 399, '', undefined],
    ['id-in-response', 200, '{"id":null}', 'present'],
    ['id-in-response', 200, '{"toString":1}', 'absent'],
    ['id-in-response', 200, 'ok', undefined],
    ['id-in-response', 200, '[]', undefined],
    ['id-in-response', 400, '{"id":1}', undefined],
    ['whitespace-name', 200, '{"name":" a "}', 'kept'],
    ['whitespace-name', 200, '{"name":"a"}', 'trimmed'],
    ['whitespace-name', 200, '{"name":1}', undefined],
    ['whitespace-name', 200, 'ok', undefined],
    ['whitespace-name', 409, '', undefined],
    ['unknown-property', 200, '{"unknownProperty":1}', 'returned'],
    ['unknown-property', 200, '{}', 'ignored'],
    ['unknown-property', 200, 'ok', undefined],
    ['duplicate-key', 200, '{"name":"First x"}', 'first'],
    ['duplicate-key', 200, '{"name":"Last x"}', 'last'],
    ['duplicate-key', 200, '{"name":"x First Last"}', undefined],
    ['duplicate-key', 200, '{}', undefined],
    ['malformed-json', 200, '', undefined],
    ['other-method', 200, '', 'answered'],
    ['other-method', 299, '', 'answered'],
    ['other-method', 199, '', undefined],
    ['other-method', 404, '', 'refused 404'],
    ['unknown-path', 200, '', 'answered'],
    ['unknown-path', 299, '', 'answered'],
    ['unknown-path', 300, '', undefined],
    ['other-method', 300, '', undefined],
    ['unknown-path', 199, '', undefined],
    ['unknown-path', 410, '', 'refused 410'],
  ])('of %s from %i %s', (id, status, body, answer) => {
    expect(read(id, status, body)).toBe(answer);
  });

  it.each([
    ['RateLimit', 'present'],
    ['X-RateLimit-Limit', 'present'],
    ['x-rate-limit-remaining', 'present'],
    ['Y-RateLimit', 'absent'],
    ['Retry-After', 'absent'],
  ])('of rate-limit-headers from %s', (name, answer) => {
    expect(read('rate-limit-headers', 200, '', [[name, '1']])).toBe(answer);
  });

  it('takes both requests where it takes two', () => {
    for (const id of ['used-id', 'used-name']) {
      const question = byId.get(id)!;
      const [first, second] = question.probe(countedValues());
      const answers = [exchangeOf(first!, 500), exchangeOf(second!, 409)];
      expect(question.read(answers)).toBeUndefined();
    }
  });
});

it('a store that trims leaves alone what is no text', () => {
  const { rewrite } = byId.get('whitespace-name')!.enact('trimmed');
  expect(rewrite?.({ name: ' x ', tag: ' y ' })).toEqual({ name: 'x', tag: ' y ' });
  expect(rewrite?.({ name: 1 })).toEqual({ name: 1 });
});

it('each question asks something of its own', () => {
  const asked = questions.map(({ question }) => question);
  expect(new Set(asked).size).toBe(asked.length);
  for (const question of asked) expect(question).toMatch(/^[A-Z].*\?$/);
});

it('only the large body is left out by --no-large', () => {
  expect(questions.filter(({ large }) => large).map(({ id }) => id)).toEqual(['large-body']);
});
