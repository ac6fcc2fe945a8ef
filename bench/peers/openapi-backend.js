// openapi-backend behind node:http: a library that validates, with a handler that echoes.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { OpenAPIBackend } from 'openapi-backend';

const api = new OpenAPIBackend({
  definition: fileURLToPath(new URL('../../spec/plant-store.openapi.yaml', import.meta.url)),
  // Without a check of the document: it takes license.identifier of OpenAPI 3.1 for a mistake.
  quick: true,
  handlers: {
    createPlant: (context) => {
      const { name, tag } = context.request.requestBody;
      return [200, { name, tag }];
    },
    validationFail: (context) => [
      400,
      { error: 400, message: context.validation.errors[0].message },
    ],
    notFound: () => [404, { error: 404, message: 'not found' }],
  },
});
api.registerSecurityHandler('bearerAuth', ({ request }) =>
  /^Bearer ./.test(request.headers.authorization ?? ''),
);
await api.init();

async function answer({ method, url: path, headers }, outgoing, body) {
  const [status, value] = await api.handleRequest({ method, path, headers, body });
  const text = JSON.stringify(value);
  outgoing
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}

const server = createServer((incoming, outgoing) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => void answer(incoming, outgoing, Buffer.concat(chunks).toString()));
});
server.listen(Number(process.argv[2]), '127.0.0.1');
