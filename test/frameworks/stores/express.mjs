import express from 'express';
import { answerTo, refusal } from './plants.mjs';

const [, , port, version] = process.argv;
const app = express();
if (version === 'first') {
  app.use(express.json());
  app.post('/plants', (request, response) => {
    if (!request.headers.authorization) return response.status(401).json(refusal('no token'));
    const { id, name, tag } = request.body ?? {};
    if (!id || !name) return response.status(400).json(refusal('id and name are required'));
    return response.json({ name, tag });
  });
} else {
  app.post('/plants', express.text({ type: () => true, limit: '20mb' }), (request, response) => {
    const [status, body] = answerTo(
      typeof request.body === 'string' ? request.body : '',
      request.headers,
    );
    response.status(status).json(body);
  });
  // Four parameters are what tells Express that it is for errors.
  // oxlint-disable-next-line no-unused-vars
  app.use((error, request, response, next) =>
    response.status(400).json(refusal('unexpected error')),
  );
}
app.listen(Number(port), '127.0.0.1');
