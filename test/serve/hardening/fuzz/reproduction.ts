import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writesOf } from './attack-writes.ts';
import { type Attack, TOKEN } from './fuzz-request.ts';

/** Characters of a line that can still be copied. */
const LONGEST = 4000;

/**
 * A line for a shell that does the same again, without the token; what is too long for a line goes
 * to a file.
 *
 * @param port Of the server, as it is to stand there.
 */
export async function reproduction(attack: Attack, port: number): Promise<string> {
  const parts = writesOf(attack).map(withoutToken);
  const prints = parts.map((part) => `printf '${octal(part)}'`);
  // The other side must see the writes one by one, and be heard to its end.
  const line = `{ ${[...prints, 'true'].join('; sleep 0.1; ')}; } | nc -w 2 127.0.0.1 ${port}`;
  if (line.length <= LONGEST) return line;
  const file = join(await mkdtemp(join(tmpdir(), 'fuzz-')), 'attack.bin');
  await writeFile(file, Buffer.concat(parts));
  return `nc -w 2 127.0.0.1 ${port} < ${file}`;
}

/** What is said of a failure, without the token. */
export function withoutToken<T extends string | Buffer>(text: T): T {
  if (typeof text === 'string') return text.replaceAll(TOKEN, 'TOKEN') as T;
  return Buffer.from(withoutToken(text.toString('latin1')), 'latin1') as Buffer as T;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\r': String.raw`\r`,
  '\n': String.raw`\n`,
  '\\': String.raw`\\`,
  '%': '%%',
};

/** As a format of printf, between apostrophes. */
function octal(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(
      /[^\x20-\x7e]|['\\%]/g,
      (character) =>
        ESCAPES[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );
}
