import { type Ran, verify } from '../cli/run-verify.ts';
import { secrets } from './library.ts';

/** The document of the library. */
export const librarySpec = 'test/own-api/library.openapi.yaml';

/** What a JSON report says, as far as these tests look. */
export interface Report {
  readonly verdict: string;
  readonly findings: readonly {
    readonly severity: string;
    readonly rule: string;
    readonly operation: string;
    readonly pointer: string;
    readonly message: string;
    readonly curl: string;
  }[];
  readonly operations: readonly {
    readonly operation: string;
    readonly level: string;
    readonly message: string;
  }[];
}

/** Names the secrets of the library's schemes, as a user would. */
export const credentials: readonly string[] = [
  ['staffKey', 'STAFF_KEY'],
  ['reportKey', 'REPORT_KEY'],
  ['sessionCookie', 'SESSION'],
  ['teller', 'TELLER'],
].flatMap(([scheme, variable]) => ['--credential', `${scheme}=$${variable}`]);

/** Verifies a library, or several in one run of the command line. */
export async function verifyLibrary(
  urls: string | readonly string[],
  args: readonly string[] = [],
): Promise<Ran> {
  return verify([urls, '--spec', librarySpec, ...credentials, ...args].flat(), { env: secrets });
}

/** Verifies a library and reads the report. */
export async function reportOn(url: string, args: readonly string[] = []): Promise<Report> {
  const [report] = await reportsOn([url], args);
  return report!;
}

/** Verifies libraries and reads what is said of each. */
export async function reportsOn(
  urls: readonly string[],
  args: readonly string[],
): Promise<readonly Report[]> {
  const { stdout, stderr } = await verifyLibrary(urls, ['--reporter', 'json', ...args]);
  if (stdout === '') throw new Error(stderr);
  const whole = JSON.parse(stdout) as Report & { readonly runs?: readonly Report[] };
  return whole.runs ?? [whole];
}
