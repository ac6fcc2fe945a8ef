import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { loadReporters, verify } from '../../../src/index.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import type { VerifyOptions } from '../../../src/verify/verify.ts';
import { type TestServer, serve } from '../../serve/http-helpers.ts';

const ok = `responses: { '200': { description: it, content: { application/json: { schema: { type: object } } } }, '401': { description: no } }`;

/**
 * Two operations that ask for a credential, or forget to, and one that logs in.
 *
 * @param ofLogin What the last asks for. Default: nothing.
 */
const documentOf = (security: string, ofLogin = '[]'): ReturnType<typeof loadDocument> =>
  loadDocument(
    `openapi: 3.1.0
info: { title: t, version: '1' }
${security}
paths:
  /notes: { get: { operationId: listNotes, ${ok} } }
  /admin/users: { get: { operationId: listUsers, ${ok} } }
  /session:
    post:
      operationId: createSession
      security: ${ofLogin}
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [user, password], properties: { user: { type: string }, password: { type: string, minLength: 4 } } } } } }
      responses: { '200': { description: it, content: { application/json: { schema: { type: object } } } }, default: { description: no } }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    key: { type: apiKey, in: header, name: X-Key }
`,
    'notes.yaml',
  );
const asking = documentOf('security: [{ bearer: [] }]');
const forgetful = documentOf('');

type Gate = (incoming: IncomingMessage, body: string) => readonly [status: number, body?: object];

async function guarded(gate: Gate): Promise<TestServer & { readonly seen: string[] }> {
  const seen: string[] = [];
  const server = await serve((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk) => (body += String(chunk)));
    incoming.on('end', () => {
      const { authorization = '-', 'x-key': key = '-' } = incoming.headers;
      seen.push(`${incoming.url} ${authorization} ${String(key)}`);
      const [status, answer = {}] = gate(incoming, body);
      outgoing.writeHead(status, { 'content-type': 'application/json' });
      // It says more than it should.
      outgoing.end(JSON.stringify({ ...answer, echo: authorization }));
    });
  });
  return { ...server, seen };
}

/** What a run sent, by path and credential, and all that its reports say. */
async function runOn(
  server: TestServer & { readonly seen: string[] },
  options: Partial<VerifyOptions>,
): Promise<{ verdict: string; text: string; sent: Set<string>; stopped: string | undefined }> {
  let text = '';
  const reporters = await loadReporters();
  const write = (part: string): void => void (text += part);
  const context = { color: false, version: '1', write };
  const all = [reporters.json(context), reporters.har(context), reporters.markdown(context)];
  const run = verify({ document: asking, baseUrl: server.url, requests: 0, ...options });
  for await (const event of run) for (const report of all) report(event);
  const { verdict, stopped } = await run.result;
  return { verdict, text, sent: new Set(server.seen), stopped: stopped?.message };
}

const open: Gate = () => [200];

it('secrets go everywhere where the document forgets to ask for them, and only if that is said', async () => {
  await using server = await guarded(open);
  const secret = await runOn(server, { document: forgetful, token: 'sesame-1' });
  expect([...secret.sent].join('\n')).not.toContain('sesame-1');
  const { sent, text } = await runOn(server, {
    document: forgetful,
    token: 'sesame-1',
    credentialsEverywhere: true,
  });
  expect(sent).toContain('/notes Bearer sesame-1 -');
  expect(sent).toContain('/session Bearer sesame-1 -');
  expect(text).not.toContain('sesame-1');
});

it('each path gets its own secret, of one scheme or of whichever is asked for', async () => {
  await using server = await guarded(open);
  const credentials = { '/admin/*': 'sesame-a', 'key@/notes': 'sesame-k', bearer: 'sesame-b' };
  const { sent, text } = await runOn(server, { credentials });
  expect(sent).toContain('/admin/users Bearer sesame-a -');
  expect(sent).toContain('/notes Bearer sesame-b -');
  const { sent: unasked } = await runOn(server, { document: forgetful, credentials });
  expect(unasked).toContain('/notes - sesame-k');
  expect(unasked).toContain('/admin/users Bearer sesame-a -');
  expect(text).not.toMatch(/sesame/);
});

