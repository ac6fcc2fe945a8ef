import { parse } from 'node:path';
import type { Reporter } from '../../report/reporter.ts';

/** Formats in which several runs make one whole: texts that are read from top to bottom, and JSON. */
const SEVERAL: ReadonlySet<string> = new Set(['pretty', 'json', 'markdown', 'github']);

/** Whether one report of this format holds any number of runs. */
export function holdsSeveral(name: string): boolean {
  return SEVERAL.has(name);
}

/** `out/report.xml` → `out/report-2.xml`. */
export function numbered(file: string, number: number): string {
  const { name, ext } = parse(file);
  return `${file.slice(0, file.length - name.length - ext.length)}${name}-${number}${ext}`;
}

/** A reporter that makes another one for each run. */
export function reportEach(runs: number, create: (index: number) => Reporter): Reporter {
  const reporters = Array.from({ length: runs }, (_, i) => create(i));
  let current = -1;
  return (event) => {
    if (event.type === 'start') current += 1;
    reporters[current]?.(event);
  };
}
