/** A server of the rich family: keeps the whole contract of its document, in stages that can be changed. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeReply } from '../family/base-store.ts';
import { type Operation, parametersOf, readContract } from './contract.ts';
import { plainStages } from './plain-stages.ts';
import {
  type Call,
  type Change,
  Dropped,
  Refusal,
  type Reply,
  type Service,
  type World,
} from './service.ts';

/** A running server. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly world: World;
}

const contracts = new Map<string, readonly Operation[]>();

function contractOf({ file, omission }: Service): readonly Operation[] {
  if (omission) return readContract(file, omission);
  const known = contracts.get(file) ?? readContract(file);
  contracts.set(file, known);
  return known;
}

/** Starts a server on a free port of this machine. */
export async function startServer(
  service: Service,
  change: Change = () => ({}),
): Promise<RunningServer> {
  const operations = contractOf(service);
  const world: World = {
    service,
    resources: new Set(),
    count: 0,
    stages: undefined as never,
    refuse: (reason, message, status = service.statuses[reason]) =>
      new Refusal(reason, service.error(status, message, reason)),
  };
  const plain = plainStages(world, operations);
  Object.assign(world, { stages: { ...plain, ...change(plain, world) } });
  const server = createServer((message, response) => {
    serve(message, response, operations, world).catch((error: unknown) => {
      if (!(error instanceof Dropped)) process.stderr.write(`${String((error as Error).stack)}\n`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world,
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}

async function serve(
  message: IncomingMessage,
  response: ServerResponse,
  operations: readonly Operation[],
  world: World,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const { stages } = world;
  const { method = '', headers, url = '' } = message;
  const [path = '', query = ''] = url.split('?');
  const here = operations.filter((candidate) => candidate.path.test(path));
  // HEAD is GET without a body (RFC 9110, 9.3.2).
  const operation = here.find(
    (candidate) => candidate.method === (method === 'HEAD' ? 'GET' : method),
  );
  const call: Call = {
    operation: operation?.id ?? '',
    method,
    path,
    query,
    parameters: operation ? parametersOf(operation, path, new URLSearchParams(query), headers) : {},
    headers,
    bytes: Buffer.concat(chunks),
    caller: '',
    account: 'first',
    body: undefined,
  };
  const made = operation ? await answer(call, world) : notThere(here, world);
  const refusal = made instanceof Refusal ? made : undefined;
  const reply = await stages.finish(refusal?.reply ?? (made as Reply), call, refusal);
  writeReply(response, reply);
}

function notThere(here: readonly Operation[], { refuse }: World): Refusal {
  if (here.length === 0) return refuse('path', 'there is nothing at this path');
  const { reason, reply } = refuse('method', 'this path has other methods');
  const methods = here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method));
  const allowed = [...new Set(methods)].join(', ');
  return new Refusal(reason, { ...reply, headers: { ...reply.headers, Allow: allowed } });
}

async function answer(call: Call, world: World): Promise<Reply | Refusal> {
  const { stages, service } = world;
  const refused = stages.admit(call);
  if (refused) return refused;
  const value = await stages.parse(call);
  if (value instanceof Refusal) return value;
  call.body = value;
  const work = (): Reply | Refusal => service.operations[call.operation]!(call, world);
  return stages.validate(call) ?? (await stages.once(call, work));
}