it('a secret with the word for its scheme in front is the whole header, and stays secret', async () => {
  await using server = await guarded(({ headers }) => [
    headers.authorization === 'Bearer sesame-1' ? 200 : 401,
  ]);
  const bearer = { secret: 'Bearer sesame-1', variable: 'TOKEN' };
  const { sent, text } = await runOn(server, { credentials: { bearer }, only: ['list'] });
  expect(sent).toContain('/notes Bearer sesame-1 -');
  expect([...sent].join('\n')).not.toMatch(/bearer bearer/i);
  expect(text).not.toMatch(/sesame/);
  // As it is sent again by a shell.
  expect(text).not.toMatch(/bearer \$TOKEN/i);
});

it('another spelling of the scheme is sent again with what stands behind its word', async () => {
  await using server = await guarded(() => [500]);
  const bearer = { secret: 'Bearer sesame-1', variable: 'TOKEN' };
  const only = ['question/lowercase-bearer'];
  const document = documentOf('', '[{ bearer: [] }]');
  const { sent, text } = await runOn(server, { document, credentials: { bearer }, only });
  expect([...sent].join('\n')).toContain(' bearer sesame-1 ');
  // In JSON, as the report has it.
  expect(text).toContain(JSON.stringify('bearer \'"${TOKEN#* }"').slice(1, -1));
  expect(text).not.toMatch(/sesame/);
});

it.each(['ann:hush-hush', `Basic ${btoa('ann:hush-hush')}`])(
  'the password in a token is a secret, too: %s',
  async (token) => {
    await using server = await guarded(() => [200, { password: 'hush-hush' }]);
    const document = documentOf('security: [{ basic: [] }]');
    const { sent, text } = await runOn(server, { document, token, only: ['list'] });
    expect([...sent].join('\n')).toContain(btoa('ann:hush-hush'));
    expect(text).not.toContain('hush-hush');
  },
);

it('Authorization as a header is a credential: without it, requests have none', async () => {
  await using server = await guarded(({ url, headers }) => {
    return [url === '/session' || headers.authorization === 'Bearer sesame-1' ? 200 : 401];
  });
  const headers = { Authorization: 'Bearer sesame-1' };
  const { verdict, text, sent } = await runOn(server, { headers, only: ['list'] });
  expect(sent).toContain('/notes - -');
  expect(sent).toContain('/notes Bearer invalid-token -');
  expect({ verdict, text }).toMatchObject({ verdict: 'pass' });
  expect(text).not.toContain('sesame-1');
});

it('a login gives the token, and a 401 renews it once', async () => {
  let logins = 0;
  let uses = 0;
  await using server = await guarded(({ url, headers }, body) => {
    if (url === '/session') {
      const isKnown = body.includes('"user":"ann"') && body.includes('"password":"hush-hush"');
      return isKnown ? [200, { data: { token: `sesame-${++logins}` } }] : [400];
    }
    if (headers.authorization !== `Bearer sesame-${logins}`) return [401];
    uses += 1;
    // The first is good for a few requests.
    return [logins === 1 && uses > 5 ? 401 : 200];
  });
  const values = { user: 'ann', password: { secret: 'hush-hush', variable: 'PASSWORD' } };
  const login = { operation: 'createSession', property: 'data.token', values };
  const { verdict, text } = await runOn(server, { login, only: ['list'], requests: 30 });
  expect(logins).toBe(2);
  expect({ verdict, text }).toMatchObject({ verdict: 'pass' });
  expect(text).not.toMatch(/sesame-|hush/);
});

it('a login that is refused ends the run before anything is judged', async () => {
  await using server = await guarded(({ url }) => [url === '/session' ? 403 : 401]);
  const login = { operation: 'createSession', values: { user: 'ann', password: 'none' } };
  const { stopped } = await runOn(server, { login });
  expect(stopped).toBe('the login by createSession brought 403');
  expect(server.seen.length).toBeLessThan(4);
});

it.each([
  ['createSessions', {}, /there is no operation "createSessions"\. .*createSession/],
  ['createSession', { pasword: 'x' }, /Failed to use the value of .*pasword/],
  [
    'createSession',
    { password: { secret: 'abc', variable: 'PASSWORD' } },
    /Failed to use the value of .*password/,
  ],
])('a login by %s with %j is told before anything is sent', async (operation, values, message) => {
  const run = verify({ document: asking, baseUrl: 'http://a.test', login: { operation, values } });
  await expect(run.plan()).rejects.toThrow(message);
  await expect(run.plan()).rejects.not.toThrow('abc');
});
