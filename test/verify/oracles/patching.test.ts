/** What is changed by PATCH alone: resources that are listed and not read, and what there is one of for each. */
import { describe, expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const answer = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${ref(name)} } } }`;
const NONE = `'404': { description: none }, '400': { description: bad }`;
const ID = `parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }]`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Desks, version: '1' }
paths:
  /desks:
    get: { operationId: listDesks, responses: { ${answer(200, `{ type: array, items: ${ref('Desk')} }`)} } }
    post: { operationId: addDesk, ${takes('New')}, responses: { ${answer(201, ref('Desk'))}, ${NONE} } }
  /desks/{id}:
    ${ID}
    patch: { operationId: changeDesk, ${takes('Change')}, responses: { '204': { description: done }, ${NONE} } }
  /desks/{id}/lighting:
    ${ID}
    get: { operationId: getLighting, responses: { ${answer(200, ref('Lighting'))}, ${NONE} } }
    patch: { operationId: changeLighting, ${takes('LightingChange')}, responses: { '204': { description: done }, ${NONE} } }
components:
  schemas:
    New: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 90 }, note: { type: string, maxLength: 90 }, height: { type: integer, minimum: 50, maximum: 130 } } }
    Change: { type: object, minProperties: 1, properties: { name: { type: string, minLength: 1, maxLength: 90 }, note: { type: string, maxLength: 90 }, height: { type: integer, minimum: 50, maximum: 130 } } }
    Desk: { type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, note: { type: string }, height: { type: integer } } }
    Lighting: { type: object, properties: { color: { type: string, maxLength: 90 }, level: { type: integer, minimum: 0, maximum: 100 } } }
    LightingChange: { type: object, minProperties: 1, properties: { color: { type: string, maxLength: 90 }, level: { type: integer, minimum: 0, maximum: 100 } } }
`;

