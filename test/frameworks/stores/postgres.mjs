// A PostgreSQL of one's own: started in a folder, ended with the process.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const bin = globSync('/usr/lib/postgresql/*/bin').at(-1);

export const isThere = bin !== undefined;

/** Resolves once there is a database of the name, for the user `postgres`, without a password. */
export async function startPostgres(folder, port, database) {
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres']));
  // It doesn't run as root.
  const who = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  const options = { ...who, cwd: '/tmp', stdio: 'ignore' };
  if (!existsSync(folder)) {
    mkdirSync(folder);
    if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
    const init = ['-D', folder, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'];
    execFileSync(`${bin}/initdb`, init, options);
  }
  // That of a server that died may be about to end.
  while (existsSync(`${folder}/postmaster.pid`)) await pause(300);
  const own = ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'];
  const server = spawn(
    `${bin}/postgres`,
    ['-D', folder, '-p', port, '-k', folder, ...own],
    options,
  );
  process.on('exit', () => server.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
  const db = ['-h', '127.0.0.1', '-p', port, '-U', 'postgres'];
  const works = (command, ...args) => {
    try {
      execFileSync(`${bin}/${command}`, [...db, ...args], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  while (!works('createdb', database) && !works('psql', '-c', 'select 1', database))
    await pause(300);
}
