import type { Need } from '../../verify/cases/case.ts';
import { planRequests } from '../../verify/run/dry-run.ts';
import type { Io } from '../io.ts';
import { runOptions } from './run-options.ts';
import type { Session } from './session.ts';

/**
 * Prints every request of every run as a line of bash, under the part of the run that it belongs to.
 * Nothing is sent.
 */
export function printRequests(session: Session, io: Io): void {
  const shown = session.reach.filter(({ level }) => level !== 'full');
  for (const { operation, level, message } of shown) {
    io.stdout.write(`# ${oneLine(operation)}: ${WORDS[level]}${oneLine(message)}\n`);
  }
  for (const visit of session.visits) {
    const options = runOptions(session, visit, io);
    let before = '';
    for (const { part, case: planned, curl, needs } of planRequests(options)) {
      if (part !== before) io.stdout.write(`\n# ${oneLine(part)}\n`);
      before = part;
      const { id, validity } = planned;
      const after = needs === undefined ? '' : `; ${madeUpWords(needs)}`;
      io.stdout.write(`# ${oneLine(id)} (${validity.kind}${after})\n${curl}\n`);
    }
  }
}

/** The values in the line are made up: those of a run are what the server has answered. */
function madeUpWords({ steps }: Need): string {
  const ids = steps.map(({ template }) => oneLine(template.operation.id));
  return `with what ${ids.join(', then ')} has answered in place of the path's values`;
}

const WORDS = { full: '', chained: '', partial: 'only in part: ', none: 'not at all: ' } as const;

/** A comment ends with its line. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