async function told(change?: Change): Promise<ReadonlySet<string>> {
  const only = ['oracle/changes/', 'oracle/stored/', 'oracle/siblings/'];
  const { findings } = await runOnMock(DOCUMENT, change, { only });
  return new Set(
    findings.map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`),
  );
}

it('changes what is sent, and nothing else', async () => {
  expect(await told()).toEqual(new Set());
});

it('what is accepted, and not done yet, is not held against the server', async () => {
  const text = DOCUMENT.replaceAll("'204': { description: done }", "'202': { description: later }");
  const later: Change = async (request, next) =>
    request.method === 'PATCH' ? new Response(null, { status: 202 }) : next(request);
  const only = ['oracle/changes/', 'oracle/stored/', 'oracle/siblings/', 'oracle/lists/'];
  const { findings } = await runOnMock(text, later, { only });
  expect(findings.map(({ operation, message }) => `${operation}: ${message}`)).toEqual([]);
});

const done = (): Response => new Response(null, { status: 204 });

/** Makes another body of what is sent; sends nothing where it makes none. */
const making =
  (place: RegExp, make: (sent: object) => object | undefined): Change =>
  async (request, next) => {
    if (request.method !== 'PATCH' || !place.test(request.url)) return next(request);
    const { url, method, headers } = request;
    const made = make((await request.json()) as object);
    if (made === undefined) return done();
    return next(new Request(url, { method, headers, body: JSON.stringify(made) }));
  };

const DESK = /desks\/\d+$/;

it.each<[what: string, change: Change, message: string]>([
  [
    'a desk stays',
    making(DESK, () => undefined),
    'changeDesk: name stays as it was, though the change was accepted',
  ],
  [
    'a desk loses its note',
    making(DESK, (sent) => ({ note: '', ...sent })),
    'changeDesk: note changes, though only name was sent',
  ],
  [
    'the lighting stays',
    making(/lighting/, (sent) => (Object.keys(sent).length > 1 ? sent : undefined)),
    'changeLighting: color stays as it was, though the change was accepted',
  ],
  [
    'the lighting is replaced',
    making(/lighting/, (sent) => ({ level: 0, ...sent })),
    'changeLighting: level changes, though only color was sent',
  ],
])('%s', async (_, change, message) => {
  expect(await told(change)).toContain(`violation ${message}`);
});

it('lighting that is never stored is told, too', async () => {
  const message = 'color stays as it was, though the change was accepted';
  const change = making(/lighting/, () => undefined);
  expect(await told(change)).toContain(`violation changeLighting: ${message}`);
});

it('the lighting of one desk is not that of all', async () => {
  const change: Change = (request, next) => {
    const url = request.url.replace(/\d+\/lighting/, '1/lighting');
    return next(new Request(url, request));
  };
  expect(await told(change)).toContain(
    'violation changeLighting: color of another resource changes when one is changed',
  );
});

it('a form that says nothing of a list leaves it as it is', async () => {
  const labels = {
    type: 'object',
    properties: { labels: { type: 'array', items: { type: 'string' } } },
  };
  const taken = { required: true, content: { 'multipart/form-data': { schema: labels } } };
  const told = { ...labels, properties: { id: { type: 'integer' }, ...labels.properties } };
  const responses = (status: number): object => ({
    [status]: { description: 'It', content: { 'application/json': { schema: told } } },
  });
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const root = {
    openapi: '3.1.0',
    info: { title: 'Labels', version: '1' },
    paths: {
      '/things': { post: { requestBody: taken, responses: responses(201) } },
      '/things/{id}': {
        parameters,
        get: { responses: responses(200) },
        patch: { requestBody: taken, responses: responses(200) },
      },
    },
  };
  const { findings } = await runOnMock(JSON.stringify(root));
  expect(findings.filter(({ check }) => check === 'changes')).toEqual([]);
});

describe('a change that answers with how many there were', () => {
  const counted = (operationId: string): string => `
openapi: 3.1.0
info: { title: Jars, version: '1' }
paths:
  /jars:
    post: { operationId: addJar, ${takes('Jar')}, responses: { ${answer(201, ref('Told'))}, ${NONE} } }
  /jars/{id}:
    ${ID}
    get: { operationId: getJar, responses: { ${answer(200, ref('Told'))}, ${NONE} } }
    patch: { operationId: ${operationId}, ${takes('Jar')}, responses: { ${answer(200, '{}')} } }
    delete: { operationId: removeJar, responses: { '204': { description: done }, ${NONE} } }
components:
  schemas:
    Jar: { type: object, properties: { beans: { type: integer, format: int32 } } }
    Told: { type: object, required: [id], properties: { id: { type: integer, readOnly: true }, beans: { type: integer } } }
`;
  type Jar = { beans?: number };

  /** Changes as a database does, which counts what it has changed. */
  const counting =
    (none: unknown, changed: (was: Jar, sent: Jar) => Jar): Change =>
    async (request, next) => {
      if (request.method !== 'PATCH') return next(request);
      const { url } = request;
      const sent = (await request.json()) as unknown;
      const found = await next(new Request(url));
      if (found.status !== 200) return Response.json(none);
      if (
        typeof sent !== 'object' ||
        sent === null ||
        !/json/.test(request.headers.get('content-type') ?? '')
      )
        return new Response(null, { status: 400 });
      stored.set(url, changed({ ...((await found.json()) as Jar), ...stored.get(url) }, sent));
      return Response.json(1);
    };
  const stored = new Map<string, Jar>();
  const reading =
    (change: Change): Change =>
    async (request, next) => {
      const own = request.method === 'GET' ? stored.get(request.url) : undefined;
      const answered = await change(request, next);
      return own && answered.status === 200
        ? Response.json({ ...((await answered.json()) as Jar), ...own })
        : answered;
    };
  const toldOf = async (id: string, change: Change): Promise<string[]> => {
    stored.clear();
    const only = ['oracle/changes/', 'oracle/parents/'];
    const { causes } = await runOnMock(counted(id), reading(change), { only });
    return causes.map(({ severity, message }) => `${severity}: ${message}`);
  };
  const set = (was: Jar, sent: Jar): Jar => ({ ...was, ...sent });
  const add = (was: Jar, { beans = 0 }: Jar): Jar => ({ ...was, beans: (was.beans ?? 0) + beans });

  it('may answer that it was none', async () => {
    expect(await toldOf('changeJar', counting(0, set))).toEqual([]);
    expect(await toldOf('changeJar', counting({ affected: 0 }, set))).toEqual([]);
    expect(await toldOf('changeJar', counting(1, set))).toEqual([
      'violation: PATCH takes what was deleted',
    ]);
  });

  it('may add to what there is, where it is called so', async () => {
    expect(await toldOf('incrementJar', counting(0, add))).toEqual([]);
    expect(await toldOf('changeJar', counting(0, add))).not.toEqual([]);
  });
});

const LAMP = Array.from({ length: 9 }, (_, i) => `p${i}: { type: integer }`).join(', ');

const LAMPS = `
openapi: 3.1.0
info: { title: Lamps, version: '1' }
paths:
  /lamps:
    post: { operationId: addLamp, ${takes('Lamp')}, responses: { ${answer(201, ref('Lamp'))}, ${NONE} } }
  /lamps/{id}:
    ${ID}
    get: { operationId: getLamp, responses: { ${answer(200, ref('Lamp'))}, ${NONE} } }
    patch:
      operationId: changeLamp
      requestBody: { required: true, content: { application/merge-patch+json: { schema: ${ref('Lamp')} } } }
      responses: { ${answer(200, ref('Lamp'))}, ${NONE} }
components:
  schemas:
    Lamp: { type: object, minProperties: 1, properties: { id: { type: integer, readOnly: true }, ${LAMP}, note: { type: [string, 'null'], maxLength: 90 } } }
`;

it.each([
  "note: { type: [string, 'null'], maxLength: 90 }",
  "note: { anyOf: [{ type: string, maxLength: 90 }, { type: 'null' }] }",
])('null takes away also what is one of many properties: %s', async (note) => {
  const keeping: Change = async (request, next) => {
    if (request.method !== 'PATCH' || (await request.clone().text()) !== '{"note":null}')
      return next(request);
    return next(new Request(request.url));
  };
  const toldOf = async (change?: Change): Promise<string[]> => {
    const text = LAMPS.replace(/note: [{].*?[}](?= [}])/, note);
    const { findings } = await runOnMock(text, change, { only: ['oracle/changes/change-lamp/'] });
    return findings.map(({ severity, message }) => `${severity}: ${message}`);
  };
  expect(await toldOf()).toEqual([]);
  expect(await toldOf(keeping)).toContain('violation: note is not removed by null');
});

const CARS = `
openapi: 3.1.0
info: { title: Cars, version: '1' }
paths:
  /cars:
    post: { operationId: addCar, ${takes('Car')}, responses: { ${answer(201, ref('Car'))}, '409': { description: The plate is taken. }, ${NONE} } }
  /cars/{id}:
    ${ID}
    get: { operationId: getCar, responses: { ${answer(200, ref('Car'))}, ${NONE} } }
    patch: { operationId: changeCar, ${takes('CarChange')}, responses: { ${answer(200, ref('Car'))}, '409': { description: The plate is taken. }, ${NONE} } }
components:
  schemas:
    Car: { type: object, required: [plate, tags], properties: { id: { type: integer, readOnly: true }, plate: { type: string, pattern: '^[A-Z]{3}-[0-9]{5}$' }, tags: { type: array, items: { type: string, maxLength: 20 }, maxItems: 5 } } }
    CarChange: { type: object, minProperties: 1, properties: { plate: { type: string, pattern: '^[A-Z]{3}-[0-9]{5}$' }, tags: { type: array, items: { type: string, maxLength: 20 }, maxItems: 5 } } }
`;

it('changes what has to be unique to something new each time', async () => {
  const plates = new Set<unknown>();
  const losing: Change = async (request, next) => {
    if (request.method !== 'PATCH') return next(request);
    const sent = (await request.clone().json()) as { plate?: string };
    if (plates.has(sent.plate))
      return Response.json({ message: 'The plate is taken.' }, { status: 409 });
    if (sent.plate !== undefined) plates.add(sent.plate);
    const body = JSON.stringify({ tags: [], ...sent });
    return next(new Request(request.url, { method: 'PATCH', headers: request.headers, body }));
  };
  const only = ['changes-no-other-value'];
  const { findings } = await runOnMock(CARS, losing, { only });
  expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toContain(
    'violation: tags changes, though only plate was sent',
  );
});
