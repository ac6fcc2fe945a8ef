import { planRequests } from '../../runner/dry-run.ts';
import type { Io } from '../io.ts';
import { runOptions } from './run-options.ts';
import type { Session } from './session.ts';

/**
 * Prints every request of every run as a line of bash, under the part of the run that it belongs to.
 * Nothing is sent.
 */
export function printRequests(session: Session, io: Io): void {
  for (const visit of session.visits) {
    const options = runOptions(session, visit, io);
    let before = '';
    for (const { part, case: planned, curl } of planRequests(options)) {
      if (part !== before) io.stdout.write(`\n# ${oneLine(part)}\n`);
      before = part;
      io.stdout.write(`# ${oneLine(planned.id)} (${planned.validity.kind})\n${curl}\n`);
    }
  }
}

/** A comment ends with its line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
