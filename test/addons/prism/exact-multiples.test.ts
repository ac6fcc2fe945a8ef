import { createRequire } from 'node:module';
import type * as ajv from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDocument } from '../../../src/model/load-document.ts';
import { createValidator } from '../../../src/addons/prism/prism.ts';
import type { Validator } from '../../../src/serve/validator.ts';

let prism: Validator;

beforeAll(async () => {
  const document = loadDocument(
    `openapi: 3.1.0
info: {title: t, version: '1'}
paths:
  /prices:
    post:
      parameters: [{name: least, in: query, schema: {type: number, multipleOf: 0.01}}]
      requestBody:
        content:
          application/json:
            schema:
              properties:
                price: {type: number, multipleOf: 0.01}
                either: {oneOf: [{type: number, multipleOf: 0.1}, {type: number, multipleOf: 0.07}]}
                count: {type: integer, multipleOf: 3}
      responses: {'204': {description: done}}
`,
    'prices.yaml',
  );
  prism = createValidator({ document });
  await prism.ready;
});

afterAll(() => prism.close());

async function messages(body: string, target = '/prices'): Promise<string[]> {
  const request = {
    method: 'POST',
    target,
    headers: [['content-type', 'application/json']] as const,
    body: new TextEncoder().encode(body),
  };
  const answer = { status: 204, headers: [], body: new Uint8Array() };
  const { findings } = await prism.judge(request, answer);
  return findings.request.map(({ message }) => message);
}

test.each(['4.35', '19.99', '0.07', '1e-2', '-1.1', '0', '1e21', '9007199254740993'])(
  '%s is a multiple of 0.01',
  async (number) => {
    expect(await messages(`{"price":${number}}`)).toEqual([]);
    expect(await messages('{}', `/prices?least=${number}`)).toEqual([]);
  },
);

test.each(['4.355', '0.001', '1e-3', '-19.999'])('%s is none', async (number) => {
  const words = expect.stringContaining('must be multiple of 0.01') as string;
  expect(await messages(`{"price":${number}}`)).toEqual([words]);
  expect(await messages('{}', `/prices?least=${number}`)).toEqual([words]);
});

test('so it is where schemas are combined, and for integers', async () => {
  expect(await messages('{"either":4.3,"count":9}')).toEqual([]);
  expect(await messages('{"either":0.14}')).toEqual([]);
  expect(await messages('{"either":0.7}')).not.toEqual([]);
  expect(await messages('{"count":10}')).not.toEqual([]);
});

test("other validators in the same process keep Ajv's own reading", () => {
  const requirePrism = createRequire(
    createRequire(import.meta.url).resolve('@stoplight/prism-http'),
  );
  const { Ajv } = requirePrism('ajv') as typeof ajv;
  expect(new Ajv().validate({ type: 'number', multipleOf: 0.01 }, 4.35)).toBe(false);
});
