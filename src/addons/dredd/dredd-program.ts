/**
 * The process that runs Dredd: by its own interface for programs, since its command line first asks
 * npm for its version, and ends where there is no npm. Its one word is Dredd's configuration, as JSON.
 */
import { createRequire } from 'node:module';

interface Stats {
  readonly failures: number;
  readonly errors: number;
}

type Dredd = new (configuration: unknown) => {
  run(done: (error: Error | null | undefined, stats: Stats) => void): void;
};

const Runner = createRequire(import.meta.url)('dredd') as Dredd;
new Runner(JSON.parse(process.argv[2] ?? '{}')).run((error, { failures, errors }) => {
  if (error?.message) process.stderr.write(`error: ${error.message}\n`);
  // Hooks may leave something open behind them.
  process.exit(error || failures + errors > 0 ? 1 : 0);
});
