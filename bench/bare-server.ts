/** The yardstick: node:http that parses the body and answers JSON, and nothing else. */
import { createServer } from 'node:http';

const server = createServer((incoming, outgoing) => {
  const chunks: Uint8Array[] = [];
  incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  incoming.on('end', () => {
    const { name, tag } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as {
      name?: string;
      tag?: string;
    };
    const body = JSON.stringify({ name, tag });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    outgoing.writeHead(200, headers).end(body);
  });
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1');
