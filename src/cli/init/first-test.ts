import { type LoadedDocument, requestExample } from '../../index.ts';

/** What a first test is written for. */
export interface FirstTestOptions {
  readonly document: LoadedDocument;
  readonly packageName: string;
  /** Whether the project has Vitest; else Node's own runner will do. */
  readonly hasVitest: boolean;
  /** Where the document is as JSON, from the test; `undefined` where the kit brings it. */
  readonly json: string | undefined;
}

/** Names no host that is there. */
const ADDRESS = 'http://api.test';

/** A test that sends one request to the mock; `undefined` where the document has none that would do. */
export function firstTest(options: FirstTestOptions): string | undefined {
  const { document, packageName, hasVitest, json } = options;
  const request = requestExample(document);
  if (request === undefined) return undefined;
  const { path, method, target, headers, body } = request;
  const lines = headers.map(([name, value]) => `      ${text(name)}: ${text(value)},\n`);
  const fields = lines.length === 0 ? '' : `    headers: {\n${lines.join('')}    },\n`;
  const sent = body === undefined ? '' : `    body: ${text(new TextDecoder().decode(body))},\n`;
  const made = `${json === undefined ? '' : 'document: documentFrom(api), fill: fill(25), '}baseUrl`;
  const fake =
    json === undefined ? '' : `import { documentFrom, fill } from '${packageName}/mocks';\n`;
  const attribute = hasVitest ? '' : " with { type: 'json' }";
  const api = json === undefined ? '' : `import api from '${json}'${attribute};\n`;
  const [runner, is] = hasVitest ? VITEST : NODE;
  return `${fake}import { setupServer } from '${packageName}/mocks/node';
${runner}${api}
const baseUrl = '${ADDRESS}';
const server = setupServer({ ${made} });

${hasVitest ? 'beforeAll' : 'before'}(() => server.listen({ onUnhandledFrame: 'error' }));
${hasVitest ? 'afterAll' : 'after'}(() => server.close());

test('${method} ${path} is answered', async () => {
  const response = await fetch(baseUrl + ${text(target)}, {
    method: '${method}',
${fields}${sent}  });
  ${is}
});
`;
}

const VITEST = [
  "import { afterAll, beforeAll, expect, test } from 'vitest';\n",
  'expect(response.ok).toBe(true);',
] as const;

const NODE = [
  "import assert from 'node:assert/strict';\nimport { after, before, test } from 'node:test';\n",
  'assert.equal(response.ok, true);',
] as const;

/** As a string in code. */
function text(value: string): string {
  return /['\\\n]/.test(value) ? JSON.stringify(value) : `'${value}'`;
}
