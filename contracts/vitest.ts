/** The contract as a Vitest suite, for this package and for projects that have a store of their own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plantStore } from '../mocks/command.ts';
import {
  type CaseFile,
  type LoadedDocument,
  type RunResult,
  type VerificationPlan,
  loadDocument,
  verify,
} from '../src/index.ts';

/** Options of {@link describeContract}. */
export interface ContractOptions {
  /**
   * Where the store answers; a function is called before the first test. Default: the variable
   * PLANT_STORE_URL, and where that is not set, the mock is started.
   */
  readonly baseUrl?: string | (() => string | Promise<string>) | undefined;
  /** Access token. Default: the variable PLANT_STORE_TOKEN. */
  readonly token?: string | undefined;
  /** Case files. Default: the curated ones of this package, as far as they are about the document. */
  readonly cases?: readonly string[] | undefined;
  /**
   * Whether the cases that are made from the document are sent, too. False leaves the case files
   * alone, which find less than `plant-store verify` does. Default true.
   */
  readonly generated?: boolean | undefined;
  /** The OpenAPI document's file; the mock is of it, too. Default: the one of this package. */
  readonly document?: string | undefined;
  /** Takes the document by its letter. Default false. */
  readonly strict?: boolean | undefined;
}

/**
 * Describes the contract: one test a case, and one for what only the whole run shows. All requests
 * are sent before the first test, in one run as `plant-store verify` does it, but for the open
 * questions, which only `verify` asks. A generated case whose resource can't be created is skipped.
 */
export function describeContract(options: ContractOptions = {}): void {
  const { generated, strict, document: file = plantStore.document } = options;
  const { tokenVariable, caseFiles } = plantStore;
  const { token = process.env[tokenVariable] || undefined } = options;
  const cases =
    options.cases ?? caseFiles.map((caseFile): CaseFile => ({ file: caseFile, optional: true }));
  describe('the contract', async () => {
    const document = await loadDocument(file);
    const choice = { document, cases, generated, strict, questions: false };
    const shared = { ...choice, token, tokenVariable, userAgent: 'plant-store-kit' };
    // Nothing is sent there: each test has the name of a case.
    const plan = await verify({ ...shared, baseUrl: 'http://localhost' }).plan();
    const known = new Set(plan.cases.map(({ id }) => id));
    const server = new Server(options.baseUrl, document);
    const sent = new Set<string>();
    let result: RunResult;
    beforeAll(async () => {
      const run = verify({ ...shared, baseUrl: await server.start() });
      for await (const event of run) {
        if (event.type === 'exchange') sent.add(event.exchange.case.id);
      }
      result = await run.result;
    }, 120_000);
    afterAll(() => server.stop());
    it.for(plan.cases.map(named))('%s', ([, id], { skip }) => {
      const reason = sent.has(id) ? undefined : whyUnsent(result);
      if (!id.startsWith(CURATED) && reason === UNMADE) skip(reason);
      expect(reason && `not sent: ${reason}`).toBeUndefined();
      expectKept(result.findings.filter((finding) => finding.case === id));
    });
    it('the run as a whole', () => {
      expect(result.stopped?.message).toBeUndefined();
      expectKept(result.findings.filter((finding) => !known.has(finding.case)));
    });
  });
}

/** What the ids of a case file's cases begin with. */
const CURATED = 'curated/';

/** Only in a case file has somebody given it a name of its own. */
function named({
  id,
  title,
}: VerificationPlan['cases'][number]): readonly [name: string, id: string] {
  return [id.startsWith(CURATED) ? title : id, id];
}

/** Not BASE_URL: in a test, Vite has put its own `/` in its place. */
const URL_VARIABLE = 'PLANT_STORE_URL';

/** The store that is asked: the caller's, or the mock. */
class Server {
  readonly #baseUrl: ContractOptions['baseUrl'];
  readonly #document: LoadedDocument;
  #mock: { close(): Promise<void> } | undefined;

  constructor(baseUrl: ContractOptions['baseUrl'], document: LoadedDocument) {
    this.#document = document;
    this.#baseUrl = baseUrl ?? (process.env[URL_VARIABLE] || undefined);
  }

  async start(): Promise<string> {
    if (typeof this.#baseUrl === 'function') return await this.#baseUrl();
    if (this.#baseUrl !== undefined) return this.#baseUrl;
    const { createMockServer } = await import('../mocks/server.ts');
    const mock = await createMockServer({ document: this.#document });
    this.#mock = mock;
    return mock.url;
  }

  async stop(): Promise<void> {
    await this.#mock?.close();
  }
}

const UNMADE = 'what it is about could not be created';

function whyUnsent({ stopped, leftOut = [] }: RunResult): string {
  return stopped?.message ?? leftOut[0]?.message ?? UNMADE;
}

/** Shows what a person needs, and nothing of the machinery. */
function expectKept(findings: RunResult['findings']): void {
  const broken = findings.filter(({ severity }) => severity === 'violation');
  const lines = broken.map(({ rule, message, received, documented, curl }) =>
    [`${rule}: ${message}`, `received ${received}`, `documented ${documented}`, curl].join('\n'),
  );
  expect([...new Set(lines)]).toEqual([]);
}
