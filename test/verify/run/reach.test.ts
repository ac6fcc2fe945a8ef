import { describe, expect, it } from 'vitest';
import { verify } from '../../../src/index.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import type { RunResult } from '../../../src/verify/run/event.ts';
import { serve } from '../../serve/http-helpers.ts';

type Answer = JsonValue | undefined;
type Answers = (method: string, path: string, body: string) => Answer;

/** A run against a server that has what `answers` gives, and nothing else. */
async function runOn(
  paths: string,
  answers: Answers,
  values: Readonly<Record<string, JsonValue>> = {},
): Promise<{ result: RunResult; requests: readonly string[] }> {
  const text = `openapi: 3.1.0\ninfo: { title: Zoo, version: '1' }\npaths:\n${paths}`;
  const document = loadDocument(text, 'zoo.yaml');
  const requests: string[] = [];
  await using server = await serve((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      requests.push(`${method} ${url}`);
      const answer = answers(method, url, body);
      const status = answer === undefined ? 404 : method === 'POST' ? 201 : 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { error: 'none' }));
    });
  });
  const run = verify({ document, baseUrl: server.url, questions: false, requests: 0, values });
  return { result: await run.result, requests };
}

function reachOf({ operations = [] }: RunResult, id: string): unknown {
  const { level, message, lift } = operations.find(({ operation }) => operation === id)!;
  return { level, message, ...(lift === undefined ? {} : { lift }) };
}

const errors = `'404': { description: none, content: { application/json: { schema: { type: object } } } }`;
const ok = (schema: string, status = 200, more = ''): string =>
  `responses: { '${status}': { description: it, content: { application/json: { schema: ${schema} } }${more} }, ${errors} }`;
const inPath = (...names: readonly string[]): string =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(', ')}]`;
const PET =
  '{ type: object, required: [id], properties: { id: { type: string }, name: { type: string } } }';
const LIST = `{ type: array, items: ${PET} }`;

it('who registers is reached by the identity that is told beside a token', async () => {
  const user = `{ $ref: '#/paths/~1users~1{id}/get/responses/200/content/application~1json/schema' }`;
  const registered = `{ type: object, required: [user, token], properties: { user: ${user}, token: { type: string } } }`;
  const users = new Set<string>();
  const { result, requests } = await runOn(
    `  /auth/register: { post: { operationId: register, requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, ${ok(registered, 201)} } }
  /users/{id}: { get: { operationId: getUser, ${inPath('id')}, ${ok(PET)} }, delete: { operationId: dropUser, ${inPath('id')}, ${ok(PET)} } }
`,
    (method, path) => {
      if (method === 'POST') {
        const id = `u${users.size + 1}`;
        users.add(`/users/${id}`);
        return { user: { id }, token: 't' };
      }
      const isThere = method === 'DELETE' ? users.delete(path) : users.has(path);
      return isThere ? { id: path.slice('/users/'.length) } : undefined;
    },
  );
  expect(requests).toContainEqual(expect.stringMatching(/^DELETE \/users\/u\d+$/));
  expect(result.coverage!.unverified).toEqual([]);
});

it('what is created in an envelope is reached with less in it, where all of it is refused', async () => {
  const data =
    '{ type: object, required: [name], properties: { name: { type: string }, links: { type: array, items: { type: string } } } }';
  const pets = new Set<string>();
  const { result, requests } = await runOn(
    `  /pets: { post: { operationId: addPet, requestBody: { content: { application/json: { schema: { type: object, required: [data], properties: { data: ${data} } } } } }, ${ok(`{ type: object, properties: { data: ${PET} } }`, 201)} } }
  /pets/{id}: { get: { operationId: getPet, ${inPath('id')}, ${ok(`{ type: object, properties: { data: ${PET} } }`)} } }
