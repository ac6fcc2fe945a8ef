// Scalar's mock server, as its documentation starts it.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { createMockServer } from '@scalar/mock-server';

const file = new URL('../../spec/plant-store.openapi.yaml', import.meta.url);
const app = await createMockServer({ document: readFileSync(file, 'utf8'), logger: false });
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' });
