import { type HttpHandler, getResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import {
  asFault,
  asHandler,
  asSeed,
  asTest,
} from '../../../../src/serve/inspector/page/turn-into.ts';
import { exchange, message } from './exchanges.ts';

const BIG = '{"id":9223372036854775807,"name":"Fern"}';

async function answerOf(code: string, request: Request): Promise<Response | undefined> {
  const module = code.replace("'msw'", JSON.stringify(import.meta.resolve('msw')));
  const path = `data:text/javascript,${encodeURIComponent(module)}`;
  const { handler } = (await import(/* @vite-ignore */ path)) as { handler: HttpHandler };
  return await getResponse([handler], request);
}

describe('an answer', () => {
  it.each([BIG, '{"id":1,"name":"O\'Hara `$x` \\\\ \\u2028"}', 'plain', ''])(
    'becomes a handler that gives it: %s',
    async (body) => {
      const headers = [{ name: 'content-type', value: 'application/json' }];
      const told = exchange({ status: 409, method: 'GET', response: message(body, { headers }) });
      const code = asHandler(told, '/things/{id}')!;
      const answer = await answerOf(code, new Request('http://a.example/v1/things/7'));
      expect([answer?.status, answer?.headers.get('content-type')]).toEqual([
        409,
        'application/json',
      ]);
      const text = await answer!.text();
      expect(body.startsWith('{') ? JSON.parse(text) : text).toEqual(
        body.startsWith('{') ? JSON.parse(body) : body,
      );
      if (body === BIG) expect(text).toBe(BIG);
    },
  );

  it('becomes a fault with the same body, exactly', () => {
    const fault = asFault(exchange({ status: 409, response: message(BIG) }));
    expect(fault).toMatchObject({
      kind: 'answer',
      status: 409,
      body: { id: 9_223_372_036_854_775_807n, name: 'Fern' },
    });
    expect(asFault(exchange({ status: 0 }))).toMatchObject({ kind: 'drop' });
    expect(asFault(exchange({ response: message(null) }))).toBeUndefined();
  });

  it('becomes seeds: of a create with what was sent, of a list one by one', () => {
    const told = exchange({
      target: '/things?x=1',
      request: message('{"id":1,"name":"Fern"}'),
      response: message('{"name":"Fern","at":"now"}'),
    });
    const seed = asSeed(told)!;
    expect(seed.collection).toBe('/things');
    expect(JSON.parse(seed.text)).toEqual({ id: 1, name: 'Fern', at: 'now' });
    const list = exchange({ method: 'GET', response: message('{"total":1,"items":[{"id":1}]}') });
    expect(JSON.parse(asSeed(list)!.text)).toEqual([{ id: 1 }]);
    const view = exchange({
      method: 'GET',
      target: '/things/1',
      response: message('{"id":1}'),
    });
    expect(asSeed(view)?.collection).toBe('/things');
    expect(asSeed(exchange({ status: 404, response: message('{"id":1}') }))).toBeUndefined();
  });

  it('becomes a test that has a variable in place of the token', () => {
    const headers = [
      { name: 'authorization', value: 'Bearer ***' },
      { name: 'content-type', value: 'application/json' },
      { name: 'host', value: 'a.example' },
    ];
    const told = exchange({
      request: message(BIG, { headers }),
      response: message('{"name":"Fern"}'),
    });
    const code = asTest(told, 'http://127.0.0.1:4010', 'THINGS_TOKEN')!;
    expect(code).toContain('"authorization": `Bearer ${process.env.THINGS_TOKEN}`');
    expect(code).toContain(`body: ${JSON.stringify(BIG)}`);
    expect(code).not.toContain('a.example');
    // In Vitest, BASE_URL is Vite's own.
    expect(code).toContain('process.env.API_URL ?? "http://127.0.0.1:4010"');
    expect(code).toContain(`expect(await response.json()).toEqual({\n    "name": "Fern"\n  })`);
  });
});
