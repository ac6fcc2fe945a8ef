/** Runs command lines one after the other, for tests of what could hang: JSON in, JSON out. */
import { main } from '../../src/cli/main.ts';

const outcomes: { code: number; stderr: string }[] = [];
for (const words of JSON.parse(process.argv[2] ?? '[]') as string[][]) {
  let stderr = '';
  const code = await main(words, {
    stdout: { write: () => {} },
    stderr: { write: (text) => (stderr += text) },
    env: {},
    cwd: process.cwd(),
    signal: AbortSignal.timeout(20_000),
  });
  outcomes.push({ code, stderr });
}
process.stdout.write(JSON.stringify(outcomes));
process.exit(0);
