/** What answers hide: resources that say so are in no list, and secrets are asterisks. */
import { expect, it } from 'vitest';
import { type Change, runOnMock } from './support.ts';

const NEW = `type: object, properties: { name: { type: string }, hidden: { type: integer, enum: [0, 1], example: 1 } }`;
const GROUP = NEW.replace('properties: {', 'properties: { password: { type: string },');
const DOCUMENT = `
openapi: 3.1.0
info: { title: Groups, version: '1' }
paths:
  /groups:
    get: { operationId: listGroups, responses: { '200': { description: it, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Group' } } } } } } }
    post: { operationId: addGroup, requestBody: { content: { application/json: { schema: { ${NEW}, required: [name] } } } }, responses: { '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Group' } } } } } }
  /groups/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getGroup, responses: { '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Group' } } } }, '404': { description: none } } }
    patch: { operationId: changeGroup, requestBody: { content: { application/json: { schema: { ${GROUP} } } } }, responses: { '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Group' } } } }, '404': { description: none } } }
components:
  schemas:
    Group: { ${GROUP.replace('properties: {', 'required: [id], properties: { id: { type: integer, readOnly: true },')} }
`;

interface Group {
  readonly [name: string]: unknown;
}

/** Answers, each group of which is told otherwise, or left out where it is nothing. */
const telling =
  (tell: (group: Group, isListed: boolean) => Group | undefined): Change =>
  async (request, next) => {
    const response = await next(request);
    if (!response.ok) return response;
    const body = (await response.json()) as Group | Group[];
    const told = Array.isArray(body)
      ? body.flatMap((group) => tell(group, true) ?? [])
      : tell(body, false);
    return Response.json(told, { status: response.status });
  };

async function told(change: Change, oracle: string): Promise<string[]> {
  const { findings } = await runOnMock(DOCUMENT, change, { only: [`oracle/${oracle}/`] });
  return findings.map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}

it('a list may lack what says that it is hidden', async () => {
  const hiding = telling((group, isListed) =>
    isListed && group['hidden'] === 1 ? undefined : group,
  );
  expect(await told(hiding, 'lists')).toEqual([]);
  const losing = telling((group, isListed) => (isListed ? undefined : { ...group, hidden: 0 }));
  expect(await told(losing, 'lists')).not.toEqual([]);
});

it('a secret that is told as asterisks may be another one', async () => {
  const masking = (mask: unknown): Change => telling((group) => ({ ...group, password: mask }));
  const message = 'violation changeGroup: password stays as it was, though the change was accepted';
  expect(await told(masking('********'), 'changes')).not.toContain(message);
  expect(await told(masking('quiet'), 'changes')).toContain(message);
});
