/** What becomes of an empty text where answers may have null. */
import { describe, expect, it } from 'vitest';
import { type ProfileAnswers, createMock, loadDocument, verify } from '../../src/index.ts';
import { runOnMock } from '../verify/oracles/support.ts';

const text = (told: string): string => `
openapi: 3.1.0
info: { title: People, version: '1' }
paths:
  /people:
    post:
      operationId: addPerson
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewPerson' } } } }
      responses:
        '201': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Person' } } } }
        '400': { description: bad }
components:
  schemas:
    NewPerson: { type: object, required: [name], properties: { name: { type: string, minLength: 1 }, nick: { type: string } } }
    Person: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string }, nick: { type: ${told} } } }
`;
const NULLABLE = text('[string, "null"]');
const only = ['question/empty-nick'];

async function learnt(document: string, isNulled: boolean): Promise<string | undefined> {
  const { answers } = await runOnMock(
    document,
    async (request, next) => {
      const response = await next(request);
      const told = await response.text();
      const { status } = response;
      const headers = { 'Content-Type': 'application/json' };
      return new Response(isNulled ? told.replace('"nick":""', '"nick":null') : told, {
        status,
        headers,
      });
    },
    { questions: true, only },
  );
  return answers['addPerson']?.['empty-nick'];
}

describe('an empty text', () => {
  it.each([
    ['null', 'null', true],
    ['accepted', 'the empty text', false],
  ])('is learnt as %s where it comes back as %s', async (answer, _what, isNulled) => {
    expect(await learnt(NULLABLE, isNulled)).toBe(answer);
  });

  it('is accepted or refused where no answer may have null', async () => {
    expect(await learnt(text('string'), true)).toBe('accepted');
  });

  it('comes back as null from a mock that answers so, and the profile holds others to it', async () => {
    const document = await loadDocument({ text: NULLABLE, file: 'people.yaml' });
    const profile: ProfileAnswers = { addPerson: { 'empty-nick': 'null' } };
    const mock = createMock({ document, profile });
    const sent = { name: 'Ada', nick: '' };
    const response = await mock.fetch(
      new Request('http://mock.test/people', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(sent),
      }),
    );
    expect(await response.json()).toMatchObject({ name: 'Ada', nick: null });
    const judged = async (answering: ProfileAnswers): Promise<string> => {
      await using server = await createMock({ document, profile: answering }).listen({ port: 0 });
      return (await verify({ document, baseUrl: server.url, profile, only }).result).verdict;
    };
    expect(await judged(profile)).toBe('pass');
    expect(await judged({})).toBe('fail');
  });
});
