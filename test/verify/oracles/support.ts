import { createMock, loadDocument, verify } from '../../../src/index.ts';
import type { ProfileAnswers, RunResult, VerifyOptions } from '../../../src/index.ts';
import { serve } from '../../serve/http-helpers.ts';
import { documentOf } from '../../rich/judge.ts';
import { startServer } from '../../rich/server.ts';
import type { Change as RichChange, Service } from '../../rich/service.ts';

/** What an oracle says of a server of the rich family, as `severity operation: message`. */
export async function toldBy(
  oracle: string,
  service: Service,
  change?: RichChange,
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

type Next = (request: Request) => Promise<Response>;

/** How a server differs from the mock of its document. */
export type Change = (request: Request, next: Next) => Promise<Response>;

/** Verifies a server that is the mock of a document, but for a change. */
export async function runOnMock(
  text: string,
  change: Change = (request, next) => next(request),
  options: Partial<VerifyOptions> = {},
  profile: ProfileAnswers = {},
): Promise<RunResult> {
  const document = await loadDocument({ text, file: 'document.yaml' });
  const mock = createMock({ document, profile });
  await using server = await serve((incoming, outgoing) => {
    const chunks: Uint8Array[] = [];
    incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    const answer = async (): Promise<void> => {
      const { method = '', url = '', headers } = incoming;
      const request = new Request(`http://mock.test${url}`, {
        method,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      });
      const response = await change(request, (sent) => mock.fetch(sent));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    };
    incoming.on('end', () => void answer());
  });
  const base = { document, baseUrl: server.url, seed: 1, questions: false };
  return await verify({ ...base, ...options }).result;
}