`,
    (method, path, body) => {
      if (method === 'POST' && (body.includes('links') || !body.includes('name'))) return undefined;
      const id = method === 'POST' ? `p${pets.size + 1}` : path.slice('/pets/'.length);
      if (method === 'POST') pets.add(id);
      return pets.has(id) ? { data: { id } } : undefined;
    },
  );
  expect(requests).toContainEqual(expect.stringMatching(/^GET \/pets\/p\d+$/));
  expect(result.coverage!.unverified).toEqual([]);
});

it('what an action makes elsewhere is reached, as it answers with what is read there', async () => {
  const order = `{ $ref: '#/paths/~1orders~1{number}/get/responses/200/content/application~1json/schema' }`;
  const shown = `{ type: object, required: [number, state], properties: { number: { type: string }, state: { type: string } } }`;
  const orders = new Set<string>();
  const { result, requests } = await runOn(
    `  /carts: { post: { operationId: addCart, ${ok(PET, 201)} } }
  /carts/{id}: { get: { operationId: getCart, ${inPath('id')}, ${ok(PET)} } }
  /carts/{id}/checkout: { post: { operationId: checkout, ${inPath('id')}, ${ok(order, 201)} } }
  /orders/{number}: { get: { operationId: getOrder, ${inPath('number')}, ${ok(shown)} }, delete: { operationId: dropOrder, ${inPath('number')}, ${ok(shown)} } }
`,
    (method, path) => {
      if (path.endsWith('/checkout')) {
        const number = `o${orders.size + 1}`;
        orders.add(number);
        return { number, state: 'placed' };
      }
      const number = path.slice('/orders/'.length);
      if (!path.startsWith('/orders/')) return { id: 'c1' };
      const isThere = method === 'DELETE' ? orders.delete(number) : orders.has(number);
      return isThere ? { number, state: 'placed' } : undefined;
    },
  );
  expect(requests).toContainEqual(expect.stringMatching(/^DELETE \/orders\/o\d+$/));
  expect(result.coverage!.unverified).toEqual([]);
});

describe('what is created below a parent and found without it', () => {
  const create = (...names: readonly string[]): string =>
    `post: { operationId: add${names.length}, ${names.length > 0 ? `${inPath(...names)}, ` : ''}requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, ${ok(PET, 201)} }`;

  it.each(['petId', 'id'])('is reached by creating its parent first, named as %s', async (name) => {
    const { result, requests } = await runOn(
      `  /zoos: { ${create()} }
  /zoos/{id}: { get: { operationId: getZoo, ${inPath('id')}, ${ok(PET)} } }
  /zoos/{id}/pets: { ${create('id')} }
  /pets/{${name}}: { get: { operationId: getPet, ${inPath(name)}, ${ok(PET)} }, delete: { operationId: killPet, ${inPath(name)}, ${ok(PET)} } }
`,
      (method, path) => {
        if (method === 'POST')
          return { '/zoos': { id: 'z1' }, '/zoos/z1/pets': { id: 'p1' } }[path];
        return /^\/(?:zoos\/z1|pets\/p1)$/.test(path) ? { id: path.slice(-2) } : undefined;
      },
    );
    expect(requests).toContain('DELETE /pets/p1');
    expect(reachOf(result, 'killPet')).not.toMatchObject({ level: 'none' });
  });
});

describe('an operation that no other creates anything for', () => {
  it('is asked for what a list has', async () => {
    const { result, requests } = await runOn(
      `  /pets: { get: { operationId: listPets, ${ok(LIST)} } }
  /pets/{petId}: { get: { operationId: getPet, ${inPath('petId')}, ${ok(PET)} } }
`,
      (_method, path) => {
        if (path === '/pets') return [{ id: 'rex' }, { id: 'tom' }];
        return path === '/pets/rex' ? { id: 'rex' } : undefined;
      },
    );
    expect(requests).toContain('GET /pets/rex');
    expect(reachOf(result, 'getPet')).toEqual({
      level: 'chained',
      message: 'with what listPets answers',
    });
    expect(result.verdict).toBe('pass');
  });

  it('is asked for what an enveloped list below a listed one has', async () => {
    const rooms = `{ type: object, properties: { data: { type: array, items: { type: object, properties: { roomNumber: { type: integer } } } } } }`;
    const { result } = await runOn(
      `  /houses: { get: { operationId: listHouses, ${ok(LIST)} } }
  /houses/{house}/rooms: { get: { operationId: listRooms, ${inPath('house')}, ${ok(rooms)} } }
  /houses/{house}/rooms/{number}: { get: { operationId: getRoom, ${inPath('house', 'number')}, ${ok('{ type: object }')} } }
