import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LoadedDocument, type MockServer, createMock, loadDocument } from '../../src/index.ts';
import { type TestServer, serve } from './http-helpers.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
components:
  schemas:
    Order:
      type: object
      required: [id, item]
      properties: { id: { type: integer, format: int64 }, item: { type: string }, callbackUrl: { type: string } }
    Event:
      type: object
      required: [type, data]
      properties:
        type: { type: string, const: order.paid }
        data: { type: object, required: [id, item], properties: { id: { type: integer, format: int64 }, item: { type: string, maxLength: 5 } } }
  callbacks:
    paid:
      '{$request.body#/callbackUrl}?order={$response.body#/id}':
        post:
          requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Event' } } } }
          responses: { 204: { description: '' } }
paths:
  /orders:
    post:
      operationId: order
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [item], properties: { id: { type: integer, format: int64 }, item: { type: string }, callbackUrl: { type: string } } } } } }
      responses: { 201: { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
      callbacks:
        paid: { $ref: '#/components/callbacks/paid' }
  /orders/{id}/watch:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    put:
      parameters: [{ name: to, in: query, schema: { type: string } }]
      responses: { 204: { description: '' } }
      callbacks:
        watched:
          $request.query.to:
            put:
              parameters: [{ name: X-Kind, in: header, required: true, schema: { type: string, enum: [order] } }]
              responses: { 204: { description: '' } }
webhooks:
  stockLow:
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [left], properties: { left: { type: integer } } } } } }
      responses: { 204: { description: '' } }
