/** Crews with a call sign of their own, whose version tells of their sailors, too, and that are replaced on a condition only. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const told = (status: number, name: string): string =>
  `'${status}': { description: it, ${json(`{ $ref: '#/components/schemas/${name}' }`)} }`;
const takes = (name: string): string =>
  `requestBody: { required: true, ${json(`{ $ref: '#/components/schemas/${name}' }`)} }`;
const refuses = (...codes: number[]): string =>
  codes.map((code) => `'${code}': { description: refused }`).join(', ');
const id = (name: string): string =>
  `{ name: ${name}, in: path, required: true, schema: { type: integer, minimum: 1 } }`;
const IF_MATCH = `parameters: [{ name: If-Match, in: header, schema: { type: string } }]`;

const DOCUMENT = `
openapi: 3.1.0
info: { title: Crews, version: '1' }
paths:
  /crews:
    post: { operationId: addCrew, ${takes('Crew')}, responses: { ${told(201, 'Crew')}, ${refuses(400, 409)} } }
  /crews/bulk:
    post:
      operationId: addCrews
      requestBody: { required: true, ${json(`{ type: object, required: [items], properties: { items: { type: array, minItems: 1, maxItems: 9, items: { $ref: '#/components/schemas/Crew' } } } }`)} }
      responses: { '201': { description: all, ${json(`{ type: object, properties: { items: { type: array, items: { $ref: '#/components/schemas/Crew' } } } }`)} }, ${refuses(400, 409)} }
  /crews/{crewId}:
    parameters: [${id('crewId')}]
    get: { operationId: getCrew, responses: { ${told(200, 'Crew')}, ${refuses(404)} } }
    put: { operationId: replaceCrew, ${IF_MATCH}, ${takes('Crew')}, responses: { ${told(200, 'Crew')}, ${refuses(400, 404, 409, 412, 428)} } }
    delete: { operationId: deleteCrew, ${IF_MATCH}, responses: { '204': { description: gone }, ${refuses(404, 412)} } }
  /crews/{crewId}/restore:
    parameters: [${id('crewId')}]
    post: { operationId: restoreCrew, responses: { ${told(200, 'Crew')}, ${refuses(404, 409)} } }
  /crews/{crewId}/sailors:
    parameters: [${id('crewId')}]
    get: { operationId: listCrewSailors, responses: { '200': { description: all, ${json(`{ type: array, items: { $ref: '#/components/schemas/Sailor' } }`)} }, ${refuses(404)} } }
  /crews/{crewId}/sailors/{sailorId}:
    parameters: [${id('crewId')}, ${id('sailorId')}]
    put: { operationId: signOn, responses: { '204': { description: done }, ${refuses(404)} } }
    delete: { operationId: signOff, responses: { '204': { description: done }, ${refuses(404)} } }
  /sailors:
    post: { operationId: addSailor, ${takes('Sailor')}, responses: { ${told(201, 'Sailor')}, ${refuses(400)} } }
  /sailors/{sailorId}:
    parameters: [${id('sailorId')}]
    get: { operationId: getSailor, responses: { ${told(200, 'Sailor')}, ${refuses(404)} } }
components:
  schemas:
    Crew:
      type: object
      required: [name, size, sign]
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string, minLength: 1, maxLength: 60 }
        size: { type: integer, minimum: 1, maximum: 40 }
        sign: { type: string, pattern: '^[A-Z]{1,3}-[0-9]{1,5}$', examples: [HH-4711] }
        signedOn: { type: integer, readOnly: true }
    Sailor: { type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1, maxLength: 60 } } }
`;

interface Slips {
  /** Of several, the first is created. */
  readonly addsFirst?: boolean;
  /** Any version is replaced. */
  readonly replacesAny?: boolean;
  /** A replacement takes any size. */
  readonly takesAnySize?: boolean;
  /** What is brought back has no sailors. */
  readonly losesSailors?: boolean;
}

interface Entry {
  readonly body: { readonly name: string; readonly size?: number; readonly sign?: string };
  readonly sailors: Set<number>;
  isDeleted: boolean;
}

const status = (code: number): Response => new Response(null, { status: code });