`,
      (_method, path) => {
        if (path === '/houses') return [{ id: 'h1' }];
        if (path === '/houses/h1/rooms') return { data: [{ roomNumber: 12 }] };
        return path === '/houses/h1/rooms/12' ? {} : undefined;
      },
    );
    expect(reachOf(result, 'getRoom')).toEqual({
      level: 'chained',
      message: 'with what listHouses answers and what listRooms answers',
    });
  });

  it('is asked for what a link leads to, and what is named alike elsewhere', async () => {
    const link = `, links: { owner: { operationId: getKeeper, parameters: { who: '$response.body#/keeper/login' } } }`;
    const tour =
      '{ type: object, properties: { keeper: { type: object, properties: { login: { type: string } } }, ticket: { type: string } } }';
    const { result } = await runOn(
      `  /tour: { get: { operationId: getTour, ${ok(tour, 200, link)} } }
  /people/{who}: { get: { operationId: getKeeper, ${inPath('who')}, ${ok('{ type: object }')} } }
  /tickets: { get: { operationId: listTickets, ${ok(LIST)} } }
  /stamps/{ticket_id}: { get: { operationId: getStamp, ${inPath('ticket_id')}, ${ok('{ type: object }')} } }
`,
      (_method, path) => {
        if (path === '/tour') return { keeper: { login: 'ann' } };
        if (path === '/tickets') return [{ id: 't9' }];
        return ['/people/ann', '/stamps/t9'].includes(path) ? {} : undefined;
      },
    );
    expect(reachOf(result, 'getKeeper')).toMatchObject({ message: 'with what getTour answers' });
    expect(reachOf(result, 'getStamp')).toMatchObject({ message: 'with what listTickets answers' });
  });

  it("is asked for what its response's example shows", async () => {
    const shown = `responses: { '200': { description: it, content: { application/json: { schema: ${PET}, example: { id: rex } } } }, ${errors} }`;
    const { result } = await runOn(
      `  /pets/{petId}: { get: { operationId: getPet, ${inPath('petId')}, ${shown} } }\n`,
      (_method, path) => (path === '/pets/rex' ? { id: 'rex' } : undefined),
    );
    expect(reachOf(result, 'getPet')).toEqual({
      level: 'full',
      message: 'with the example of petId',
    });
  });

  it('is reached in part where it takes nothing, and the report says what would lift it', async () => {
    const { result } = await runOn(
      `  /pets/{petId}: { get: { operationId: getPet, ${inPath('petId')}, ${ok(PET)} } }\n`,
      () => undefined,
    );
    expect(reachOf(result, 'getPet')).toEqual({
      level: 'partial',
      message: 'no request succeeded: 404 with a made-up petId',
      lift: 'give --value petId=…, or document an example',
    });
    expect(result).toMatchObject({ verdict: 'inconclusive', coverage: { verified: 0 } });
  });

  it('is asked for what the user gives, and for nothing that is made up', async () => {
    const { result } = await runOn(
      `  /pets/{petId}/toys/{toy}: { get: { operationId: getToy, ${inPath('petId', 'toy')}, ${ok(PET)} } }\n`,
      () => undefined,
      { petId: 'rex' },
    );
    expect(reachOf(result, 'getToy')).toEqual({
      level: 'partial',
      message: 'no request succeeded: 404 with the given petId and a made-up toy',
      lift: 'give --value toy=…, or document an example',
    });
  });

  it('judges valid variations once one request has succeeded', async () => {
    const { result } = await runOn(
      `  /pets/{petId}:
    get:
      operationId: getPet
      parameters:
        - { name: petId, in: path, required: true, schema: { type: string } }
        - { name: depth, in: query, schema: { type: integer, enum: [1, 2] } }
      ${ok(PET)}