`;

interface Got {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let document: LoadedDocument;
let receiver: TestServer;
let server: MockServer;
let got: Got[] = [];
let statuses: number[] = [];

beforeAll(async () => {
  document = await loadDocument({ text: DOCUMENT, file: 'shop.yaml' });
  receiver = await serve((incoming, outgoing) => {
    let body = '';
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
    incoming.on('end', () => {
      const { method, url, headers } = incoming;
      got.push({ method, url, headers, body });
      const status = statuses.shift() ?? 204;
      outgoing.writeHead(status, { location: 'http://127.0.0.1:1/elsewhere' }).end();
    });
  });
  server = await createMock({ document, allowCallbacks: [receiver.url] }).listen();
});
afterAll(async () => {
  await server.close();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(() => {
  got = [];
  statuses = [];
  server.reset();
});

function order(body: object, base = server.url): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer s3cret' };
  const text = JSON.stringify(body).replace('"ID"', '9007199254740993');
  return fetch(`${base}/orders`, { method: 'POST', headers, body: text });
}

const settled = (count: number): Promise<void> =>
  vi.waitFor(() => expect(server.callbacks()).toHaveLength(count), { timeout: 3000 });

describe('callbacks', () => {
  it('go to the address of the expression, with what is known of the resource', async () => {
    await order({ id: 'ID', item: 'Lamp', callbackUrl: `${receiver.url}/hook` });
    await settled(1);
    expect(got).toHaveLength(1);
    const [{ method, url, headers, body }] = got as [Got];
    expect([method, url]).toEqual(['POST', '/hook?order=9007199254740993']);
    expect(body).toContain('"id":9007199254740993');
    expect(JSON.parse(body)).toMatchObject({ type: 'order.paid', data: { item: 'Lamp' } });
    expect(headers['content-type']).toBe('application/json');
    expect(headers).not.toHaveProperty('authorization');
  });

  it('say only what their schema allows', async () => {
    await order({ item: 'Too long a name', callbackUrl: `${receiver.url}/hook` });
    await settled(1);
    expect((JSON.parse(got[0]!.body) as { data: { item: string } }).data.item.length).toBeLessThan(
      6,
    );
  });

  it('are in the requests of their sandbox, but not among those that were asked', async () => {
    const callbackUrl = `${receiver.url}/hook?token=s3cret`;
    await order({ item: 'Lamp', callbackUrl }, `${server.url}/@one`);
    const sandbox = server.sandbox('one');
    await vi.waitFor(() => expect(sandbox.callbacks('paid')).toHaveLength(1));
    expect(sandbox.callbacks('paid')[0]).toMatchObject({
      method: 'POST',
      target: expect.stringContaining(`${receiver.url}/hook?token=***`) as unknown,
      status: 204,
      callback: 'paid',
      operation: null,
      note: 'callback paid, try 1 of 4',
    });
    expect(sandbox.requests().map(({ target }) => target)).toEqual(['/orders']);
    expect(sandbox.requests({ status: 204 })).toEqual([]);
    expect(server.callbacks()).toEqual([]);
    const shown = await fetch(`${server.url}/@one/_kit/requests`);
    const text = await shown.text();
    expect(text).toContain('callback paid');
    expect(text).not.toContain('hook?token=s3cret');
  });

  it('have the method and the headers that the document has', async () => {
    const to = encodeURIComponent(`${receiver.url}/watched`);
    await fetch(`${server.url}/orders/7/watch?to=${to}`, { method: 'PUT' });
    await settled(1);
    expect(got[0]).toMatchObject({ method: 'PUT', url: '/watched', body: '' });
    expect(got[0]?.headers['x-kind']).toBe('order');
  });

  it('are tried again where the receiver fails, and not where it refuses', async () => {
    statuses = [503, 200];
    await order({ item: 'Lamp', callbackUrl: `${receiver.url}/again` });
    await settled(2);
    expect(server.callbacks().map(({ status }) => status)).toEqual([503, 200]);
    server.reset();
    statuses = [400];
    await order({ item: 'Lamp', callbackUrl: `${receiver.url}/refused` });
    await settled(1);
  });

  it('follow no redirect', async () => {
    statuses = [302];
    await order({ item: 'Lamp', callbackUrl: `${receiver.url}/away` });
    await settled(1);
    expect(server.callbacks()[0]).toMatchObject({ status: 302, note: 'callback paid, try 1 of 4' });
  });

  it.each([
    ['http://127.0.0.1:1/hook', 'http://127.0.0.1:1 is not allowed'],
    ['file:///etc/passwd', 'not an http:// or https:// URL'],
    ['nowhere', 'not an http:// or https:// URL'],
  ])('are not sent to %s', async (callbackUrl, reason) => {
    await order({ item: 'Lamp', callbackUrl });
    await settled(1);
    expect(server.callbacks()[0]).toMatchObject({ status: 0 });
    expect(server.callbacks()[0]?.note).toContain(reason);
    expect(got).toEqual([]);
  });

  it('are not sent where the operation fails, nor where no address is given', async () => {
    await order({ callbackUrl: `${receiver.url}/hook` });
    await order({ item: 'Lamp' });
    await order({ item: 'Lamp', callbackUrl: `${receiver.url}/last` });
    await settled(1);
    expect(got.map(({ url }) => url?.split('?')[0])).toEqual(['/last']);
  });

  it.each([
    { schema: { $ref: '#/components/schemas/Nowhere' } },
    { schema: { type: 'string', pattern: '(' } },
    { $ref: '#/nowhere' },
    7,
  ])('that are described wrongly leave the answer alone: %j', async (media) => {
    const content = { 'application/json': media };
    const url = `${receiver.url}/wrong`;
    const responses = { 200: { description: '' } };
    const callbacks = {
      odd: { [url]: { post: { requestBody: { content } } } },
      none: { $ref: '#/x' },
    };
    const root = {
      openapi: '3.1.0',
      info: { title: 'Odd', version: '1' },
      paths: { '/odd': { get: { responses, callbacks } } },
    };
    const odd = await loadDocument({ text: JSON.stringify(root), file: 'odd.json' });
    await using wrong = await createMock({ document: odd, allowCallbacks: ['*'] }).listen();
    expect((await fetch(`${wrong.url}/odd`)).status).toBe(200);
    expect((await fetch(`${wrong.url}/odd`)).status).toBe(200);
    await vi.waitFor(() => expect(wrong.callbacks('odd')).toHaveLength(2));
  });

  it('are off where no origin is allowed', async () => {
    await using off = await createMock({ document }).listen();
    await order({ item: 'Lamp', callbackUrl: `${receiver.url}/hook` }, off.url);
    await order({ item: 'Lamp', callbackUrl: `${receiver.url}/hook` });
    await settled(1);
    expect(got).toHaveLength(1);
    expect(off.callbacks()).toEqual([]);
    await expect(off.sendWebhook('stockLow', receiver.url)).rejects.toThrow('--allow-callbacks');
  });
});

describe('webhooks', () => {
  const send = (name: string, body: object): Promise<Response> =>
    fetch(`${server.url}/_kit/webhooks/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('are sent by hand, made up or as told', async () => {
    expect((await send('stockLow', { url: `${receiver.url}/low` })).status).toBe(202);
    await settled(1);
    expect(JSON.parse(got[0]!.body)).toHaveProperty('left');
    await send('stockLow', { url: `${receiver.url}/low`, body: { left: 2 } });
    await settled(2);
    expect(got[1]).toMatchObject({ method: 'POST', url: '/low', body: '{"left":2}' });
    await server.sendWebhook('paid', `${receiver.url}/paid`);
    expect(server.callbacks('paid')).toHaveLength(1);
  });

  it('are listed with the callbacks', async () => {
    const response = await fetch(`${server.url}/_kit/webhooks`);
    expect(await response.json()).toEqual({
      webhooks: [
        { name: 'stockLow', method: 'POST', isCallback: false },
        { name: 'paid', method: 'POST', isCallback: true },
        { name: 'watched', method: 'PUT', isCallback: true },
      ],
    });
  });

  it.each([
    ['stockLo', { url: 'http://127.0.0.1:1' }, 'stockLow'],
    ['stockLow', { url: 'http://127.0.0.1:1' }, 'is not allowed'],
    ['stockLow', {}, 'url'],
  ])('are refused: %s %j', async (name, body, message) => {
    const response = await send(name, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
  });
});
