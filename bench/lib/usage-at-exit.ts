/** Loaded into a process that is measured: tells at its end, on descriptor 3, what it has used. */
import { writeSync } from 'node:fs';

process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: (maxRSS * 1024) / 1e6 };
  writeSync(3, JSON.stringify(usage));
});
