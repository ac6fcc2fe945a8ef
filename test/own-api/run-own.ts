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

/** Verifies a library. */
export async function verifyLibrary(url: string, args: readonly string[] = []): Promise<Ran> {
  return verify([url, '--spec', librarySpec, ...credentials, ...args], { env: secrets });
}

/** Verifies a library and reads the report. */
export async function reportOn(url: string, args: readonly string[] = []): Promise<Report> {
  const { stdout, stderr } = await verifyLibrary(url, ['--reporter', 'json', ...args]);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Report;
}
