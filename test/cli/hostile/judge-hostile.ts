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

/** A run of `verify`: how it ended, and all that it wrote, by the names of its reporters and streams. */
export interface ReportedRun {
  readonly code: number;
  readonly ms: number;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Judges a server with every reporter. */
export async function reportedRun(
  url: string,
  token: string,
  ...words: string[]
): Promise<ReportedRun> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  try {
    const reports = FORMATS.flatMap((name) => ['--reporter', `${name}=report.${name}`]);
    const begin = performance.now();
    const { code, stdout, stderr } = await run(
      ['verify', url, ...words, ...reports, '--reporter', 'pretty'],
      { cwd: folder, env: { PLANT_STORE_TOKEN: token } },
    );
    const ms = Math.round(performance.now() - begin);
    const read = async (name: string) =>
      [name, await readFile(join(folder, `report.${name}`), 'utf8').catch(() => '')] as const;
    const files = await Promise.all(FORMATS.map(read));
    return { code, ms, outputs: { stdout, stderr, ...Object.fromEntries(files) } };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What is wrong with a run of `verify` and its reports; none where the server could do no harm. */
export async function harmDoneBy(choose: () => string | undefined): Promise<string[]> {
  await using server = await hostileServer(choose);
  const limits = ['--timeout', '300', '--max-time', '3', '--max-cases', '60'];
  const { code, ms, outputs } = await reportedRun(server.url, 't0ken', ...limits);
  return [
    ...(ms > PATIENCE ? [`it took ${ms} ms`] : []),
    ...([0, 1, 3, 4].includes(code) ? [] : [`exit code ${code}: ${outputs['stderr']}`]),
    ...Object.entries(outputs).flatMap(([name, text]) => harmIn(name, text)),
  ];
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