`,
      (_method, path) => (path.includes('depth') ? undefined : { id: 'any' }),
    );
    expect(result.findings.map(({ message }) => message)).toContain(
      'a valid request is refused with 404',
    );
  });
});

describe('an operation that changes', () => {
  const paths = `  /pets: { get: { operationId: listPets, ${ok(LIST)} } }
  /pets/{petId}: { delete: { operationId: removePet, ${inPath('petId')}, ${ok('{ type: object }')} } }
  /animal/{animal_id}: { delete: { operationId: removeAnimal, ${inPath('animal_id')}, ${ok('{ type: object }')} } }
  /animals: { post: { operationId: addAnimal, ${ok('{ type: object, properties: { data: { type: object, properties: { id: { type: string } } } } }', 201)} } }
`;

  it('goes to nothing that a list has, only to what the run created', async () => {
    const names = new Set<string>();
    const { result, requests } = await runOn(paths, (method, path) => {
      if (method === 'GET') return [{ id: 'theirs' }];
      if (path === '/animals') {
        names.add(`a${names.size}`);
        return { data: { id: `a${names.size - 1}` } };
      }
      return names.delete(path.replace('/animal/', '')) ? {} : undefined;
    });
    expect(requests.filter((request) => request.includes('theirs'))).toEqual([]);
    expect(reachOf(result, 'removeAnimal')).toEqual({
      level: 'chained',
      message: 'with what addAnimal creates',
    });
    expect(reachOf(result, 'removePet')).toEqual({
      level: 'partial',
      message: 'no request succeeded: 404 with a petId that nothing has',
      lift: 'document what creates petId; --allow-changes sends it',
    });
    expect(result.verdict).toBe('pass');
  });
});

describe('a value of the user', () => {
  const paths = `  /users/{owner}: { get: { operationId: getUser, ${inPath('owner')}, ${ok('{ type: object }')} }, delete: { operationId: removeUser, ${inPath('owner')}, ${ok('{ type: object }')} } }
  /orders:
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [owner], properties: { owner: { type: string }, size: { type: integer } } } } } }
      ${ok('{ type: object }', 201)}
`;
  const has: Answers = (_method, path, body) => {
    if (path === '/orders') return body.includes('"owner":"mona"') ? {} : undefined;
    return path === '/users/octocat' ? {} : undefined;
  };

  it('is for reading, and never for what changes something', async () => {
    const { result, requests } = await runOn(paths, has, { owner: 'octocat' });
    expect(reachOf(result, 'getUser')).toEqual({ level: 'full', message: 'with the given owner' });
    expect(requests).not.toContain('DELETE /users/octocat');
    expect(reachOf(result, 'removeUser')).toMatchObject({ level: 'partial' });
  });

  it('can be for one operation, also in a body', async () => {
    const values = { owner: 'octocat', createOrder: { owner: 'mona', size: '7' } };
    const { result } = await runOn(paths, has, values);
    const accepted = result.created.filter(({ operation }) => operation === 'createOrder');
    expect(accepted.map((resource) => resource.values)).toContainEqual({
      owner: 'mona',
      size: '7',
    });
    expect(result.findings.filter(({ check }) => check === 'refused-valid')).toEqual([]);
  });

  it.each([
    [{ ownr: 'x' }, 'no operation has a parameter or property "ownr". Did you mean "owner"?'],
    [{ 'getUser.size': 1 }, 'getUser has no parameter or property "size". Choose from: owner.'],
    [{ size: 'many' }, 'must be an integer'],
  ])('is refused where nobody could use it: %j', async (values, words) => {
    await expect(runOn(paths, has, values)).rejects.toThrow(words);
  });
});

it('what a body refers to by a text is told by a text, though the other has a number', async () => {
  const users = `{ type: object, required: [id], properties: { id: { type: [integer, string] }, nick: { type: string } } }`;
  const note = `{ type: object, required: [userId], properties: { userId: { type: string }, text: { type: string } } }`;
  const body = (schema: string): string =>
    `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
  const bodies: string[] = [];
  await runOn(
    `  /users: { post: { operationId: createUser, ${body('{ type: object, properties: { nick: { type: string } } }')}, ${ok(users, 201)} } }
  /users/{userId}: { get: { operationId: getUser, ${inPath('userId')}, ${ok(users)} } }
  /notes: { post: { operationId: createNote, ${body(note)}, ${ok('{ type: object }', 201)} } }
`,
    (_method, path, sent) => {
      if (path === '/notes') bodies.push(sent);
      return { id: 7 };
    },
  );
  expect(bodies.filter((sent) => sent.includes('"userId":"7"'))).not.toEqual([]);
  expect(bodies.filter((sent) => sent.includes('"userId":7'))).toEqual([]);
});

