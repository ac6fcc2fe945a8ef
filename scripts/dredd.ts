/**
 * Runs Dredd against the base_url that is given, else against the fake, started for it:
 * `npm run dredd [-- base_url …]`.
 */
import { main } from '../src/cli/main.ts';
import { plantStore } from '../mocks/command.ts';
import { createMockServer } from '../mocks/server.ts';

const given = process.argv.slice(2);
const hasTarget = given.some((word) => /^https?:/.test(word));
await using server = hasTarget ? undefined : await createMockServer({ prism: true });
const words = server === undefined ? given : [server.url, ...given];
const io = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  signal: new AbortController().signal,
};
process.exitCode = await main(['dredd', ...words], io, plantStore);
