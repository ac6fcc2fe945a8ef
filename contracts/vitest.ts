/** The contract as a Vitest suite, for this package and for projects that have a store of their own. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseTemplate } from '../src/verify/cases/case.ts';
import { collectCases } from '../src/verify/cases/collect-cases.ts';
import { createFreshValues } from '../src/model/requests/fresh-values.ts';
import { isAbout } from '../src/verify/cases/case-file.ts';
import type { Finding } from '../src/verify/checks/finding.ts';
import { plantStore } from '../mocks/command.ts';
import { type LoadedDocument, loadDocument } from '../src/model/load-document.ts';
import type { RunResult } from '../src/verify/run/event.ts';
import { run } from '../src/verify/run/run.ts';
import { parseTarget } from '../src/http/target.ts';
import { type YamlSource, readYaml } from '../src/openapi/read-yaml.ts';

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
  const document = readDocument(options.document ?? plantStore.document);
  const { generated } = options;
  const cases = collectCases({
    document,
    caseFiles: readCaseFiles(options.cases, document),
    seed: SEED,
    generated,
  });
  describe('the contract', () => {
    const known = new Set(cases.map(({ id }) => id));
    const server = new Server(options.baseUrl, document);
    let result: RunResult;
    let sent: ReadonlySet<string>;
    beforeAll(async () => {
      ({ result, sent } = await verify(await server.start(), { ...options, document, cases }));
    }, 120_000);
    afterAll(() => server.stop());
    it.for(cases.map(named))('%s', ([, id], { skip }) => {
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

/** Decides the random cases, and the order of sending. */
const SEED = 1;

const { tokenVariable } = plantStore;

function readCaseFiles(
  files: readonly string[] | undefined,
  document: LoadedDocument,
): YamlSource[] {
  const read = (file: string): YamlSource => readYaml(readFileSync(file, 'utf8'), file);
  return (
    files?.map(read) ?? plantStore.caseFiles.map(read).filter((source) => isAbout(document, source))
  );
}

/** What the ids of a case file's cases begin with. */
const CURATED = 'curated/';

/** Only in a case file has somebody given it a name of its own. */
function named({ id, title }: CaseTemplate): readonly [name: string, id: string] {
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

function readDocument(file: string): LoadedDocument {
  return loadDocument(readFileSync(file, 'utf8'), file);
}

interface Verification extends Pick<ContractOptions, 'token' | 'strict'> {
  readonly document: LoadedDocument;
  readonly cases: readonly CaseTemplate[];
}

interface Verified {
  readonly result: RunResult;
  /** Ids of the cases of which an exchange was judged. */
  readonly sent: ReadonlySet<string>;
}

async function verify(baseUrl: string, options: Verification): Promise<Verified> {
  const events = run({
    target: parseTarget(baseUrl),
    document: options.document,
    documentName: options.document.file,
    cases: options.cases,
    fresh: createFreshValues({ seed: SEED, runId: randomBytes(4).toString('hex') }),
    seed: SEED,
    credential: {
      token: options.token ?? (process.env[tokenVariable] || undefined),
      variable: tokenVariable,
    },
    userAgent: 'plant-store-kit',
    strict: options.strict,
  });
  const sent = new Set<string>();
  for await (const event of events) {
    if (event.type === 'exchange') sent.add(event.exchange.case.id);
    if (event.type === 'end') return { result: event.result, sent };
  }
  throw new Error('Failed to verify the contract: the run ended without a result.');
}

const UNMADE = 'what it is about could not be created';

function whyUnsent({ stopped, leftOut = [] }: RunResult): string {
  return stopped?.message ?? leftOut[0]?.message ?? UNMADE;
}

/** Shows what a person needs, and nothing of the machinery. */
function expectKept(findings: readonly Finding[]): void {
  const broken = findings.filter(({ severity }) => severity === 'violation');
  const lines = broken.map(({ rule, message, received, documented, curl }) =>
    [`${rule}: ${message}`, `received ${received}`, `documented ${documented}`, curl].join('\n'),
  );
  expect([...new Set(lines)]).toEqual([]);
}
