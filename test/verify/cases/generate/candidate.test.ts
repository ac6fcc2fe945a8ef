import { expect, it } from 'vitest';
import { createMock, loadDocument, verify } from '../../../../src/index.ts';
import { createFreshValues } from '../../../../src/model/requests/fresh-values.ts';
import { type CaseTemplate, buildCase, withGiven } from '../../../../src/verify/cases/case.ts';
import { type GivenValues, readGivenValues } from '../../../../src/verify/cases/given-values.ts';
import { collectCases } from '../../../../src/verify/cases/read-case-file.ts';

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

it.each([true, false])(
  'what refers to one thing leaves a list that must have several as long as it must be (unique: %s)',
  async (unique) => {
    const ids = `{ type: array, minItems: 2, uniqueItems: ${unique}, items: { type: integer } }`;
    const body = `{ type: object, required: [visit_ids], properties: { visit_ids: ${ids} } }`;
    const visit = `{ type: object, required: [name], properties: { id: { type: integer, readOnly: true }, name: { type: string } } }`;
    const text = `openapi: 3.1.0
info: { title: Visits, version: '1' }
paths:
  /visits:
    post:
      requestBody: { content: { application/json: { schema: ${visit} } } }
      responses: { '201': { description: Added, content: { application/json: { schema: ${visit} } } } }
  /visits/merge:
    post:
      requestBody: { content: { application/json: { schema: ${body} } } }
      responses: { '204': { description: Merged } }
`;
    const visits = await loadDocument({ file: 'visits.yaml', text });
    await using server = await createMock({ document: visits }).listen({ port: 0 });
    const { findings, verdict } = await verify({
      document: visits,
      baseUrl: server.url,
      allowChanges: true,
    }).result;
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(verdict).toBe('pass');
  },
);

it('what an example tells in full, where another form names it, stays as it is', async () => {
  const member = `{ type: object, required: [op, group], properties: { op: { enum: [name] }, group: { type: string } } }`;
  const told = `{ type: object, required: [op, group], properties: { op: { enum: [tell] }, group: ${GROUP} } }`;
  const text = `openapi: 3.1.0
info: { title: Members, version: '1' }
paths:
  /groups:
    post:
      requestBody: { content: { application/json: { schema: ${GROUP} } } }
      responses: { '201': { description: Added, content: { application/json: { schema: ${GROUP} } } } }
  /orders:
    post:
      operationId: order
      requestBody:
        content:
          application/json:
            schema: { type: array, items: { oneOf: [${member}, ${told}] } }
            examples:
              named: { value: [{ op: name, group: A1 }] }
              told: { value: [{ op: tell, group: { name: All } }] }
      responses: { '204': { description: Changed } }
`;
  const groups = await loadDocument({ file: 'groups.yaml', text });
  const cases = collectCases({ document: groups, caseFiles: [], seed: 1 });
  const example = [...cases].find(({ id }) => id === 'examples/order/told')!;
  const { value } = example.build({
    ...createFreshValues({ seed: 1, runId: 'a' }),
    given: { '/groups 0': 'B2' },
  });
  expect(value).toEqual([{ op: 'tell', group: { name: expect.any(String) } }]);
});

/** The cases of notes that are created, and of these operations of one of them. */
async function notesWith(methods: string, values?: GivenValues): Promise<CaseTemplate[]> {
  const text = `openapi: 3.1.0
info: { title: Notes, version: '1' }
paths:
  /notes:
    post: { requestBody: { ${NOTE} }, responses: { '201': { description: Added, ${NOTE} } } }
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
${methods}`;
  const notes = await loadDocument({ file: 'notes.yaml', text });
  const givenFor = readGivenValues(notes, values);
  return [...collectCases({ document: notes, caseFiles: [], seed: 1, givenFor })];
}

const NOTE =
  'content: { application/json: { schema: { type: object, required: [text], properties: { id: { type: string, readOnly: true }, text: { type: string } } } } }';
const replacedWith = (version: string): string => `
    put:
      operationId: replaceNote
      parameters: [{ name: ${version}, in: header, required: true, schema: { type: string } }]
      requestBody: { ${NOTE} }
      responses: { '200': { description: Replaced, ${NOTE} }, '412': { description: Changed } }`;
const plainOf = (cases: readonly CaseTemplate[]): CaseTemplate =>
  cases.find(({ id }) => id.startsWith('boundary/replace-note/'))!;
const fresh = createFreshValues({ seed: 1, runId: 'a' });

it('what is changed in its version only has a resource of its own, unless the request is refused anyway', async () => {
  const cases = (await notesWith(replacedWith('If-Match'))).filter(
    ({ id, needs }) => id.includes('/replace-note/') && needs !== undefined,
  );
  const isShared = ({ needs }: CaseTemplate): boolean => needs?.key !== undefined;
  const groups = Map.groupBy(cases, ({ validity }) => validity.kind);
  expect(groups.get('valid')!.some(isShared)).toBe(false);
  expect(groups.get('invalid')!.every(isShared)).toBe(true);
});

it('the version in an example need not be that of the resource, and the known one goes out however the header is spelled', async () => {
  const cases = await notesWith(`${replacedWith('if-match')}
    delete:
      operationId: dropNote
      parameters: [{ name: if-match, in: header, example: '1', schema: { type: string } }]
      responses: { '204': { description: Gone }, '412': { description: Changed } }`);
  const withExample = cases.find(({ id }) => id.endsWith('if-match-given'))!;
  expect(withExample.validity.kind).toBe('open');
  const about = withGiven(plainOf(cases), { parameters: { id: 'a' }, resource: {}, etag: '"7"' });
  expect(about.build(fresh).headers).toContainEqual(['if-match', '"7"']);
});

it.each<
  [values: GivenValues | undefined, etag: string | undefined, sent: string, kind: 'open' | 'valid']
>([
  [undefined, undefined, '*', 'open'],
  [undefined, '"7"', '"7"', 'valid'],
  [{ 'if-match': '"8"' }, undefined, '"8"', 'valid'],
  [{ 'if-match': '"8"' }, '"7"', '"7"', 'valid'],
])(
  'what has to name a version is promised where one is known, and names any where none is: %j, %s',
  async (values, etag, sent, kind) => {
    const plain = plainOf(await notesWith(replacedWith('if-match'), values));
    const about = buildCase(
      withGiven(plain, { parameters: { id: 'a' }, resource: {}, etag }),
      fresh,
    );
    expect(about.validity.kind).toBe(kind);
    expect(about.request.headers).toContainEqual(['if-match', sent]);
  },
);
