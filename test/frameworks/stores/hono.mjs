import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { answerTo, refusal } from './plants.mjs';

const [, , port, version] = process.argv;
const app = new Hono();
if (version === 'first') {
  app.post('/plants', async (context) => {
    if (!context.req.header('Authorization')) return context.json(refusal('no token'), 401);
    const { id, name, tag } = await context.req.json();
    if (!id || !name) return context.json(refusal('id and name are required'), 400);
    return context.json({ name, tag });
  });
} else {
  app.post('/plants', async (context) => {
    const [status, body] = answerTo(await context.req.text(), context.req.header());
    return context.json(body, status);
  });
}
serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' });
