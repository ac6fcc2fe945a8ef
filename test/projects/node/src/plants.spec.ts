import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMockServer } from 'plant-store-kit';
import { createMock, loadDocument, verify } from 'plant-store-kit/engine';
import { createFetch } from 'plant-store-kit/mocks/fetch';
import { setupServer } from 'plant-store-kit/mocks/node';
import { plant } from './plants.js';

test('over HTTP', async () => {
  await using server = await createMockServer({ profile: 'typical' });
  assert.equal(await plant(server.url, 'Ivy'), 200);
  assert.equal(await plant(server.url, 'Ivy'), 409);
  assert.equal(server.store.list().length, 1);
});

test('in process', async () => {
  const server = setupServer({ profile: 'typical' });
  server.listen();
  assert.equal(await plant('https://store.example', 'Ivy'), 200);
  assert.equal(server.requests().length, 1);
  server.close();
});

test('as a function', async () => {
  const mock = createFetch();
  assert.equal(await mock(new Request('https://store.example/nothing')), undefined);
});

test('the engine, with a document', async () => {
  const document = await loadDocument('node_modules/plant-store-kit/spec/plant-store.openapi.yaml');
  await using server = await createMock({ document }).listen();
  const { verdict } = await verify({ document, baseUrl: server.url }).result;
  assert.equal(verdict, 'pass');
});
