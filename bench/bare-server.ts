/** The yardstick: node:http that parses the body and answers JSON, and nothing else. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((incoming, outgoing) => {
  const chunks: Uint8Array[] = [];
  incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  incoming.on('end', () => {
    const { name = '' } = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { name?: string };
    const body = JSON.stringify({ name });
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    outgoing.writeHead(200, headers).end(body);
  });
});
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
