/** Takes documents through the mock, its own `verify`, a recording and `lint`, in a thread that can be ended. */
import { parentPort, workerData } from 'node:worker_threads';
import * as fc from 'fast-check';
import {
  DiagnosticError,
  StateError,
  createMock,
  judgeRecording,
  lint,
  loadDocument,
  loadReporters,
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

/** It takes a process of its own. */
const EACH_LINTED = 10;

const { har } = await loadReporters();
const { run, first } = workerData as { readonly run: DocumentRun; readonly first: number };
const texts =
  'texts' in run ? run.texts : fc.sample(nastyDocuments, { seed: run.seed, numRuns: run.count });
const tell = (message: DocumentOutcome | { readonly begun: string }): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no page
  parentPort!.postMessage(message);
};
for (const [i, text] of [...texts.entries()].slice(first)) {
  tell({ begun: text });
  const before = process.threadCpuUsage();
  const problem = await troubleWith(text, i % EACH_LINTED === 0);
  const { user, system } = process.threadCpuUsage(before);
  tell({ problem, seconds: (user + system) / 1e6 });
}

/** What went wrong with a document; `undefined` where it was taken, or refused with a reason. */
async function troubleWith(text: string, isLinted: boolean): Promise<string | undefined> {
  try {
    const document = await loadDocument({ text, file: 'nasty.json' });
    const mock = createMock({ document, fill: 3 });
    for (const operation of operations(document)) {
      for (const body of BODIES) await answerTo(operation, body, mock.fetch);
    }
    await using server = await mock.listen({ port: 0 });
    let recording = '';
    const write = (part: string): void => void (recording += part);
    const report = har({ color: false, version: '1', write });
    const options = { document, baseUrl: server.url, seed: 1, maxCases: 40, maxTime: 10 };
    for await (const event of verify(options)) report(event);
    await judgeRecording({ document, recording: { text: recording, file: 'own.har' } });
    if (isLinted) await lint({ document: { text, file: 'nasty.json' } });
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
