import express from 'express';
import * as validator from 'express-openapi-validator';
import { answerTo, refusal } from './plants.mjs';

const [, , port, version, apiSpec] = process.argv;
const app = express();
if (version === 'first') {
  app.use(express.json());
  app.use(validator.middleware({ apiSpec, validateRequests: true, validateResponses: true }));
  app.post('/plants', (request, response) => {
    const { name, tag } = request.body;
    response.json({ name, tag });
  });
} else {
  app.post('/plants', express.text({ type: () => true, limit: '20mb' }), (request, response) => {
    const [status, body] = answerTo(
      typeof request.body === 'string' ? request.body : '',
      request.headers,
    );
    response.status(status).json(body);
  });
}
// Four parameters are what tells Express that it is for errors.
// oxlint-disable-next-line no-unused-vars
app.use((error, request, response, next) => {
  const status = version === 'first' ? (error.status ?? 500) : 400;
  response.status(status).json({ ...refusal(error.message), error: status });
});
app.listen(Number(port), '127.0.0.1');
