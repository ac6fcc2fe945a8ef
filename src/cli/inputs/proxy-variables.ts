import type { Io } from '../io.ts';

/** HTTP_PROXY, HTTPS_PROXY and NO_PROXY, however they are spelled. */
export function proxyVariables({ env }: Io): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (/^(https?|no)_proxy$/i.test(name) && value) found[name] = value;
  }
  return found;
}
