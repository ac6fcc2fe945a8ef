/** Running Dredd against a server, with a document that it understands and hooks that must run. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { type Samples, addSamples } from './add-samples.ts';
import { type CredentialParts, hookCredentials, maskedParts } from './credential-part.ts';
import { documentedTransactions } from './documented-transaction.ts';
import { downgradeDocument } from './downgrade-document.ts';
import { type DreddEnd, spawnDredd } from './dredd-process.ts';
import { Proof, missingTransactions } from './proof.ts';
import { reach } from './reach.ts';
import { type ReporterPlan, draftFile } from './reporter-plan.ts';
import { type MaskedSecret, SecretMask } from './secret-mask.ts';
import { trimDocument } from './trim-document.ts';

/** One run. */
export interface DreddOptions {
  readonly document: OpenApiDocument;
  readonly baseUrl: URL;
  /** What is sent where the document has no example. */
  readonly samples: Samples;
  /** The hooks file, absolute; they get the run's facts through the variable DREDD_RUN. */
  readonly hooks: string;
  /** The credential that each operation asks for. */
  readonly credentials: CredentialParts;
  /** Masked in everything that is written, besides what is in `credentials`. */
  readonly secrets: readonly MaskedSecret[];
  /** The environment of Dredd and of the hooks. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly reporters: readonly ReporterPlan[];
  /** Also print the requests and responses of passing tests. */
  readonly details: boolean;
  readonly color: boolean;
  /** For each request. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
  readonly onErrorOutput: (text: string) => void;
  /** A report that couldn't be written: its file, and Node's error. */
  readonly onUnwritten: (file: string, error: unknown) => void;
}

/** What came of it; the message is «cause. what to do». */
export type DreddOutcome =
  | { readonly kind: 'pass' }
  | { readonly kind: 'fail'; readonly message?: string | undefined }
  /** Nothing answers at base_url. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** The run says nothing about the server: hooks or transactions were missing. */
  | { readonly kind: 'unproved'; readonly message: string }
  | { readonly kind: 'interrupted' };

/** Dredd's start on a busy machine, and its reports at the end. */
const OVERHEAD_MS = 30_000;

/** Runs Dredd once; its temporary files are gone when this returns. */
export async function runDredd(options: DreddOptions): Promise<DreddOutcome> {
  const problem = await reach(options.baseUrl, options.timeoutMs, options.signal);
  if (options.signal.aborted) return { kind: 'interrupted' };
  if (problem !== undefined) return { kind: 'unreachable', message: problem };
  const folder = await mkdtemp(join(tmpdir(), 'dredd-'));
  try {
    return await runIn(folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runIn(folder: string, options: DreddOptions): Promise<DreddOutcome> {
  const documented = documentedTransactions(options.document);
  if (documented.length === 0) {
    const cause = 'the document has no response with an exact status';
    return { kind: 'unproved', message: `${cause}. Document one, such as "200".` };
  }
  const proof = new Proof(folder);
  const { parts, used } = hookCredentials(options.credentials);
  await proof.prepare(documented, used);
  const baseUrl = options.baseUrl.href.replace(/\/$/, '');
  const trimmed = trimDocument(downgradeDocument(options.document, { baseUrl }));
  const copy = addSamples(trimmed, options.samples);
  await writeFile(join(folder, 'openapi.json'), asciiJson(stringifyJson(copy, 2)));
  const mask = new SecretMask([...options.secrets, ...maskedParts(options.credentials)]);
  const output = mask.stream(options.onOutput);
  const errorOutput = mask.stream(options.onErrorOutput);
  const count = documented.reduce((sum, { times }) => sum + times, 0);
  const end = await spawnDredd({
    configuration: configurationFor(folder, baseUrl, options),
    cwd: folder,
    env: { ...options.env, DREDD_RUN: proof.runFile, DREDD_CREDENTIALS: JSON.stringify(parts) },
    signal: options.signal,
    deadlineMs: OVERHEAD_MS + options.timeoutMs * count,
    onOutput: output.push,
    onErrorOutput: errorOutput.push,
  });
  output.end();
  errorOutput.end();
  await publishReports(folder, mask, options);
  const ran = await proof.read();
  return outcome(end, ran, ran && missingTransactions(documented, ran));
}

function configurationFor(
  folder: string,
  endpoint: string,
  { hooks, reporters, timeoutMs, color, details }: DreddOptions,
): Record<string, unknown> {
  const files = reporters.filter(({ output }) => output !== undefined);
  return {
    endpoint,
    path: ['openapi.json'],
    hookfiles: [hooks],
    // An undocumented road to the options of `request`, which sends what Dredd sends.
    http: { timeout: timeoutMs },
    color,
    details,
    reporter: reporters.map(({ name }) => name),
    output: files.map((reporter) => draftFile(folder, reporter)),
  };
}

/** Dredd's YAML reader refuses characters beyond the basic plane, and JSON can do without them. */
function asciiJson(text: string): string {
  return text.replaceAll(/[\u007f-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

async function publishReports(
  folder: string,
  mask: SecretMask,
  { reporters, onUnwritten }: DreddOptions,
): Promise<void> {
  for (const reporter of reporters) {
    if (reporter.output === undefined) continue;
    const text = await readFile(draftFile(folder, reporter), 'utf8').catch(() => undefined);
    // A run that was cut short has none.
    if (text === undefined) continue;
    try {
      await writeFile(reporter.output, mask.mask(text));
    } catch (error) {
      onUnwritten(reporter.output, error);
    }
  }
}

function outcome(
  end: DreddEnd,
  ran: ReadonlyMap<string, number> | undefined,
  missing: readonly string[] | undefined,
): DreddOutcome {
  if (end === 'aborted') return { kind: 'interrupted' };
  if (end === 'deadline') {
    return { kind: 'fail', message: 'the server kept Dredd waiting for too long' };
  }
  if (ran === undefined || missing === undefined) {
    const help = 'Read what Dredd says above, and let the hooks sign as docs/dredd.md shows.';
    return { kind: 'unproved', message: `the hooks didn't run. ${help}` };
  }
  if (end.code !== 0) return { kind: 'fail' };
  if (missing.length > 0) {
    const help = 'Give each parameter an example, and let the hooks skip none.';
    return { kind: 'unproved', message: `Dredd didn't test ${missing.join(', ')}. ${help}` };
  }
  return { kind: 'pass' };
}
