import { type Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Where clients create. */
export const COLLECTIONS: readonly string[] = ['/lamps', '/shelves/a/pots', '/shelves/b/pots'];

/** A service of one's own, whose resources are created, replaced and deleted. */
export const SHOP: string = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: Object.fromEntries(['/lamps', '/shelves/{shelf}/pots'].flatMap(pathsOf)),
});

function pathsOf(path: string): [string, object][] {
  const responses = { 200: { description: 'Done.' } };
  const properties = { id: { type: 'integer', format: 'int64' }, name: { type: 'string' } };
  const schema = { type: 'object', required: ['id', 'name'], properties };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const shelf = { name: 'shelf', in: 'path', required: true, schema: { type: 'string' } };
  const id = { name: 'id', in: 'path', required: true, schema: properties.id };
  const parameters = path.includes('{shelf}') ? [shelf] : [];
  const change = { put: { requestBody, responses }, delete: { responses } };
  return [
    // What is listed is a collection, also below another resource.
    [path, { parameters, get: { responses }, post: { requestBody, responses } }],
    [`${path}/{id}`, { parameters: [...parameters, id], ...change }],
  ];
}

/** What a client sends. */
export interface ShopRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string | undefined;
  readonly agent?: Agent;
}

/** Milliseconds after which an answer is lost. */
const PATIENCE = 60_000;

/** The status of an answer; `undefined` where the server went away first. */
export function change(url: string, sent: ShopRequest): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const outgoing = open(url, sent, (answer) => {
    // Acknowledged with the head: the body may be cut off by the end of the server.
    answer.on('error', () => {}).resume();
    resolve(answer.statusCode);
  });
  outgoing.on('timeout', () => reject(new Error(`No answer to ${sent.method} ${sent.path}`)));
  outgoing.on('error', () => resolve(undefined));
  return promise;
}

/** What a server says that stays. */
export function get(url: string, path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outgoing = open(url, { method: 'GET', path }, (answer) => resolve(text(answer)));
  outgoing.on('timeout', () => reject(new Error(`No answer to GET ${path}`)));
  outgoing.on('error', reject);
  return promise;
}

function open(
  url: string,
  { method, path, body, agent }: ShopRequest,
  take: (answer: IncomingMessage) => void,
): ReturnType<typeof request> {
  const headers = { 'content-type': 'application/json' };
  const options = { method, headers, timeout: PATIENCE, ...(agent && { agent }) };
  return request(url + path, options, take).end(body);
}
