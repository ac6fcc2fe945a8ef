import { closeSync, openSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { reporters } from '../../reporters/index.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import type { RunEvent } from '../../runner/event.ts';
import { type Io, wantsColor } from '../io.ts';
import { UserError } from '../user-error.ts';
import { holdsSeveral, numbered, reportEach } from './several-runs.ts';

/** The reports that a run was asked for. */
export interface Reports {
  report(event: RunEvent): void;
  /** Ends the files. */
  close(): Promise<void>;
}

/** What reports are made with. */
export interface ReportsContext {
  readonly io: Io;
  readonly version: string;
  /** Servers that are verified, one after the other. Default 1. */
  readonly runs?: number | undefined;
}

/**
 * Opens what `--reporter name` and `--reporter name=file` ask for; `pretty` where nothing does.
 * Files are opened at once: that one can't be written is said before anything is sent.
 */
export function openReports(
  wanted: readonly string[] = ['pretty'],
  { io, version, runs = 1 }: ReportsContext,
): Reports {
  const opened = wanted.map(parseReporter);
  const printed = opened.filter(({ file }) => file === undefined);
  if (printed.length > 1) {
    throw new UserError(
      `Failed to report: ${printed.map(({ name }) => name).join(' and ')} would both write to ` +
        `stdout. Give all but one a file, as in --reporter ${printed[1]!.name}=FILE.`,
    );
  }
  const single = printed.find(({ name }) => runs > 1 && !holdsSeveral(name));
  if (single) {
    throw new UserError(
      `Failed to report: ${single.name} on stdout holds one run only, and there are ${runs}. ` +
        `Give it a file, as in --reporter ${single.name}=FILE.`,
    );
  }
  const closers: (() => void)[] = [];
  const outlets = opened.map(({ name, file }): Reporter => {
    const create = reporters[name]!;
    if (file === undefined) {
      const write = (text: string): unknown => io.stdout.write(text);
      return create({ color: wantsColor(io), version, runs, write });
    }
    if (runs > 1 && !holdsSeveral(name)) {
      return reportEach(runs, (i) => {
        const own = numbered(file, i + 1);
        const output = openFile(resolve(io.cwd, own), own);
        closers.push(() => output.close());
        return create({ color: false, version, write: (text) => output.write(text) });
      });
    }
    const output = openFile(resolve(io.cwd, file), file);
    closers.push(() => output.close());
    return create({ color: false, version, runs, write: (text) => output.write(text) });
  });
  return {
    report: (event) => {
      for (const outlet of outlets) outlet(event);
    },
    close: async () => {
      for (const close of closers) close();
      await Promise.resolve();
    },
  };
}

function parseReporter(wanted: string): { name: string; file: string | undefined } {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(wanted) ?? [];
  if (!Object.hasOwn(reporters, name)) {
    throw new UserError(
      `Failed to report: there is no reporter ${JSON.stringify(name)}. ` +
        `Choose from ${Object.keys(reporters).join(', ')}.`,
    );
  }
  if (file === '') {
    throw new UserError(
      `Failed to report: ${JSON.stringify(wanted)} names no file. Write --reporter ${name}=FILE.`,
    );
  }
  return { name, file };
}

function openFile(path: string, shown: string): { write(text: string): void; close(): void } {
  try {
    const descriptor = openSync(path, 'w');
    return {
      write: (text) => writeFileSync(descriptor, text),
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UserError(
      `Failed to write the report ${shown}: ${code}. Choose a file that can be written.`,
    );
  }
}
