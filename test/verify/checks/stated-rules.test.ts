import { describe, expect, it } from 'vitest';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { refusedValid } from '../../../src/verify/checks/refused-valid.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { operations } from '../../../src/model/operation.ts';
import { type Parts, context, exchange } from './exchanges.ts';

const noted = (exchanges: readonly JudgedExchange[], given = context): string[] =>
  [refusedValid.checkRun(exchanges, given)]
    .flat()
    .map(({ rule, severity, message }) => `${rule} ${severity}: ${message}`)
    .map((line) => line.replace('a request that the schema allows is refused with', '…'));
const refuse = (message: string, parts: Parts = {}): JudgedExchange =>
  exchange({ status: 400, body: JSON.stringify({ error: 1, message }), ...parts });
const accept = (id: number, parts: Parts = {}): JudgedExchange =>
  exchange({ sent: { id, name: 'Rosa' }, body: '{"name":"Rosa"}', id: `accepted-${id}`, ...parts });

describe('a refusal that says why', () => {
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

  it('is a note where what it quotes is unknown to the server, or not written as it has to be', () => {
    const refused = (message: string, parts: Parts = {}): JudgedExchange =>
      refuse(message, { sent: { zone: '7-a' }, operation: zoned, ...parts });
    expect(noted([...home, refused('Unknown zone: 7-a')], options)).toEqual([
      'R1 note: … 400: it says that nothing is there by the name in zone',
    ]);
    const tried = ['home', 'x1', 'x2', 'x3'].map((zone, i) =>
      accept(i, { ...place(zone, i), operation: zoned }),
    );
    const misspelt = refused('invalid zone name "7-a"');
    expect(noted([...tried, misspelt], options)).toEqual([
      'R1 note: … 400: nothing says how zone is written',
    ]);
    const breach = 'R1 violation: a valid request is refused with 400';
    expect(noted([...tried, refused('invalid zone name')], options)).toEqual([breach]);
    expect(noted([misspelt], options)).toEqual([breach]);
  });

  it('is a note where it names what an answer shows, if a request has sent that before', () => {
    const shown = exchange({ operation: zoned, sent: {}, body: '{"kind":"tulip"}' });
    const earlier = exchange({ operation: zoned, sent: { kind: 'tulip' }, id: 'earlier' });
    const parts = { sent: { zone: 'tulip' }, operation: zoned };
    const refused = refuse('ZONE_NOT_FOUND: tulip', parts);
    expect(noted([earlier, shown, refused], options)).toEqual([
      'R1 note: … 400: it says that nothing is there by the name in zone',
    ]);
    expect(noted([shown, refused], options)[0]).toMatch(/^R1 violation/);
  });

  it('is a note where it says what only the description of the property does', () => {
    const said = '{ zone: { type: string, description: "Accepted: `area://<name>`" } }';
    const described = loadDocument(
      zones.replace('{ zone: { type: string } }', said),
      'described.yaml',
    );
    const [operation] = operations(described);
    const given = { ...context, document: described };
    const refused = (message: string, zone: string): string[] =>
      noted([refuse(message, { sent: { zone }, operation: operation! })], given);
    expect(refused('zone has to begin with area', 'x')).toEqual([
      'R1 note: … 400: only its description says what zone may be: give --value zone=…',
    ]);
    const breach = 'R1 violation: a valid request is refused with 400';
    expect(refused('zone is not for you', 'x')).toEqual([breach]);
    expect(refused('zone area://x is no area', 'area://x')).toEqual([breach]);
    expect(refused('the area is full', 'x')).toEqual([breach]);
  });

  it('is a note where it says how strong a secret has to be, of which the document has but the type', () => {
    const secret = loadDocument(zones.replaceAll('zone', 'password'), 'secret.yaml');
    const [operation] = operations(secret);
    const given = { ...context, document: secret };
    const refused = (message: string, sent: JsonValue = { password: 'x' }): string[] =>
      noted([refuse(message, { sent, operation: operation! })], given);
    expect(refused('"password" length must be at least 10 characters long')).toEqual([
      'R1 note: … 400: nothing says how password is written: give --value password=…',
    ]);
    const breach = 'R1 violation: a valid request is refused with 400';
    expect(refused('password is not for you')).toEqual([breach]);
    expect(refused('the name is too short')).toEqual([breach]);
    const long = refuse('zone is too long', { sent: { zone: 'x' }, operation: zoned });
    expect(noted([long], options)).toEqual([breach]);
  });

  it('is a note where it wants one of several parameters, and none was sent', () => {
    const found = loadDocument(
      `openapi: 3.1.0
paths:
  /a:
    get:
      parameters: [{ name: email, in: query, schema: { type: string } }, { name: name, in: query, schema: { type: string } }]
      responses: { '200': { description: it } }`,
      'found.yaml',
    );
    const [operation] = operations(found);
    const given = { ...context, document: found };
    const refused = (message: string, path: string): string[] =>
      noted([refuse(message, { operation: operation!, method: 'GET', path })], given);
    const message = 'At least email or name must be provided';
    expect(refused(message, '/a')).toEqual(['R1 note: … 400: it wants one of email and name']);
    const breach = 'R1 violation: a valid request is refused with 400';
    expect(refused(message, '/a?email=x')).toEqual([breach]);
    expect(refused('email is required', '/a')).toEqual([breach]);
  });

  it('is a note where it names the property by which nothing is found', () => {
    const note = 'R1 note: … 412: it says that nothing is there by the name in zone';
    const refused = (message: string, sent: JsonValue): JudgedExchange =>
      refuse(message, { sent, operation: zoned, status: 412 });
    expect(noted([refused('zone name not found', { id: 1, zone: 'z9' })], options)).toEqual([note]);
    const breach = 'R1 violation: a valid request is refused with 412';
    expect(noted([refused('no such area', { id: 1, zone: 'z9' })], options)).toEqual([breach]);
    expect(noted([refused('zone unsupported', { id: 1, zone: 'z9' })], options)).toEqual([breach]);
    // Without the property, nothing is found either: until something is, that tells nothing more.
    const [named, unnamed] = [{ id: 1, zone: 'z9' }, { id: 1 }].map((sent) =>
      refused('zone name not found', sent),
    );
    expect(noted([named!, unnamed!], options)).toEqual([note, note]);
    expect(noted([unnamed!], options)).toEqual([breach]);
    expect(noted([...home, named!, unnamed!], options)).toEqual([note, breach]);
    expect(noted([named!, refused('no zone', { id: 1 })], options)).toEqual([note, breach]);
    const hidden = refused('area not found', { name: 'z9' });
    expect(noted([hidden], options)[0]).toMatch(/^R1 note: .*by the name in name/);
    expect(noted([...home, hidden], options)).toEqual([breach]);
    const unserved = refuse('Not found', { sent: { name: 'z9' }, operation: zoned, status: 404 });
    expect(noted([unserved], options)[0]).toMatch(/^R1 violation/);
  });

  it('is a note where it names what another request has made, and its status is documented', () => {
    const named = loadDocument(
      `openapi: 3.1.0
paths:
  /apps:
    post:
      requestBody: { content: { application/json: { schema: { required: [key], properties: { key: { type: string }, url: { type: string } } } } } }
      responses: { '201': { description: it }, '400': { description: bad } }
  /apps/{key}:
    get: { parameters: [{ name: key, in: path, required: true, schema: { type: string } }], responses: { '200': { description: it } } }`,
      'apps.yaml',
    );
    const [operation] = operations(named);
    const given = { ...context, document: named };
    const make = (key: string, parts: Parts): JudgedExchange =>
      exchange({
        operation: operation!,
        sent: { key, url: 'http://a.test' },
        path: '/apps',
        ...parts,
      });
    const made = make('first-app', { status: 201, body: '{"message":"made"}' });
    const refused = (message: string, status = 400): JudgedExchange =>
      make('other-app', { status, body: JSON.stringify({ error: message }) });
    const note = 'R1 note: … 400: it names what another request has made';
    expect(noted([made, refused('first-app and other-app have one URL')], given)).toEqual([note]);
    expect(noted([made, refused('first-app has no URL')], given)).toEqual([note]);
    const breach = 'R1 violation: a valid request is refused with';
    expect(noted([made, refused('other-app has no URL')], given)).toEqual([`${breach} 400`]);
    expect(noted([made, refused('first-app has no URL', 422)], given)).toEqual([`${breach} 422`]);
  });

  it('is a note where it quotes a text for its characters, or names what no schema describes', () => {
    const breach = 'R1 violation: a valid request is refused with 400';
    const refused = refuse('Expected a name of characters from [a-z]. Got: A b', {
      sent: { id: 1, zone: 'A b' },
      operation: zoned,
    });
    const many = ['a', 'b', 'c'].map((zone, id) =>
      accept(id, { ...place(zone, id), operation: zoned }),
    );
    expect(noted([...many, refused], options)).toEqual([
      'R1 note: … 400: nothing says how zone is written',
    ]);
    const query = `openapi: 3.1.0
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { properties: { where: {}, size: { type: integer } } } } } }
      responses: { '200': { description: it } }`;
    const document = loadDocument(query, 'a.yaml');
    const [operation] = operations(document);
    const told = (message: string): string[] =>
      noted([refuse(message, { operation: operation!, sent: { where: 'x', size: 1 } })], {
        ...context,
        document,
      });
    expect(told('Invalid where clause')).toEqual([
      'R1 note: … 400: nothing says what where may be',
    ]);
    expect(told('Invalid size')).toEqual([breach]);
  });

  it('is a note where it says that there may be no more', () => {
    const full = (message: string): string[] =>
      noted([...home, refuse(message, { ...place('home', 9), operation: zoned })], options);
    expect(full("You can't create more than the limit of 300.")).toEqual([
      'R1 note: … 400: it says that there may be no more',
    ]);
    expect(full('longer than the limit of 50')[0]).toMatch(/^R1 violation/);
  });

  it('is a note where it wants a name in a map of which nothing says which it has', () => {
    const document = loadDocument(
      `openapi: 3.1.0
paths:
  /checks:
    post:
      requestBody: { content: { application/json: { schema: { properties: { size: { type: integer }, entity: { type: object, additionalProperties: {} } } } } } }
      responses: { '200': { description: it } }`,
      'checks.yaml',
    );
    const [operation] = operations(document);
    const sent = { size: 1, entity: { other: 0.5 } };
    const refused = refuse("<root> must have required property 'apiVersion'", {
      operation: operation!,
      sent,
    });
    const given = { ...context, document };
    expect(noted([refused], given)).toEqual([
      'R1 note: … 400: nothing says which names entity has',
    ]);
    const breach = 'R1 violation: a valid request is refused with 400';
    const taken = exchange({ operation: operation!, sent });
    expect(noted([taken, refused], given)).toEqual([breach]);
    const unsaid = refuse('no', { operation: operation!, sent });
    expect(noted([unsaid], given)).toEqual([breach]);
  });

  it('is a note where nothing is found by what the body names, and no path names anything', () => {
    const refused = refuse('gone', { sent: { zone: 'z9' }, operation: zoned, status: 404 });
    expect(noted([...home, refused], options)).toEqual([
      'R1 note: … 404: it says that nothing is there by the name in zone',
    ]);
    // The server may not have the operation at all.
    expect(noted([refused], options)).toEqual([
      'R1 violation: a valid request is refused with 404',
    ]);
  });

  it.each([
    ['a filter', 'city', 'R1 violation: a valid request is refused with 404'],
    [
      'a reference',
      'ownerId',
      'R1 note: … 404: it says that nothing is there by the name in ownerId',
    ],
  ])('is a list without items where %s of its query finds nothing', (_what, name, expected) => {
    const parameter = (query: string): string =>
      `{ name: ${query}, in: query, schema: { type: string } }`;
    const station =
      '{ properties: { id: { type: string }, city: { type: string }, ownerId: { type: string } } }';
    const text = `openapi: 3.1.0
paths:
  /owners/{id}: { get: {} }
  /stations:
    get:
      parameters: [${parameter('city')}, ${parameter('ownerId')}]
      responses: { '200': { description: it, content: { application/json: { schema: { type: array, items: ${station} } } } } }`;
    const document = loadDocument(text, 'a.yaml');
    const operation = operations(document)[1]!;
    const list = exchange({ operation, id: 'all', body: '[]' });
    const asked = refuse('nothing', { operation, status: 404 });
    const request = { ...asked.case.request, target: `/stations?${name}=z9`, value: undefined };
    const refused = { ...asked, case: { ...asked.case, request } };
    expect(noted([list, refused], { ...context, document })).toEqual([expected]);
  });

  it('is a note where it says which moment comes before which', () => {
    const late = refuse('start time must be before end time', { sent: { starts: '2999-01-01' } });
    expect(noted([accept(1), late])).toEqual([
      'R1 note: … 400: it says what starts has to lie before or after',
    ]);
    const past = refuse('the start should be in future', { sent: { starts: '2023-01-01' } });
    expect(noted([accept(1), past])).toEqual([
      'R1 note: … 400: it says what starts has to lie before or after',
    ]);
    const other = refuse('start time must be before end time', { sent: { starts: 'soon' } });
    expect(noted([accept(1), other])).toEqual([
      'R1 violation: a valid request is refused with 400',
    ]);
  });

  it('is a note where an operation takes none of the files that are made up', () => {
    const text = (name: string): string => `openapi: 3.1.0
paths:
  /scans:
    post:
      requestBody: { content: { ${name}: {} } }
      responses: { '200': { description: it } }`;
    const scan = (name: string): string[] => {
      const document = loadDocument(text(name), 'a.yaml');
      const operation = operations(document)[0]!;
      const exchange = refuse('no scan', { operation, sent: 'PK' });
      const request = { ...exchange.case.request, headers: [['Content-Type', name]] as const };
      const sent = { ...exchange, case: { ...exchange.case, request } };
      return noted([accept(1), sent], { ...context, document });
    };
    expect(scan('application/zip')).toEqual([
      'R1 note: … 400: every request is, though others are taken: it wants a file, and nothing tells what is in it',
    ]);
    expect(scan('text/plain')[0]).toMatch(/^R1 violation/);
  });
});

