import { describe, expect, it } from 'vitest';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import {
  CUT_INTEGERS,
  FIRST_INTEGER,
  NEIGHBOUR_INTEGERS,
  refusedValid,
} from '../../../src/verify/checks/refused-valid.ts';
import { USED_IDENTITY } from '../../../src/verify/checks/used-identity.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { type Operation, operations } from '../../../src/model/operation.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { type Parts, context, exchange, invalid, open, strict } from './exchanges.ts';

function say(exchanges: readonly JudgedExchange[], given = context): string[] {
  return [refusedValid.checkRun(exchanges, given)]
    .flat()
    .map(({ rule, severity, message }) => `${rule} ${severity}: ${message}`);
}

const refuse = (message: string, parts: Parts = {}): JudgedExchange =>
  exchange({ status: 400, body: JSON.stringify({ error: 1, message }), ...parts });
const accept = (id: number | bigint, parts: Parts = {}): JudgedExchange =>
  exchange({ sent: { id, name: 'Rosa' }, body: '{"name":"Rosa"}', id: `accepted-${id}`, ...parts });
const some = [accept(5), accept(50), accept(500)];
const asks: Parts = { validity: open, id: USED_IDENTITY, question: 'used' };
const used = refuse('id 5 is used', { ...asks, sent: { id: 5 } });
const taken = 'a value that may have been used before is refused like one that was';

describe('a refusal of a valid request', () => {
  it('says what came, what is documented, and where', () => {
    const refused = refuse('no');
    expect([refusedValid.checkRun([refused], context)].flat()).toMatchObject([
      {
        exchange: refused,
        severity: 'violation',
        rule: 'R1',
        message: 'a valid request is refused with 400',
        received: '400 {"error":1,"message":"no"}',
        documented: 'status 200',
        pointer: '/paths/~1things/post/responses/200',
      },
    ]);
  });
  it('shows once what differs in numbers alone', () => {
    const refused = [71, 82].map((id) => refuse(`near "${id}": syntax error`, { sent: { id } }));
    const places = [refusedValid.checkRun(refused, context)].flat().map(({ symptom }) => symptom);
    expect(new Set(places.map((symptom) => symptom?.place)).size).toBe(1);
  });
  it('is nothing for an invalid request, for a success, and for one too many', () => {
    const limited = exchange({ status: 429, headers: [['Retry-After', '1']], body: '' });
    expect(say([refuse('no', { validity: invalid }), accept(5), limited])).toEqual([]);
  });
});

describe('a refusal of what is open', () => {
  const unsure = refuse('no', { validity: open, id: 'b' });
  const note = 'a request that the schema allows is refused with 400: nothing says';
  it('is worth a note, but not where the valid requests are refused, too', () => {
    expect(say([accept(5), unsure])).toEqual([`R1 note: ${note}`]);
    expect(say([unsure])).toEqual([`R1 note: ${note}`]);
    expect(say([refuse('no'), accept(5), unsure])).toContain(`R1 note: ${note}`);
    expect(say([refuse('no'), unsure])).toEqual([
      'R1 violation: a valid request is refused with 400',
    ]);
    expect(say([refuse('no'), unsure], strict)).toContain(`R1 violation: ${note}`);
  });
});

