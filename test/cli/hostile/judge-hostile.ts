import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXml } from '../../report/support/read-xml.ts';
import { run } from '../run-main.ts';
import { INJECTED } from './answers.ts';
import { hostileServer } from './server.ts';

const FORMATS = ['json', 'junit', 'har', 'html', 'markdown', 'sarif', 'github', 'gitlab'] as const;

/** What a terminal shows, or the log of a job. */
const SHOWN = new Set(['stdout', 'stderr', 'markdown', 'github']);

/** Milliseconds after which a run has to be over that was given 3 s. */
const PATIENCE = 15_000;

/** What is wrong with a run of `verify` and its reports; none where the server could do no harm. */
export async function harmDoneBy(choose: () => string | undefined): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  try {
    await using server = await hostileServer(choose);
    const reports = FORMATS.flatMap((name) => ['--reporter', `${name}=report.${name}`]);
    const words = [
      'verify',
      server.url,
      '--timeout',
      '300',
      '--max-time',
      '3',
      '--max-cases',
      '80',
      '--token',
      't0ken',
    ];
    const begin = performance.now();
    const { code, stdout, stderr } = await run([...words, ...reports, '--reporter', 'pretty'], {
      cwd: folder,
    });
    const ms = Math.round(performance.now() - begin);
    const files = await Promise.all(
      FORMATS.map(
        async (name) =>
          [name, await readFile(join(folder, `report.${name}`), 'utf8').catch(() => '')] as const,
      ),
    );
    const outputs = { stdout, stderr, ...Object.fromEntries(files) };
    return [
      ...(ms > PATIENCE ? [`it took ${ms} ms`] : []),
      ...([0, 1, 3, 4].includes(code) ? [] : [`exit code ${code}: ${stderr}`]),
      ...Object.entries(outputs).flatMap(([name, text]) => harmIn(name, text)),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What an output has that should be a text only. */
function harmIn(name: string, text: string): string[] {
  const harms: Record<string, RegExp> = {
    'a stack trace': /\n\s+at .+:\d+:\d+/,
    // oxlint-disable-next-line no-control-regex -- these are what it is about
    ...(SHOWN.has(name) ? { 'a control character': /[\0-\x08\x0b-\x1f\x7f-\x9f]/ } : {}),
    ...(name === 'html'
      ? { HTML: new RegExp(`<(?:script|img)[^>]*>?${INJECTED}|<img src=x`) }
      : {}),
    ...(name === 'markdown'
      ? {
          HTML: new RegExp(`(?:^|[^\\\\\`])<img src="${INJECTED}`),
          'a heading': new RegExp(`^# ${INJECTED}`, 'm'),
        }
      : {}),
    ...(name === 'github' || name === 'stdout'
      ? { 'an annotation': new RegExp(`^::(?:error file=${INJECTED}|set-output|add-mask)`, 'm') }
      : {}),
  };
  const found = Object.entries(harms).flatMap(([harm, pattern]) => {
    const at = text.search(pattern);
    return at === -1 ? [] : [`${harm} in ${name}: ${JSON.stringify(text.slice(at, at + 120))}`];
  });
  return [...found, ...unreadable(name, text)];
}

function unreadable(name: string, text: string): string[] {
  if (text === '') return [];
  try {
    if (name === 'junit') readXml(text);
    if (['json', 'har', 'sarif', 'gitlab'].includes(name)) JSON.parse(text);
    return [];
  } catch (error) {
    return [`${name} can't be read: ${String(error)}`];
  }
}
