import fastify from 'fastify';
import { answerTo, refusal } from './plants.mjs';

const [, , port, version] = process.argv;
const app = fastify({ bodyLimit: 20_000_000 });
if (version === 'first') {
  const text = { type: 'string' };
  const body = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: text, tag: text },
  };
  app.post('/plants', { schema: { body } }, (request, reply) => {
    if (!request.headers.authorization) return reply.code(401).send(refusal('no token'));
    const { name, tag } = request.body;
    return reply.send({ name, tag });
  });
} else {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => done(null, text));
  app.setErrorHandler((_, request, reply) => reply.code(400).send(refusal('unexpected error')));
  app.post('/plants', (request, reply) => {
    const [status, body] = answerTo(request.body ?? '', request.headers);
    return reply.code(status).send(body);
  });
}
await app.listen({ port: Number(port), host: '127.0.0.1' });