describe('an integer that all accepted ones lie below or above', () => {
  it.each<[id: JsonValue, words: string | undefined]>([
    [2n ** 53n, 'id from 2^53 on'],
    [2n ** 53n - 1n, 'id from 2^32 on'],
    [2n ** 32n, 'id from 2^32 on'],
    [2 ** 32 - 1, 'id from 2^31 on'],
    [2 ** 31, 'id from 2^31 on'],
    [2 ** 31 - 1, undefined],
    [501, undefined],
    [500, undefined],
    [60, undefined],
    [5, undefined],
    [4, undefined],
    [0, 'id 0'],
    [-1, 'id below 0'],
    [-(2 ** 31) + 1, 'id below 0'],
    [-(2 ** 31), 'id below -2^31'],
    [-(2n ** 53n), 'id below -2^53'],
    ['x', undefined],
    [5000.5, undefined],
  ])('%s is why it is refused: %s', (id, words) => {
    const message = words ? `R7 violation: a valid integer is refused: ${words}` : undefined;
    expect(say([...some, refuse('no', { sent: { id, name: 'Rosa' } })])).toEqual([
      message ?? 'R1 violation: a valid request is refused with 400',
    ]);
  });
  it('takes three accepted ones to tell, or a case whose point it is', () => {
    const parts: Parts = { sent: { id: 2 ** 32, name: 'Rosa' } };
    const few = some.slice(1);
    expect(say([...few, refuse('no', parts)])[0]).toMatch(/^R1/);
    expect(say([...few, refuse('no', { ...parts, fixedIdentity: true })])[0]).toMatch(/^R7/);
  });
  it('is not told from accepted requests that were open', () => {
    const unsure = some.map((exchange) => ({
      ...exchange,
      case: { ...exchange.case, validity: open },
    }));
    expect(say([...unsure, refuse('no', { sent: { id: 2 ** 32, name: 'Rosa' } })])[0]).toMatch(
      /^R1/,
    );
  });
  it('is not told from what another operation accepts', () => {
    const other = { ...accept(1).case.operation, id: 'other' };
    const elsewhere = [1, 2, 3].map((id) => accept(id, { operation: other }));
    expect(say([...elsewhere, refuse('no', { sent: { id: 600 } })])[0]).toMatch(/^R1/);
  });
  it('is found under any name, in whatever order', () => {
    const sent = (value: number): JsonValue => ({ name: 'Rosa', 'a/b~c': value });
    const accepted = [1, 2, 3].map((value) => exchange({ sent: sent(value), id: `${value}` }));
    expect(say([refuse('no', { sent: sent(2 ** 53) }), ...accepted])).toEqual([
      'R7 violation: a valid integer is refused: a/b~c from 2^53 on',
    ]);
  });
  it('is not looked for where nothing comparable was accepted', () => {
    const others = ['a', ['b'], { id: 'c' }, { other: 1 }].map((value, i) =>
      exchange({ sent: value, id: `${i}` }),
    );
    expect(
      say([...others, refuse('no', { sent: { id: 9 } }), refuse('no', { sent: [9] })]),
    ).toEqual(Array.from({ length: 2 }, () => 'R1 violation: a valid request is refused with 400'));
  });
  it('is not the reason where an invalid request was told the same', () => {
    const refused = refuse('too large', { sent: { id: 2 ** 40, name: 'Rosa' } });
    const other = refuse('too large', { sent: { id: 60, name: 'Rosa' }, validity: invalid });
    expect(say([...some, other, refused])[0]).toMatch(/^R7/);
    const valid = refuse('too large', { sent: { id: 60, name: 'Rosa' } });
    expect(say([...some, valid, refused]).every((line) => line.startsWith('R1'))).toBe(true);
  });
});

