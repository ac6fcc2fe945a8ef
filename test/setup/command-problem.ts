import { plantStore } from '../../mocks/command.ts';
import { createProgram } from '../../src/cli/main.ts';

/** What is wrong with a command's words, by the parser alone: nothing runs. */
export async function problemOf(words: readonly string[]): Promise<string> {
  let output = '';
  const stream = { write: (text: string) => ((output += text), true) };
  const { signal } = new AbortController();
  const cwd = import.meta.dirname;
  const io = { stdout: stream, stderr: stream, env: {}, cwd, signal, service: plantStore };
  const program = await createProgram(io, () => {});
  for (const command of program.commands) command.action(() => {});
  await program.parseAsync(words, { from: 'user' }).catch(() => {});
  return output;
}
