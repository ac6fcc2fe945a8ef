import { expect, it } from 'vitest';
import { causesOf } from '../../src/verify/causes.ts';
import { ofAnyStatus } from '../../src/verify/checks/breach.ts';
import { type Cause } from '../../src/verify/causes.ts';
import { reporters } from '../../src/report/index.ts';
import { readHar } from '../../src/verify/recording/read-har.ts';
import {
  reportOf,
  sampleEvents,
  sampleExchange,
  sampleFinding,
} from '../report/support/sample-run.ts';
import { Judge } from '../../src/verify/run/judge.ts';
import { documentFromValue } from '../../src/openapi/document.ts';
import { operations } from '../../src/model/operation.ts';
import { exchange } from './checks/exchanges.ts';
import { thingsDocument } from '../setup/things-document.ts';

const words = (causes: readonly Cause[]): string[] => causes.map(({ message }) => message);

it('equal findings are one cause, violations first, with the shortest reproduction', () => {
  const causes = causesOf(
    [
      sampleFinding(0, { severity: 'note' }),
      sampleFinding(1, { case: 'a', curl: 'curl long' }),
      sampleFinding(2, { case: 'b', curl: 'curl', operation: 'changeThing' }),
      sampleFinding(3, { case: 'a', curl: 'curl long' }),
      sampleFinding(4, { message: 'other', rule: 'R1' }),
    ],
    [],
  );
  expect(causes.map(({ exchange, times }) => [exchange, times])).toEqual([
    [4, 1],
    [2, 3],
    [0, 1],
  ]);
  expect(causes[1]).toMatchObject({ cases: ['a', 'b'], curl: 'curl' });
  expect(causes[1]?.operations).toHaveLength(2);
});

it('values of wrong types that are taken are one cause, whatever the property and the value', () => {
  const coerced = [
    ['name', 'numbers'],
    ['tag', 'booleans'],
    ['tag', 'numbers'],
    ['name', 'null'],
  ].map(([place, value], i) =>
    sampleFinding(i, {
      check: 'accepted-invalid',
      message: `an invalid request is accepted: ${place} must be a string, got ${value}`,
      symptom: { kind: 'type', place, value },
    }),
  );
  const [cause, ...others] = causesOf(coerced, []);
  expect(others).toEqual([]);
  expect(cause).toMatchObject({
    message: 'name and tag: numbers, booleans and null are accepted',
    times: 4,
    impact: 'coercion',
  });
  expect(cause?.remedy).toContain('coerceTypes');
});

it('refusals of what is unusual in the same way are one cause, wherever it stands', () => {
  const said = 'is empty: the schema allows it';
  const refused = ['name', 'tag', 'note'].map((place, i) => {
    const message = `a request that the schema allows is refused with 403: ${place} ${said}`;
    const symptom = { kind: 'unusual', of: `403 ${said}`, place, value: said };
    return sampleFinding(i, { severity: 'note', check: 'refused-valid', message, symptom });
  });
  expect(words(causesOf(refused, []))).toEqual([
    `requests that the schema allows are refused, where one of name, tag and note ${said}`,
  ]);
  expect(words(causesOf(refused.slice(0, 1), []))).toEqual([refused[0]!.message]);
});

it('a media type that nothing looks at is one cause, whatever the operation', () => {
  const taken = ['createThing', 'changeThing'].flatMap((operation) =>
    ['text/plain', 'multipart/form-data'].map((place, i) =>
      sampleFinding(i, {
        operation,
        check: 'accepted-invalid',
        message: `an invalid request is accepted: the body is sent as "${place}"`,
        symptom: { kind: 'media type', place },
      }),
    ),
  );
  expect(causesOf(taken, [])).toMatchObject([
    {
      message:
        "bodies are accepted as text/plain and multipart/form-data, which the document doesn't have",
      operations: ['createThing', 'changeThing'],
    },
  ]);
});

it('what is wrong with the same bodies is one cause', () => {
  const wrong = (sequence: number, place: string): ReturnType<typeof sampleFinding> =>
    sampleFinding(sequence, {
      check: 'response-body',
      message: `the body of a 200 is not of its shape: ${place} is required`,
      symptom: { kind: 'shape', of: place, place: `${place} is required` },
    });
  const both = [wrong(0, 'a.id'), wrong(0, 'b.id'), wrong(1, 'a.id'), wrong(1, 'b.id')];
  expect(words(causesOf(both, []))).toEqual([
    'a body is not of its shape: a.id is required and b.id is required',
  ]);
  expect(causesOf([...both, wrong(2, 'b.id')], [])).toHaveLength(2);
});