describe('a refusal like that of a used identity', () => {
  const again = (parts: Parts): JudgedExchange =>
    refuse('id 7 is used', { sent: { id: 7 }, ...parts });

  it('is a note where the identity is the same in every run', () => {
    expect(say([...some, used, again({ id: 'b', fixedIdentity: true })])).toEqual([
      `R1 note: ${taken}`,
    ]);
  });
  it('is a note where it is a conflict, in whatever words', () => {
    const conflict: Parts = { id: 'b', status: 409, sent: { id: 7 } };
    const inWords = (parts: Parts): string[] => say([refuse('no', { ...conflict, ...parts })]);
    expect(inWords({ fixedIdentity: true })).toEqual([`R1 note: ${taken}`]);
    expect(inWords({})).toEqual(['R1 violation: a valid request is refused with 409']);
  });
  it('is a note where every request is, for the state that what its path names is in', () => {
    const inWords = (status: number, path: string): string[] =>
      say([refuse('not yet', { status, operation: payment(path) })]);
    const first = 'what its path names may have to be in another state first';
    expect(inWords(409, '/orders/{order}/pay')).toEqual([`R1 note: no request succeeds: ${first}`]);
    const refused = (status: number): string[] => [
      `R1 violation: a valid request is refused with ${status}`,
    ];
    expect(inWords(423, '/orders/{order}/pay')).toEqual(refused(423));
    expect(inWords(409, '/pay')).toEqual(refused(409));
    const paid = accept(5, { operation: payment('/orders/{order}/pay') });
    const exchange = refuse('not yet', { status: 409, operation: payment('/orders/{order}/pay') });
    expect(say([paid, exchange])).toEqual(refused(409));
  });
  it('breaks R1 where the identity is fresh', () => {
    expect(say([...some, used, again({ id: 'b' })])).toEqual([
      'R1 violation: a valid request is refused with 400',
    ]);
  });
  it.each<[what: string, first: Parts, note: boolean]>([
    ['its first try failed', { failure: { kind: 'reset', message: '' }, sequence: 1 }, true],
    ['a later try failed', { failure: { kind: 'reset', message: '' }, sequence: 3 }, false],
    ['the same one failed', { failure: { kind: 'reset', message: '' }, sequence: 2 }, false],
    ['its first try was answered', { status: 500, sequence: 1 }, false],
    ['another failed', { failure: { kind: 'reset', message: '' }, sequence: 1, id: 'c' }, false],
  ])('is a note where it may have been stored before: %s', (_what, first, note) => {
    const run = [...some, used, exchange({ id: 'b', ...first }), again({ id: 'b', sequence: 2 })];
    expect(say(run).includes(`R1 note: ${taken}`)).toBe(note);
  });
  it.each([
    [NEIGHBOUR_INTEGERS, 'an integer beyond 2^53 is taken for the one before it: it was rounded'],
    [CUT_INTEGERS, 'an integer is taken for another with the same lower 32 bits: it was cut'],
  ])('breaks R7 in the case %s', (id, words) => {
    const first = accept(2n ** 53n, { id: FIRST_INTEGER });
    expect(say([...some, first, used, again({ id })])).toContain(`R7 violation: ${words}`);
    const failed = exchange({ id, sequence: -1, failure: { kind: 'reset', message: '' } });
    expect(say([...some, first, used, failed, again({ id })])).toContain(`R1 note: ${taken}`);
  });
});

describe('a refusal of an open request', () => {
  const note = 'R1 note: a request that the schema allows is refused with 400: nothing says';

  it.each<[what: string, parts: Parts, byDefault: string[]]>([
    ['a random one', {}, [note]],
    ['a question', { question: 'q' }, []],
  ])('of %s', (_what, parts, byDefault) => {
    const refused = refuse('no', { validity: open, ...parts });
    expect(say([refused])).toEqual(byDefault);
    expect(say([refused], strict)).toEqual([note.replace('note', 'violation')]);
  });
  it.each<[what: string, parts: Parts]>([
    ['outside of the operation', { outsideOperation: true }],
    ['with an identity used before', { fixedIdentity: true }],
  ])('%s is nothing, even with --strict', (_what, parts) => {
    expect(say([refuse('no', { validity: open, ...parts })], strict)).toEqual([]);
  });
  it('that only what the server knew can be a reason for is a note, even with --strict', () => {
    const validity = { kind: 'open', reason: 'nothing says', otherwiseValid: true } as const;
    const parts: Parts = { validity, fixedIdentity: true };
    expect(say([refuse('no', parts)], strict)).toEqual([note]);
    expect(say([refuse('no', { ...parts, status: 404 })], strict)).toEqual([]);
  });
});

