import type { ExtraHeader } from '../http/credential.ts';
import { parseTarget } from '../http/target.ts';
import { operations } from '../model/operation.ts';
import { DEFAULT_MARKER, createFreshValues } from '../model/requests/fresh-values.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { readYaml } from '../openapi/read-yaml.ts';
import type { ProfileAnswers } from '../questions/answer.ts';
import { questionsOf } from '../questions/index.ts';
import { collectCases, collectReach } from './cases/collect-cases.ts';
import type { RunEvent } from './run/event.ts';
import { run } from './run/run.ts';
import type { RunOptions } from './run/run-options.ts';

/** Options of a verification. */
export interface VerifyOptions extends Pick<
  RunOptions,
  | 'strict'
  | 'timeoutMs'
  | 'concurrency'
  | 'requests'
  | 'rate'
  | 'bail'
  | 'maxCreates'
  | 'idRange'
  | 'signal'
  | 'ca'
  | 'insecure'
  | 'proxyEnv'
> {
  readonly document: OpenApiDocument & { readonly file?: string };
  /** Where the server answers, with or without a path; http or https, without credentials. */
  readonly baseUrl: string | URL;
  /** The secret for whatever security scheme an operation asks for. Default: none is sent. */
  readonly token?: string | undefined;
  /** The environment variable that stands for the token in findings. Default `ACCESS_TOKEN`. */
  readonly tokenVariable?: string | undefined;
  /** Secrets by security scheme: a token, a key, or `user:password`. Default: `token` serves all. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** Headers of every request besides; findings show no value of them. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Answers that the open questions must have; each difference is a violation. Default: any do. */
  readonly profile?: ProfileAnswers | undefined;
  /** Case files, by their text. Default: none. */
  readonly cases?: readonly { readonly text: string; readonly file: string }[] | undefined;
  /** Whether cases are made from the document, too. Default true. */
  readonly generated?: boolean | undefined;
  /** Whether the open questions are asked. Default true. */
  readonly questions?: boolean | undefined;
  /** Whether bodies of more than 64 KiB are sent. Default true. */
  readonly large?: boolean | undefined;
  /** Decides random cases and the order of sending. Default 1. */
  readonly seed?: number | undefined;
  /** Stands in the texts of what is created, so that people can find it. Default `verify`. */
  readonly marker?: string | undefined;
}

/**
 * Verifies a server: the events of one run.
 *
 * @param runId Tells what this run creates from what others have left.
 * @throws {DiagnosticError} where a case file has a mistake.
 * @throws {Error} where `baseUrl` is no http or https address.
 */
export function verifyServer(
  options: VerifyOptions,
  runId: string,
): AsyncGenerator<RunEvent, void, undefined> {
  const { document, baseUrl, cases = [], generated, large = true, seed = 1 } = options;
  const { questions = true, marker = DEFAULT_MARKER, idRange } = options;
  const caseFiles = cases.map(({ text, file }) => readYaml(text, file));
  const asked = operations(document).flatMap((operation) =>
    questionsOf(document, operation).map((question) => ({ operation, question })),
  );
  return run({
    ...options,
    target: parseTarget(baseUrl),
    documentName: document.file ?? 'the document',
    cases: collectCases({ document, caseFiles, seed, generated, large }),
    questions: questions
      ? asked.filter(({ question }) => large || question.large !== true)
      : undefined,
    fresh: createFreshValues({ seed, runId, marker, idRange }),
    marker: `${marker}-${runId}`,
    reach: collectReach(document),
    seed,
    credential: credentialOf(options),
    userAgent: 'openapi-verify',
  });
}

function credentialOf({
  token,
  tokenVariable: variable = 'ACCESS_TOKEN',
  credentials = {},
  headers = {},
}: VerifyOptions): RunOptions['credential'] {
  const schemes = Object.entries(credentials).map(
    ([name, secret]) => [name, { secret, variable: variableOf(name) }] as const,
  );
  const extra = Object.entries(headers).map(([name, value]): ExtraHeader => {
    const shown = variableOf(name);
    return { name, value, shown: `$${shown}`, variable: shown };
  });
  return { token, variable, schemes: new Map(schemes), headers: extra };
}

/** `staffKey` → `STAFF_KEY`. */
function variableOf(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2');
  return words.replaceAll(/\W+/g, '_').toUpperCase();
}