it('null where an object has none is one cause, whichever property has it', () => {
  const unset = (sequence: number, ...names: readonly string[]): ReturnType<typeof exchange> => {
    const value = Object.fromEntries(names.map((name) => [name, null]));
    return exchange({ sequence, body: JSON.stringify({ id: 1, name: 'a', ...value }) });
  };
  const judge = new Judge({
    document: thingsDocument,
    strict: false,
    credential: { variable: 'T' },
  });
  const exchanges = [unset(1, 'name', 'tag'), unset(2, 'tag')];
  const findings = exchanges.flatMap((exchange) => judge.judge(exchange));
  const told = causesOf(findings, exchanges).filter(({ check }) => check === 'response-body');
  expect(words(told)).toEqual(['a body has null where the document has none: name and tag']);
});

it('null is one cause, too, where each operation has the same schema of its own', () => {
  const schema = { type: 'object', properties: { data: { type: 'object' } } };
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const document = documentFromValue({
    paths: { '/a': { post: { responses } }, '/b': { post: { responses } } },
  });
  const judge = new Judge({ document, strict: false, credential: { variable: 'T' } });
  const exchanges = operations(document).map((operation, sequence) =>
    exchange({ operation, sequence, status: 200, body: '{"data":null}' }),
  );
  const told = causesOf(
    exchanges.flatMap((each) => judge.judge(each)),
    exchanges,
  ).filter(({ check }) => check === 'response-body');
  expect(told.map((cause) => cause.operations)).toEqual([['POST /a', 'POST /b']]);
});

it("the items' numbers are no causes, nor is it one in a list and another by itself", () => {
  const wrong = (sequence: number, place: string): ReturnType<typeof sampleFinding> =>
    sampleFinding(sequence, {
      check: 'response-body',
      message: `the body of a 200 is not of its shape: ${place} must be one of "a"`,
      symptom: {
        kind: 'shape',
        of: '/x/enum',
        place: `${place.replace(/\d+/, '')} must be one of "a"`,
      },
    });
  expect(
    words(
      causesOf(
        [0, 1, 2].map((i) => wrong(i, `[${i}].kind`)),
        [],
      ),
    ),
  ).toEqual(['the body of a 200 is not of its shape: [].kind must be one of "a"']);
  expect(words(causesOf([wrong(0, '[0].kind'), wrong(1, 'kind')], []))).toEqual([
    'a body is not of its shape: kind must be one of "a"',
  ]);
});

it('a rare breach of security stands above any number of other faults', () => {
  const many = Array.from({ length: 50 }, (_, i) =>
    sampleFinding(i, { symptom: { kind: 'type', place: `p${i}`, value: 'texts' } }),
  );
  const security = sampleFinding(50, { symptom: { kind: 'security', value: 'it is made up' } });
  const data = sampleFinding(51, { check: 'echoed-values', rule: 'R4' });
  const down = sampleFinding(52, { check: 'server-error', rule: 'R6' });
  const shape = sampleFinding(53, { check: 'response-body', rule: 'R1' });
  const causes = causesOf([...many, shape, down, data, security], []);
  expect(causes.map(({ impact }) => impact)).toEqual([
    'security',
    'data',
    'outage',
    'contract',
    'coercion',
  ]);
});

it.each([
  ['?page=9', 'the parameter page is 9 (accepted up to 2)'],
  ['?search=a%20b', 'the parameter search is given'],
])('a refusal of %s is told with its parameter', (query, why) => {
  const all = ['', '?page=1', '?page=2', '?page=2', query].map((sent, i) => {
    const exchange = sampleExchange(
      { id: `c${i}`, response: { status: i < 4 ? 200 : 400, body: '' } },
      i,
    );
    const request = { ...exchange.case.request, value: undefined, target: `/things${sent}` };
    return { ...exchange, case: { ...exchange.case, request } };
  });
  const refused = sampleFinding(4, { check: 'refused-valid', message: 'a request is refused' });
  expect(words(causesOf([refused], all))).toEqual([`a request is refused, where ${why}`]);
});

