import {
  type ProxyServer,
  type ProxyServerOptions,
  createProxyServer,
} from '../../../src/serve/proxy/proxy-server.ts';
import { createValidator } from '../../../src/addons/prism/prism.ts';

/** A proxy that validates with Prism, as the command's does, and whose answers wait for it. */
export async function startProxy(
  options: Omit<ProxyServerOptions, 'createValidator'>,
): Promise<ProxyServer> {
  const proxy = await createProxyServer({
    deadline: 20_000,
    ...options,
    createValidator,
  });
  await proxy.ready;
  return proxy;
}