describe('a refusal of what the document leaves to the service', () => {
  const told = (sent: JsonValue, message: string, parts: Parts = {}): string[] => {
    const document = loadDocument(
      `openapi: 3.1.0
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema:
              properties:
                since: { type: string, format: Timestamp }
                hint: { type: string, format: password }
                settings: { type: object, properties: { mode: { type: string } }, additionalProperties: { type: string } }
                names: { type: array, items: { type: string } }
                due: { type: number }
      responses: { '200': { description: it } }`,
      'a.yaml',
    );
    const [operation] = operations(document);
    const given = { ...context, document };
    const taken = exchange({ operation: operation!, sent: { names: ['ann'] }, body: '{}' });
    return noted([taken, refuse(message, { operation: operation!, sent, ...parts })], given);
  };
  const breach = 'R1 violation: a valid request is refused with 400';

  it('is a note where a text has a format that is no standard one', () => {
    expect(told({ since: 'sample' }, "invalid date 'sample'")).toEqual([
      'R1 note: … 400: nothing says how since is written but the name of its format',
    ]);
    expect(told({ hint: 'sample' }, "invalid 'sample'")).toEqual([breach]);
    expect(told({ since: 'sample' }, 'invalid')).toEqual([breach]);
  });

  it('is a note where a name in a map is unknown', () => {
    expect(told({ settings: { other: 'x' } }, 'no parameter "other"')).toEqual([
      'R1 note: … 400: nothing says which names settings has',
    ]);
    expect(told({ settings: { mode: 'x' } }, 'no parameter "mode"')).toEqual([breach]);
  });

  it('is a note where one of several names was used before', () => {
    expect(told({ names: ['ann'] }, 'All users already exist')).toEqual([
      'R1 note: … 400: what stands in names may have been used before',
    ]);
    expect(told({ names: ['bob'] }, 'All users already exist')).toEqual([breach]);
  });

  it('is a note where a moment has passed, in milliseconds, too', () => {
    expect(told({ due: 1_585_337_827_953 }, 'Invalid data')).toEqual([
      'R1 note: … 400: the day of due has passed',
    ]);
    expect(told({ due: 9_585_337_827_953 }, 'Invalid data')).toEqual([breach]);
    expect(told({ due: 15 }, 'Invalid data')).toEqual([breach]);
  });
});

it('what has more than a request that a rule refuses, where nothing is taken, has that, too', () => {
  const document = loadDocument(
    `openapi: 3.1.0
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { properties: { kind: { type: string }, check: { type: string } } } } } }
      responses: { '200': { description: it } }`,
    'a.yaml',
  );
  const [operation] = operations(document);
  const given = { ...context, document };
  const least = refuse('type "tulip" does not exist', {
    sent: { kind: 'tulip' },
    operation: operation!,
  });
  const more = refuse('syntax error', {
    sent: { kind: 'tulip', check: 'y' },
    operation: operation!,
  });
  const note = 'R1 note: … 400: it says that nothing is there by the name in kind';
  expect(noted([accept(1), least, more], given)).toEqual([note, note]);
  expect(noted([accept(1), more], given)[0]).toMatch(/^R1 violation/);
});
