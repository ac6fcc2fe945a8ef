import { readFileSync } from 'node:fs';

/** Resident memory of a process in MB (10^6 bytes); `undefined` where there is no /proc. */
export function residentMegabytes(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(procFile(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1024) / 1e6;
}

/** CPU time that a process has used, in seconds; `undefined` where there is no /proc. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = procFile(pid, 'stat');
  if (stat === undefined) return undefined;
  // The name in parentheses may hold blanks; user and system time are fields 14 and 15 (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

/** What Linux shows to programs, whatever its own clock does. */
const TICKS_A_SECOND = 100;

function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
