import { expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../../../src/index.ts';

const GROUP = `{ type: object, required: [name], properties: { groupId: { type: string, readOnly: true }, name: { type: string } } }`;
const ENTRY = '{ type: object, required: [groupId], properties: { groupId: { type: string } } }';
const MEMBER = `{ type: object, required: [groups], properties: { groups: { type: array, uniqueItems: true, items: ${ENTRY} } } }`;
const document = await loadDocument({
  file: 'members.yaml',
  text: `openapi: 3.1.0
info: { title: Members, version: '1' }
paths:
  /groups:
    post:
      operationId: addGroup
      requestBody: { content: { application/json: { schema: ${GROUP} } } }
      responses: { '201': { description: Added, content: { application/json: { schema: ${GROUP} } } } }
  /members:
    post:
      operationId: addMember
      requestBody:
        content:
          application/json:
            schema: ${MEMBER}
            example: { groups: [{ groupId: A1 }, { groupId: B2 }] }
      responses: { '201': { description: Added, content: { application/json: { schema: ${MEMBER} } } } }
`,
});

it('what refers to one thing in place of several is in a list of different items once', async () => {
  await using server = await createMock({ document }).listen({ port: 0 });
  const { findings, verdict } = await verify({ document, baseUrl: server.url }).result;
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(verdict).toBe('pass');
});
