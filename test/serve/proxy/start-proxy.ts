import { createGateway } from '../../../src/addons/prism/gateway.ts';
import {
  type ProxyServer,
  type ProxyServerOptions,
  createProxyServer,
} from '../../../src/serve/proxy/proxy-server.ts';

/** A proxy that validates with Prism, as the command's does. */
export async function startProxy(
  options: Omit<ProxyServerOptions, 'createGateway'>,
): Promise<ProxyServer> {
  return await createProxyServer({ ...options, createGateway });
}