describe('answers that the document does not describe', () => {
  const done = (status: number): string => `responses: { '${status}': { description: done } }`;
  const takesName = `requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }`;
  /** Of the requests that name what was created. */
  const blamed = ({ findings }: RunResult): unknown[] =>
    findings.filter(
      ({ severity, operation }) => severity === 'violation' && operation !== 'addPet',
    );
  const ofPets = (
    type: string,
  ): string => `  /pets: { post: { operationId: addPet, ${takesName}, ${done(201)} } }
  /pets/{petId}: { parameters: [{ name: petId, in: path, required: true, schema: { type: ${type} } }], get: { operationId: getPet, ${done(200)} }, delete: { operationId: killPet, ${done(204)} } }
`;

  it.each<[string, string, JsonValue]>([
    ['itself', 'integer', { id: 7, name: 'Rex' }],
    ['an envelope', 'integer', { data: { _id: '7' }, requestId: 9 }],
    ['what is called as the resource is', 'string', { owner: { id: 1 }, pet: { pet_id: '7' } }],
  ])('have what was created in %s', async (_where, type, created) => {
    const { result, requests } = await runOn(ofPets(type), (method, path) => {
      if (method === 'POST') return created;
      return path === '/pets/7' ? { name: 'Rex' } : undefined;
    });
    expect(requests).toContain('DELETE /pets/7');
    expect(reachOf(result, 'getPet')).toEqual({
      level: 'chained',
      message: 'with what addPet creates',
    });
    // A number that nobody has named anything by names nothing.
    const notes = result.findings.filter(({ operation }) => operation === 'getPet');
    expect(notes.map(({ message }) => message)).not.toContainEqual(
      expect.stringContaining('refused with 404'),
    );
  });

  it('say nothing of what was created: nothing of others is deleted, and nobody is blamed', async () => {
    const { result, requests } = await runOn(ofPets('integer'), (method) => {
      return method === 'POST' ? { owner: { id: 7 }, count: 8 } : undefined;
    });
    expect(requests.filter((request) => request.startsWith('DELETE'))).not.toContain(
      'DELETE /pets/7',
    );
    expect(reachOf(result, 'getPet')).toMatchObject({ level: 'partial' });
    expect(blamed(result)).toEqual([]);
  });

  it.each<[string, JsonValue]>([
    ['of objects', [{ id: 'rex' }]],
    ['in an envelope', { total: 1, result: { pets: [{ slug: 'rex' }] } }],
    ['of names', { pets: ['rex'] }],
  ])('have a list %s', async (_what, list) => {
    const { result, requests } = await runOn(
      `  /pets: { get: { operationId: listPets, ${done(200)} } }
  /pets/{pet}: { get: { operationId: getPet, ${inPath('pet')}, ${done(200)} } }
`,
      (_method, path) => (path === '/pets' ? list : path === '/pets/rex' ? {} : undefined),
    );
    expect(requests).toContain('GET /pets/rex');
    expect(reachOf(result, 'getPet')).toEqual({
      level: 'chained',
      message: 'with what listPets answers',
    });
  });
});

it('a value that is asked for is named as a list has shown it', async () => {
  const { result } = await runOn(
    `  /projects: { get: { operationId: listProjects, ${ok(LIST)} } }
  /projects/{projectId}/flags: { post: { operationId: addFlag, ${inPath('projectId')}, requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, ${ok(PET, 201)} } }
`,
    (method, path) => (path === '/projects' && method === 'GET' ? [{ id: 'default' }] : undefined),
  );
  expect(reachOf(result, 'addFlag')).toMatchObject({
    level: 'partial',
    lift: 'give --value projectId=default, or document an example',
  });
});
