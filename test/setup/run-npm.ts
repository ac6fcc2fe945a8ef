import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs npm in a folder, as a user would, and gives what it printed. Where its cache is older than the latest release
 * of a package, it asks again.
 *
 * @throws {Error} with npm's own words where it fails or takes longer than `timeoutMs`.
 */
export async function runNpm(
  words: readonly string[],
  cwd: string,
  timeoutMs = 180_000,
): Promise<string> {
  // They would make npm take the tests' own project for its own, and Vite build for a test.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_(?:package_|config_local)|NODE_ENV$|VITEST)/.test(name),
    ),
  );
  const npm = process.env['npm_execpath'];
  const [file, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const options = { cwd, env, timeout: timeoutMs, maxBuffer: 64 * 1024 * 1024 };
  try {
    const { stdout } = await promisify(execFile)(file, [...first, ...words], options);
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    const fresh = words.map((word) => (word === '--prefer-offline' ? '--prefer-online' : word));
    const isOld = stdout?.includes('ETARGET') || stderr?.includes('ETARGET');
    if (isOld && words.includes('--prefer-offline')) return await runNpm(fresh, cwd, timeoutMs);
    const output = `${stdout ?? ''}${stderr ?? ''}`.trim() || (error as Error).message;
    throw new Error(`Failed to run npm ${words.join(' ')}:\n${output}`, { cause: error });
  }
}