/** An operation that documents 409. */
function payment(path: string): Operation {
  const [order] = path.match(/(?<=\{)\w+/) ?? [];
  const parameters = order ? [{ name: order, in: 'path', required: true, schema: {} }] : [];
  const responses = { 200: { description: 'paid' }, 409: { description: 'not yet' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Orders', version: '1' },
    paths: { [path]: { post: { parameters, responses } } },
  };
  return operations(loadDocument(JSON.stringify(document), 'orders.json'))[0]!;
}

describe("a refusal that shows a rule of the server's own", () => {
  const noted = (exchanges: readonly JudgedExchange[], given = context): string[] =>
    say(exchanges, given).map((line) =>
      line.replace('a request that the schema allows is refused with', '…'),
    );
  const place = (zone: string, id: number): Parts => ({ sent: { id, zone } });

  const zones = `openapi: 3.1.0
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { properties: { zone: { type: string } } } } } }
      responses: { '200': { description: it } }`;
  const document = loadDocument(zones, 'a.yaml');
  const zoned = operations(document)[0]!;
  const home = [1, 2, 3].map((id) => accept(id, { ...place('home', id), operation: zoned }));
  const options = { ...context, document };

  it('is a note where but one text of a property is ever taken', () => {
    const others = ['x', 'y', 'z'].map((zone, i) =>
      refuse('no rights', { ...place(zone, 9 + i), operation: zoned, status: 403 }),
    );
    const note = 'R1 note: … 403: nothing says what zone may be, but for "home"';
    expect(noted([...home, ...others], options)).toEqual([note, note, note]);
    const elsewhere = accept(7, { ...place('w', 7), operation: zoned });
    expect(noted([...home, elsewhere, ...others], options)[0]).toMatch(/^R1 violation/);
  });

  it('is told where the same case is refused with the text that is taken, too', () => {
    const [first, ...others] = ['home', 'x', 'y', 'z'].map((zone, i) =>
      refuse('no such day', { ...place(zone, 9 + i), operation: zoned, id: 'boundary/day' }),
    );
    expect(noted([...home, ...others], options)[0]).toMatch(/^R1 note/);
    expect(noted([...home, first!, ...others], options)).toEqual(
      others.concat(first!).map(() => 'R1 violation: a valid request is refused with 400'),
    );
  });

  it('is a note where what it speaks of is taken beside something else', () => {
    const taken = accept(1, { sent: { value: 'x', kind: 'text' } });
    const refused = refuse('"value" must be a number', { sent: { value: 'x', kind: 'number' } });
    expect(noted([taken, refused])).toEqual([
      'R1 note: … 400: what value may be depends on what is sent with it',
    ]);
    const other = refuse('"value" must be a number', { sent: { value: 'y', kind: 'text' } });
    expect(noted([taken, other])).toEqual(['R1 violation: a valid request is refused with 400']);
    const rules = (kind: string): Parts => ({ sent: { rules: [{ value: 'x', kind }] } });
    expect(noted([accept(3, rules('text')), refuse('value: a number', rules('number'))])).toEqual([
      'R1 note: … 400: what rules.value may be depends on what is sent with it',
    ]);
  });

  it('is a note where what it misses may be missing beside something else', () => {
    const taken = accept(1, { sent: { kind: 'text' } });
    const full = accept(2, { sent: { kind: 'number', value: 'x' } });
    const refused = refuse('numbers need a value', { sent: { kind: 'number' } });
    expect(noted([taken, full, refused])).toEqual([
      'R1 note: … 400: whether value may be missing depends on what is sent beside it',
    ]);
    expect(noted([full, refused])).toEqual(['R1 violation: a valid request is refused with 400']);
  });

  it('is a note where it says that something does not exist that the run has not created', () => {
    const refused = (message: string, sent: JsonValue): JudgedExchange =>
      refuse(message, { sent, operation: zoned });
    const note = 'R1 note: … 400: it says that nothing is there by the name in zone';
    const breach = 'R1 violation: a valid request is refused with 400';
    const gone = refused('Zone=z9 does not exist', { zone: 'z9' });
    expect(noted([...home, gone], options)).toEqual([note]);
    const created = accept(4, { operation: zoned, sent: { zone: 'home' }, body: '{"id":"z9"}' });
    expect(noted([...home, created, gone], options)).toEqual([breach]);
    const zonesTaken = ['home', 'x1', 'x2', 'x3'].map((zone, i) =>
      accept(i, { ...place(zone, i), operation: zoned }),
    );
    const quoted = refused('no zone z9', { zone: 'z9' });
    expect(noted([...zonesTaken, quoted], options)).toEqual([breach]);
    expect(noted([...home, quoted], options)).toEqual([
      'R1 note: … 400: nothing says what zone may be, but for "home"',
    ]);
    expect(noted([...home, created, quoted], options)).toEqual([breach]);
    expect(noted([...home, refused('z8 does not exist', { zone: 'z9' })], options)).toEqual([
      breach,
    ]);
    expect(noted([...home, refused('Invalid foreign key.', { zone: 'z9' })], options)).toEqual([
      note,
    ]);
  });

  it('is a note where an operation is not available, as it says, though others are', () => {
    const shut = refuse('only available on a Raspberry Pi', { operation: payment('/pi') });
    expect(noted([accept(1), shut])).toEqual([
      'R1 note: … 400: every request is, though others are taken: it is not available here, as it says',
    ]);
    expect(noted([shut])[0]).toMatch(/^R1 violation/);
    expect(noted([accept(1), refuse('no', { operation: payment('/pi') })])[0]).toMatch(
      /^R1 violation/,
    );
  });

  it('is a note where nothing is at a path that the server knows', () => {
    const document = loadDocument(
      `openapi: 3.1.0
paths:
  /log: { get: { responses: { '200': { description: it } } } }
  /users/me: { get: { responses: { '200': { description: it } } } }
  /users/{id}: { get: { responses: { '200': { description: it } } } }`,
      'a.yaml',
    );
    const [log, me] = operations(document);
    const given = { ...context, document };
    const unknown = refuse('Cannot GET /things', {
      ...asks,
      question: 'unknown-path',
      status: 404,
    });
    const absent = refuse('no log', { operation: log!, status: 404 });
    const note = 'R1 note: … 404: the server knows the path, and has nothing there';
    expect(noted([accept(1), unknown, absent], given)).toEqual([note]);
    const isBreach = (...exchanges: JudgedExchange[]): boolean =>
      noted([accept(1), ...exchanges], given)[0]!.startsWith('R1 violation');
    expect(isBreach(absent)).toBe(true);
    const untold = refuse('Cannot GET /things', { operation: log!, status: 404 });
    expect(isBreach(unknown, untold)).toBe(true);
    // Taken for a user of that name.
    expect(isBreach(unknown, refuse('no user me', { operation: me!, status: 404 }))).toBe(true);
  });

  it('is looked for in a body that is nested deeply', () => {
    const operation = payment('/orders');
    const taken = [1, 2, 3, 4].map((id) => accept(id, { operation, sent: { id } }));
    let deep: JsonValue = [];
    for (let i = 0; i < 50_000; i += 1) deep = [deep];
    const refused = refuse('too deep', { operation, sent: { deep }, status: 409 });
    expect(noted([...taken, refused])).toEqual([
      'R1 violation: a valid request is refused with 409',
    ]);
  });

  it('is a note where a day has passed, and every day that is taken is still to come', () => {
    const [later, before] = [{ expiresAt: '2999-04-19T08:15:14Z' }, { expiresAt: '2023-04-19' }];
    const refused = refuse('expired', { sent: before });
    expect(noted([accept(1, { sent: later }), refused])).toEqual([
      'R1 note: … 400: the day of expiresAt has passed',
    ]);
    const violation = 'R1 violation: a valid request is refused with 400';
    expect(noted([accept(1, { sent: { expiresAt: '2021-01-01' } }), refused])).toEqual([violation]);
    expect(noted([accept(1, { sent: later }), refuse('no', { sent: later })])).toEqual([violation]);
  });

  it.each(['A', 7])('is a note where %j was used before, and it says so', (code) => {
    const taken = accept(1, { sent: { code } });
    expect(noted([taken, refuse('code has to be unique', { sent: { code } })])).toEqual([
      'R1 note: … 400: what stands in code may have been used before',
    ]);
  });

  it('is a note where an operation asks for another credential than all others', () => {
    const other = operations(
      loadDocument(
        `openapi: 3.1.0
paths: { /b: { post: { responses: { '200': { description: it } } } } }`,
        'b.yaml',
      ),
    )[0]!;
    const shut = refuse('who are you?', { status: 401, operation: other });
    expect(noted([accept(1), shut])).toEqual([
      'R1 note: … 401: every request is, though others are taken: it asks for another credential',
    ]);
    expect(noted([shut])).toHaveLength(1);
    expect(noted([shut])[0]).toMatch(/^R1 violation/);
    const away = exchange({ operation: other, status: 501, body: '{"error":"not enabled"}' });
    expect(
      noted([accept(1), refuse('kind is required', { status: 400, operation: other }), away]),
    ).toEqual([
      expect.stringMatching(/^R1 note: … 400: every request is, .* is not available here/),
    ]);
    const login = (said: string, sent: JsonObject): string[] =>
      noted([accept(1), refuse(said, { status: 400, operation: other, sent })]);
    const made = { username: 'x', password: 'y' };
    expect(login('Incorrect username or password', made)[0]).toMatch(/^R1 note/);
    expect(login('Incorrect username', made)[0]).toMatch(/^R1 violation/);
    expect(login('Incorrect password', { name: 'x' })[0]).toMatch(/^R1 violation/);
  });

  it('is a note where an operation takes no more than so many', () => {
    const limited = `openapi: 3.1.0
paths:
  /a:
    post:
      responses: { '200': { description: it }, '409': { description: enough } }`;
    const document = loadDocument(limited, 'a.yaml');
    const operation = operations(document)[0]!;
    const at = (sequence: number, name = `n${sequence}`): Parts => ({
      operation,
      sequence,
      id: `${sequence}`,
      sent: { name, size: 1 },
    });
    const options = { ...context, document };
    const before = [1, 2, 3].map((i) => exchange({ ...at(i), status: 200 }));
    const after = [4, 5].map((i) => refuse('enough', { ...at(i), status: 409 }));
    const note = 'R1 note: … 409: it was taken as long as there were fewer';
    expect(noted([...before, ...after], options)).toEqual([note, note]);
    const isBreach = (exchanges: readonly JudgedExchange[]): boolean =>
      noted(exchanges, options)[0]!.startsWith('R1 violation');
    const later = Array.from({ length: 12 }, (_, i) => exchange({ ...at(6 + i), status: 200 }));
    expect(isBreach([...before, ...after, ...later])).toBe(true);
    expect(isBreach(after)).toBe(true);
    const other = refuse('enough', { ...at(6, 'odd'), status: 409 });
    expect(isBreach([...before, other])).toBe(true);
    expect(noted([...before, ...after, other], options)).toEqual([note, note, note]);
    const invalid = refuse('no', { ...at(4), status: 400 });
    expect(isBreach([...before, invalid])).toBe(true);
  });

  it('is a note where several at once come when there are so many of single ones', () => {
    const taken = `content: { application/json: { schema: { $ref: '#/components/schemas/A' } } }`;
    const list = `content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/A' } } } }`;
    const answers = `{ '200': { description: it }, '409': { description: enough } }`;
    const document = loadDocument(
      `openapi: 3.1.0
paths:
  /a: { post: { requestBody: { ${taken} }, responses: ${answers} } }
  /a/bulk: { post: { requestBody: { ${list} }, responses: ${answers} } }
components: { schemas: { A: { type: object } } }`,
      'a.yaml',
    );
    const [single, bulk] = operations(document);
    const options = { ...context, document };
    const before = [1, 2, 3].map((sequence) =>
      exchange({ operation: single!, sequence, id: `${sequence}`, status: 200 }),
    );
    const full = refuse('enough', { operation: single!, sequence: 4, id: '4', status: 409 });
    const several = refuse('enough', { operation: bulk!, sequence: 5, id: '5', status: 409 });
    const note = 'R1 note: … 409: it was taken as long as there were fewer';
    expect(noted([...before, full, several], options)).toEqual([note, note]);
    expect(noted([...before, several], options)[0]).toMatch(/^R1 violation/);
  });

  it('is a note where nobody has put there what is asked for', () => {
    const document = loadDocument(
      `openapi: 3.1.0
paths:
  /a/settings:
    get: { responses: { '200': { description: it }, '404': { description: none } } }
    put: { responses: { '200': { description: it } } }`,
      'a.yaml',
    );
    const [get, put] = operations(document);
    const missing = (sequence: number): JudgedExchange =>
      refuse('none', { operation: get!, status: 404, sequence, id: `${sequence}` });
    const options = { ...context, document };
    const note = 'R1 note: … 404: nothing is there until something is put there';
    const set = exchange({ operation: put!, sequence: 2, id: 'put' });
    expect(noted([missing(1), set], options)).toEqual([note]);
    expect(noted([set, missing(3)], options)[0]).toMatch(/^R1 violation/);
  });
});
