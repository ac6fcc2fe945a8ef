import { text } from 'node:stream/consumers';
import Koa from 'koa';
import parser from 'koa-bodyparser';
import { answerTo, refusal } from './plants.mjs';

const [, , port, version] = process.argv;
const app = new Koa();
app.silent = true;
if (version === 'first') {
  app.use(parser());
  app.use((context) => {
    if (context.path !== '/plants' || context.method !== 'POST') return;
    context.assert(context.headers.authorization, 401, 'no token');
    const { id, name, tag } = context.request.body;
    context.assert(id && name, 400, 'id and name are required');
    context.body = { name, tag };
  });
} else {
  app.use(async (context) => {
    if (context.path !== '/plants' || context.method !== 'POST') {
      context.status = 404;
      context.body = { ...refusal('nothing is here'), error: 404 };
      return;
    }
    const [status, body] = answerTo(await text(context.req), context.headers);
    context.status = status;
    context.body = body;
  });
}
app.listen(Number(port), '127.0.0.1');
