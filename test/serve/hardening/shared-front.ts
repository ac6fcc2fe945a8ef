import { connectStore } from '../../../src/index.ts';
import { startRedis } from '../../setup/redis-server.ts';
import { serveThings } from '../serve-things.ts';
import { KeptInRedis } from '../shared/kept-in-redis.ts';
import type { Front } from './fronts.ts';
import { TOKEN } from './fuzz/fuzz-request.ts';

/**
 * A mock whose store is in a Redis of its own.
 *
 * @param program Redis or Valkey.
 */
export async function startSharedFront(program: string): Promise<Front> {
  await using open = new AsyncDisposableStack();
  const { url } = open.use(await startRedis(program));
  const redis = open.use(await KeptInRedis.connect(url));
  const sharedStore = open.use(await connectStore({ url, prefix: 'fuzz' }));
  const mock = open.use(await serveThings({ sharedStore }));
  const all = open.move();
  return {
    prism: 'nowhere',
    isProxy: false,
    port: mock.port,
    mock,
    reset: () => redis.clear(),
    assertClean: () => redis.assertClean('fuzz', TOKEN),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
