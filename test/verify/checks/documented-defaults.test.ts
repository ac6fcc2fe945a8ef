/** What comes back where a value with a documented default is not sent. */
import { expect, it } from 'vitest';
import { runOnMock } from '../oracles/support.ts';

const TICKET = `{ $ref: '#/components/schemas/Ticket' }`;
const takes = `requestBody: { required: true, content: { application/json: { schema: ${TICKET} } } }`;
const tells = (status: number): string =>
  `responses: { '${status}': { description: it, content: { application/json: { schema: ${TICKET} } } }, '400': { description: bad }, '404': { description: none } }`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Tickets, version: '1' }
paths:
  /tickets: { post: { operationId: create-ticket, ${takes}, ${tells(201)} } }
  /tickets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: get-ticket, ${tells(200)} }
    put: { operationId: replace-ticket, ${takes}, ${tells(200)} }
components:
  schemas:
    Ticket:
      required: [title]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string, minLength: 1, maxLength: 80 }
        priority: { type: integer, minimum: 1, maximum: 5, default: 3 }
        colour: { type: string, enum: [red, blue] }
`;

/** What a run tells of tickets to which a server gives something that was not sent. */
async function toldWith(given: Readonly<Record<string, unknown>>): Promise<Set<string>> {
  const { findings } = await runOnMock(DOCUMENT, async (request, next) => {
    const isWrite = request.method === 'POST' || request.method === 'PUT';
    const sent = await request.clone().text();
    const response = await next(request);
    if (!isWrite || !response.ok) return response;
    const ticket = (await response.json()) as object;
    const missing = Object.entries(given).filter(([name]) => !sent.includes(`"${name}"`));
    return Response.json(
      { ...ticket, ...Object.fromEntries(missing) },
      { status: response.status },
    );
  });
  const grave = findings.filter(({ severity }) => severity !== 'note');
  return new Set(grave.map(({ severity, operation }) => `${severity} of ${operation}`));
}

it('another value is a violation in each operation, also where these are several', async () => {
  const told = await toldWith({ priority: 1 });
  expect(told).toContain('violation of create-ticket');
  expect(told).toContain('violation of replace-ticket');
});

it('the default itself is right', async () => {
  expect(await toldWith({ priority: 3 })).toEqual(new Set());
});
