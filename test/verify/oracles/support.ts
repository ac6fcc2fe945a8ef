import { verify } from '../../../src/index.ts';
import type { VerifyOptions } from '../../../src/index.ts';
import { documentOf } from '../../rich/judge.ts';
import { startServer } from '../../rich/server.ts';
import type { Change, Service } from '../../rich/service.ts';

/** What an oracle says of a server of the rich family, as `severity operation: message`. */
export async function toldBy(
  oracle: string,
  service: Service,
  change?: Change,
  options: Partial<VerifyOptions> = {},
): Promise<string[]> {
  const document = await documentOf(service);
  await using server = await startServer(service, change);
  const { credentials } = service;
  const only = [`oracle/${oracle}/`];
  const run = verify({ document, baseUrl: server.url, credentials, only, ...options });
  const { findings } = await run.result;
  return findings.map(({ severity, operation, message }) => `${severity} ${operation}: ${message}`);
}
