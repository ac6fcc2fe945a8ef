import { loadDocument, verify } from '../../../src/index.ts';
import type { Finding } from '../../../src/verify/checks/check.ts';
import { startServer } from '../../rich/server.ts';
import type { Change, Service } from '../../rich/service.ts';

/** What the scenes of one oracle show of a server: `violation of getTrip: …`, each once. */
export async function toldBy(oracle: string, service: Service, change?: Change): Promise<string[]> {
  const document = await loadDocument(service.file);
  await using server = await startServer(service, change);
  const { credentials } = service;
  const only = [`oracle/${oracle}/`];
  const { result } = verify({ document, baseUrl: server.url, credentials, only });
  const { findings, stopped } = await result;
  if (stopped !== undefined) throw new Error(stopped.message);
  return [...new Set(findings.map(show))];
}

function show({ severity, operation, message }: Finding): string {
  return `${severity} of ${operation}: ${message}`;
}