/** Answers all by itself; a condition is looked at before the body. */
function crews(slips: Slips = {}): Change {
  const {
    takesAnySize = false,
    losesSailors = false,
    replacesAny = false,
    addsFirst = false,
  } = slips;
  const entries = new Map<number, Entry>();
  const show = (key: number, code = 200): Response => {
    const { body, sailors } = entries.get(key)!;
    const view = { ...body, id: key, ...(body.size !== undefined && { signedOn: sailors.size }) };
    return Response.json(view, { status: code, headers: { ETag: JSON.stringify(tagOf(key)) } });
  };
  const tagOf = (key: number): string => {
    const { body, sailors } = entries.get(key)!;
    return Buffer.from(`${JSON.stringify(body)} ${[...sailors].join(' ')}`).toString('hex');
  };
  const isFine = (body: Entry['body'] | undefined, kind: string, anySize = false): boolean => {
    const { name, size, sign } = body ?? {};
    const isNamed = typeof name === 'string' && /^.{1,60}$/su.test(name);
    if (kind === 'sailors') return isNamed;
    const isSigned = typeof sign === 'string' && /^[A-Z]{1,3}-[0-9]{1,5}$/.test(sign);
    return (
      isNamed && isSigned && Number.isInteger(size) && (anySize || (size! >= 1 && size! <= 40))
    );
  };
  const entryOf = ({ name, size, sign }: Entry['body']): Entry => {
    const body = { name, ...(size && { size }), ...(sign && { sign }) };
    return { body, sailors: new Set(), isDeleted: false };
  };
  const isTaken = ({ sign }: Entry['body'], self?: number): boolean =>
    [...entries].some(
      ([key, { body }]) => sign !== undefined && body.sign === sign && key !== self,
    );
  const onSailors = (method: string, entry: Entry, sailor: number | undefined): Response => {
    if (sailor === undefined) {
      return Response.json(
        [...entry.sailors].map((key) => ({ id: key, ...entries.get(key)!.body })),
      );
    }
    if (!entries.has(sailor)) return status(404);
    if (method === 'PUT') entry.sailors.add(sailor);
    else entry.sailors.delete(sailor);
    return status(204);
  };
  const onItem = (request: Request, key: number, body: Entry['body'] | undefined): Response => {
    const { method, headers } = request;
    const entry = entries.get(key)!;
    const match = headers.get('if-match');
    if (match === null && method === 'PUT') return status(428);
    const isMet = ['*', `"${tagOf(key)}"`].some((tag) => match?.split(', ').includes(tag));
    if (match !== null && !isMet && !(replacesAny && method === 'PUT')) return status(412);
    if (method === 'DELETE') {
      entry.isDeleted = true;
      return status(204);
    }
    if (method === 'PUT') {
      if (!isFine(body, 'crews', takesAnySize)) return status(400);
      if (isTaken(body!, key)) return status(409);
      entries.set(key, { ...entry, body: entryOf(body!).body });
    }
    return show(key);
  };
  const onSeveral = async (bodies: Entry['body'][] = []): Promise<Response> => {
    const signs = new Set(bodies.map(({ sign }) => sign));
    if (bodies.length === 0 || !bodies.every((body) => isFine(body, 'crews'))) return status(400);
    if (signs.size < bodies.length || bodies.some((body) => isTaken(body))) return status(409);
    const shown = (addsFirst ? bodies.slice(0, 1) : bodies).map((body) => {
      entries.set(entries.size + 1, entryOf(body));
      return show(entries.size).json();
    });
    return Response.json({ items: await Promise.all(shown) }, { status: 201 });
  };
  return async (request) => {
    const [, kind = '', first, below, second] = new URL(request.url).pathname.split('/');
    const body = (await request.json().catch(() => undefined)) as Entry['body'] | undefined;
    if (first === undefined) {
      if (!isFine(body, kind)) return status(400);
      if (isTaken(body!)) return status(409);
      entries.set(entries.size + 1, entryOf(body!));
      return show(entries.size, 201);
    }
    if (first === 'bulk')
      return onSeveral((body as { items?: Entry['body'][] } | undefined)?.items);
    const key = Number(first);
    const entry = entries.get(key);
    if (below === 'restore' && entry?.isDeleted === true) {
      if (losesSailors) entry.sailors.clear();
      entry.isDeleted = false;
      return show(key);
    }
    if (entry === undefined || entry.isDeleted) return status(404);
    if (below === 'restore') return status(409);
    if (below === 'sailors')
      return onSailors(request.method, entry, second === undefined ? second : Number(second));
    return onItem(request, key, body);
  };
}

async function toldOf(only: string, slips?: Slips): Promise<string[]> {
  const { findings } = await runOnMock(DOCUMENT, crews(slips), { only: [only] });
  return findings
    .filter(({ severity }) => severity !== 'note')
    .map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

it('a version is read anew after what was done below a resource', async () => {
  expect(await toldOf('oracle/changes/')).toEqual([]);
  expect(await toldOf('oracle/changes/', { losesSailors: true })).toEqual([
    'warning restoreCrew: sailors lacks then what signOn had put there',
  ]);
});

it('what is asked for a condition is given one, so that no lack of it hides what a server takes', async () => {
  const { findings } = await runOnMock(DOCUMENT, crews(), { only: ['replaceCrew'] });
  expect(findings.map(({ message }) => message).filter((text) => text.includes('428'))).toEqual([]);
  expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
  expect(await toldOf('broken/replace-crew/', { takesAnySize: true })).toContain(
    'violation replaceCrew: an invalid request is accepted: size must be at least 1, got 0',
  );
});

it('a change has a text of its own where another resource has that of the example', async () => {
  expect(await toldOf('oracle/conditional/')).toEqual([]);
  expect(await toldOf('oracle/conditional/', { replacesAny: true })).toEqual([
    'violation replaceCrew: If-Match with the ETag of an earlier version has no effect',
  ]);
});

it('several that are created by one request have texts of their own', async () => {
  expect(await toldOf('oracle/bulk/')).toEqual([]);
  expect(await toldOf('oracle/bulk/', { addsFirst: true })).toContain(
    'violation addCrews: fewer are answered than were sent',
  );
});
