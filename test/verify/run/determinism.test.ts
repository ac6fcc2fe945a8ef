import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { collectCases } from '../../../src/verify/cases/read-case-file.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { operations } from '../../../src/model/operation.ts';
import { questionsOf } from '../../../src/questions/index.ts';
import { run } from '../../../src/verify/run/run.ts';
import { parseTarget } from '../../../src/http/target.ts';
import { readYaml } from '../../../src/openapi/read-yaml.ts';
import { thingsDocument, thingsFile } from '../../setup/things-document.ts';
import { CASES } from './things-store.ts';

const document = thingsDocument;
const caseFiles = [readYaml(CASES, 'cases.yaml')];

/** What one run sends, as the server sees it, with ids and markers made equal. */
async function sentBy(seed: number, runId: string): Promise<string[]> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seen.push(withoutFreshValues(request, Buffer.concat(chunks)));
      response.writeHead(400, { 'Content-Type': 'application/json' });
      response.end('{"error":1,"message":"no"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const events = run({
    target: parseTarget(`http://127.0.0.1:${port}`),
    document,
    documentName: thingsFile,
    cases: collectCases({ document, caseFiles, seed }),
    fresh: createFreshValues({ seed, runId }),
    seed,
    credential: { variable: 'STORE_TOKEN' },
    userAgent: 'determinism-test',
    questions: operations(document).flatMap((operation) =>
      questionsOf(document, operation).map((question) => ({ operation, question })),
    ),
  });
  for await (const event of events) expect(event).toBeDefined();
  server.closeAllConnections();
  server.close();
  // Which of two requests under way arrives first is the network's choice.
  return seen.toSorted();
}

function withoutFreshValues({ method, url, rawHeaders }: IncomingMessage, body: Buffer): string {
  const text = body
    .toString('latin1')
    .replaceAll(/verify(-?)[a-z]+\1\d+/g, 'MARKER')
    .replaceAll(/\d{15,}/g, 'ID');
  const headers = rawHeaders.filter(
    (_, i) => !/^(host|content-length)$/i.test(rawHeaders[i - (i % 2)]!),
  );
  return JSON.stringify([method, url, headers, text]);
}

it('two runs with one seed send the same bytes, but for ids and markers', async () => {
  const first = await sentBy(5, 'first');
  const again = await sentBy(5, 'again');
  expect(first.length).toBeGreaterThanOrEqual(150);
  // Compared one by one: a whole listing of what differs would be megabytes.
  expect(again.findIndex((line, i) => line !== first[i])).toBe(-1);
  expect(again.length).toBe(first.length);
});

it('another seed sends other random cases', async () => {
  const first = await sentBy(5, 'first');
  const other = await sentBy(6, 'first');
  expect(other.join('\n') === first.join('\n')).toBe(false);
});
