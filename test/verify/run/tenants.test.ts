/** All that a tenant has lies below it: what is referred to and related is the tenant's own. */
import { expect, it } from 'vitest';
import type { RunResult } from '../../../src/index.ts';
import { type Change, runOnMock } from '../oracles/support.ts';

const told = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: ${schema} } } }`;
const takes = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const named = (...names: readonly string[]): string =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string, format: uuid } }`).join(', ')}]`;
const NONE = `'404': { description: none }`;
const kind = (noun: string, below: string, above: readonly string[], schema = 'Named'): string => `
  ${below}/${noun}s:
    ${above.length > 0 ? named(...above) : 'summary: all'}
    get: { operationId: list-${noun}s, responses: { ${told(200, `{ type: array, items: ${ref(schema)} }`)}, ${NONE} } }
    post: { operationId: add-${noun}, ${takes(ref(schema))}, responses: { ${told(201, ref(schema))}, ${NONE}, '422': { description: there is no such company } } }
  ${below}/${noun}s/{${noun}Id}:
    ${named(...above, `${noun}Id`)}
    get: { operationId: get-${noun}, responses: { ${told(200, ref(schema))}, ${NONE} } }
    delete: { operationId: delete-${noun}, responses: { '204': { description: gone }, ${NONE} } }`;

const ORG = '/orgs/{orgId}';
const CONTACT = `${ORG}/contacts/{contactId}`;
const DOCUMENT = `
openapi: 3.1.0
info: { title: Tenants, version: '1' }
paths:${kind('org', '', [])}${kind('company', ORG, ['orgId'])}${kind('tag', ORG, ['orgId'])}${kind('contact', ORG, ['orgId'], 'Contact')}
    patch: { operationId: change-contact, ${takes('{ type: object, properties: { name: { type: string, minLength: 1, maxLength: 90 } } }')}, responses: { ${told(200, ref('Contact'))}, ${NONE} } }
  ${CONTACT}/tags:
    ${named('orgId', 'contactId')}
    get: { operationId: list-tags-of-contact, responses: { ${told(200, `{ type: array, items: ${ref('Named')} }`)}, ${NONE} } }
  ${CONTACT}/tags/{tagId}:
    ${named('orgId', 'contactId', 'tagId')}
    put: { operationId: tag-contact, responses: { '204': { description: it has the tag }, ${NONE} } }
    delete: { operationId: untag-contact, responses: { '204': { description: it has no tag }, ${NONE} } }
components:
  schemas:
    Named: { type: object, required: [name], properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string, minLength: 1, maxLength: 90 } } }
    Contact: { type: object, required: [name], properties: { id: { type: string, format: uuid, readOnly: true }, name: { type: string, minLength: 1, maxLength: 90 }, companyId: { type: string, format: uuid } } }
`.replaceAll('companys', 'companies');

const blamed = ({ findings }: RunResult): string[] =>
  findings
    .filter(({ severity }) => severity === 'violation')
    .map(({ operation, message, received }) => `${operation}: ${message}: ${received}`);

/** Nothing of another tenant is known. */
function strict(relate: (tags: Set<string>, tag: string) => void): Change {
  const tagged = new Map<string, Set<string>>();
  return async (request, next) => {
    const { pathname } = new URL(request.url);
    const [, org, , contact, below, tag] = pathname.split('/').slice(1);
    const isThere = async (path: string): Promise<boolean> =>
      (await next(new Request(`http://mock.test/orgs/${org}/${path}`))).ok;
    if (below === 'tags') {
      const isKnown = await isThere(`contacts/${contact}`);
      if (!isKnown) return Response.json({}, { status: 404 });
      const tags = tagged.get(contact!) ?? new Set();
      tagged.set(contact!, tags);
      const all = await next(new Request(`http://mock.test/orgs/${org}/tags`));
      const known = (await all.json()) as { id: string }[];
      if (tag === undefined) return Response.json(known.filter(({ id }) => tags.has(id)));
      if (!(await isThere(`tags/${tag}`))) return Response.json({}, { status: 404 });
      if (request.method === 'PUT') relate(tags, tag);
      else tags.delete(tag);
      return new Response(undefined, { status: 204 });
    }
    const text = request.method === 'POST' ? await request.clone().text() : '';
    const company = /"companyId":"([^"]+)"/.exec(text)?.[1];
    const isRefused = company !== undefined && !(await isThere(`companies/${company}`));
    return isRefused
      ? Response.json({ error: 'companyId: there is no such company' }, { status: 422 })
      : next(request);
  };
}

it('are reached with what is their own', async () => {
  const result = await runOnMock(
    DOCUMENT,
    strict((tags, tag) => void tags.add(tag)),
  );
  expect(blamed(result)).toEqual([]);
  expect(result.coverage!.unverified).toEqual([]);
});

it('have what is related in them', async () => {
  const result = await runOnMock(
    DOCUMENT,
    strict(() => undefined),
    { only: ['oracle/changes/'] },
  );
  expect(blamed(result).join('\n')).toContain('tag-contact: tags ');
});
