/** Takes documents through the mock and its own `verify`, in a thread that can be ended. */
import { parentPort, workerData } from 'node:worker_threads';
import * as fc from 'fast-check';
import {
  DiagnosticError,
  StateError,
  createMock,
  loadDocument,
  verify,
} from '../../../src/index.ts';
import { type Operation, operations } from '../../../src/model/operation.ts';
import type { DocumentOutcome, DocumentRun } from './try-documents.ts';
import { nastyDocuments } from './nasty-documents.ts';

const BODIES = [
  '{}',
  '[]',
  '"a"',
  `{"id":1,"name":"${'a'.repeat(40)}!","a":{"a":[1]}}`,
  '7',
  'null',
  'a=1',
];

const { run, first } = workerData as { readonly run: DocumentRun; readonly first: number };
const texts =
  'texts' in run ? run.texts : fc.sample(nastyDocuments, { seed: run.seed, numRuns: run.count });
const tell = (message: DocumentOutcome | { readonly begun: string }): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no page
  parentPort!.postMessage(message);
};
for (const text of texts.slice(first)) {
  tell({ begun: text });
  const before = process.threadCpuUsage();
  const problem = await troubleWith(text);
  const { user, system } = process.threadCpuUsage(before);
  tell({ problem, seconds: (user + system) / 1e6 });
}

/** What went wrong with a document; `undefined` where it was taken, or refused with a reason. */
async function troubleWith(text: string): Promise<string | undefined> {
  try {
    const document = await loadDocument({ text, file: 'nasty.json' });
    const mock = createMock({ document });
    for (const operation of operations(document)) {
      for (const body of BODIES) await answerTo(operation, body, mock.fetch);
    }
    await using server = await mock.listen({ port: 0 });
    await verify({ document, baseUrl: server.url, seed: 1, maxCases: 40, maxTime: 10 }).result;
    return undefined;
  } catch (error) {
    const isReason = error instanceof DiagnosticError || error instanceof StateError;
    return isReason ? undefined : String((error as Error).stack);
  }
}

async function answerTo(
  { method, path, requestBody }: Operation,
  body: string,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const url = `http://mock/.${path.replaceAll(/\{[^}]*\}/g, '1')}`;
  const type = requestBody?.content[0]?.name ?? 'application/json';
  const sent = method === 'GET' ? {} : { body, headers: { 'content-type': type } };
  const response = await fetch(new Request(url, { method, ...sent }));
  const text = await response.text();
  if (text.includes('failed to answer')) throw new Error(`${method} ${path} ${body}: ${text}`);
}