it('a refusal is told with what no accepted request has', () => {
  const sent = (
    sequence: number,
    value: object,
    status: number,
  ): ReturnType<typeof sampleExchange> =>
    sampleExchange(
      { id: `c${sequence}`, sent: JSON.stringify(value), response: { status, body: '{}' } },
      sequence,
    );
  const taken = [0, 3, 8].map((seats, i) => sent(i, { seats, name: `trip ${i}` }, 200));
  const refused = [9, 12].map((seats, i) => sent(10 + i, { seats, name: `trip ${i}` }, 400));
  const findings = refused.map(({ sequence }) =>
    sampleFinding(sequence, {
      check: 'refused-valid',
      message: 'a valid request is refused with 400',
    }),
  );
  expect(words(causesOf(findings, [...taken, ...refused]))).toEqual([
    'a valid request is refused with 400, where seats is above 8 (accepted up to 8)',
  ]);
  // Refused just like others that were taken: nothing tells.
  const again = sent(20, { seats: 3, name: 'trip 0' }, 400);
  const plain = [{ ...findings[0]!, exchange: 20 }];
  expect(words(causesOf(plain, [...taken, again]))).toEqual([
    'a valid request is refused with 400',
  ]);
});

it('null that is refused is one cause, whichever property has it', () => {
  const sent = (
    sequence: number,
    value: object,
    status: number,
  ): ReturnType<typeof sampleExchange> =>
    sampleExchange(
      { id: `c${sequence}`, sent: JSON.stringify(value), response: { status, body: '{}' } },
      sequence,
    );
  const taken = [0, 1, 2].map((i) => sent(i, { title: `a${i}`, note: `b${i}` }, 200));
  const refused = [
    sent(10, { title: null, note: 'b1' }, 400),
    sent(11, { title: 'a1', note: null }, 400),
  ];
  const findings = refused.map(({ sequence }, i) =>
    sampleFinding(sequence, {
      check: 'refused-valid',
      message: 'a valid request is refused with 400',
      symptom: { kind: 'refused', of: `reason ${i}` },
    }),
  );
  const said = (count: number): string[] =>
    words(causesOf(findings.slice(0, count), [...taken, ...refused]));
  expect(said(2)).toEqual(['null is refused where the document has it: title and note']);
  expect(said(1)).toEqual(['null is refused where the document has it: title']);
});

it('every report shows the smallest failing request', () => {
  const smallest = { curl: 'curl --smallest', received: '500' };
  const events = sampleEvents(
    [sampleExchange({ id: 'a' }, 0)],
    [sampleFinding(0, { case: 'a', smallest })],
  );
  for (const name of ['json', 'junit', 'sarif', 'html', 'markdown', 'github', 'har'] as const) {
    expect(reportOf(reporters[name], events), `in ${name}`).toContain('curl --smallest');
  }
  const { smallest: read } = readHar(reportOf(reporters.har, events), 'a.har', {
    document: thingsDocument,
    tokenVariable: 'TOKEN',
  });
  expect(read).toMatchObject([{ exchange: 0, smallest }]);
});

it('what is wrong with answers of any status, or with several properties, is one cause', () => {
  const pages = [400, 404].map((status, i) => {
    const message = `a ${status} has the media type text/html`;
    return sampleFinding(i, { check: 'm', message, symptom: ofAnyStatus(message) });
  });
  const dropped = ['name', 'surname'].map((place, i) =>
    sampleFinding(2 + i, {
      check: 'echoed-values',
      message: `${place} was sent, but doesn't come back`,
      symptom: { kind: 'dropped', of: 'createThing', place },
    }),
  );
  expect(words(causesOf([...pages, ...dropped], []))).toEqual([
    "name and surname: sent, but don't come back",
    'an answer has the media type text/html',
  ]);
});

it('what fails with several statuses is called after the one that most have', () => {
  const fails = [500, 500, 501].map((status, i) =>
    sampleFinding(i, {
      check: 'server-error',
      message: `the server fails with ${status} on ${status === 501 ? 'a' : 'an invalid'} request`,
      symptom: { kind: 'fails', of: 'addThing' },
    }),
  );
  expect(words(causesOf(fails, []))).toEqual(['the server fails with 500 on an invalid request']);
});
