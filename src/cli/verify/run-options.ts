import { randomBytes } from 'node:crypto';
import {
  type FreshValues,
  DEFAULT_MARKER,
  createFreshValues,
} from '../../model/requests/fresh-values.ts';
import { planRequests } from '../../verify/run/dry-run.ts';
import type { RunOptions } from '../../verify/run/run-options.ts';
import type { Io } from '../io.ts';
import { UserError } from '../user-error.ts';
import { scratchValues } from './selection.ts';
import type { Session, Visit } from './session.ts';

/** Ids that a run can need beyond its plan: what is sent again, and what shrinks a failing case. */
const SPARE_IDS = 200;

/**
 * A run's options.
 *
 * @throws {UserError} where `--id-range` has too few ids for it.
 */
export function runOptions(session: Session, visit: Visit, io: Io): RunOptions {
  const { flags, document, profile, connection, reach } = session;
  const { seed, idRange, marker = DEFAULT_MARKER } = flags;
  const { target, cases, questions, requests, plain } = visit;
  const runId = createRunId();
  const options: RunOptions = {
    ...connection,
    target,
    document,
    documentName: document.file,
    cases,
    questions,
    requests,
    plain,
    fresh: createFreshValues({ seed, runId, marker, idRange }),
    marker: `${marker}-${runId}`,
    seed,
    strict: flags.strict === true,
    timeoutMs: flags.timeout,
    concurrency: flags.concurrency,
    rate: flags.rate,
    bail: flags.bail,
    maxCreates: flags.maxCreates,
    idRange,
    profile,
    reach,
    signal: io.signal,
  };
  if (idRange) checkIdRange(options, idRange);
  return options;
}

/** Tells what this run creates from what earlier ones have left. */
function createRunId(): string {
  return randomBytes(4).toString('hex');
}

function checkIdRange(options: RunOptions, range: NonNullable<RunOptions['idRange']>): void {
  let drawn = 0;
  const scratch = scratchValues();
  const fresh: FreshValues = {
    text: (base) => scratch.text(base),
    integer: (within) => {
      drawn += 1;
      return scratch.integer(within);
    },
  };
  // What is outside of the range is drawn, too.
  for (const _ of planRequests({ ...options, fresh, idRange: undefined })) continue;
  const size = range.maximum - range.minimum + 1n;
  const needed = drawn + SPARE_IDS;
  if (size >= needed) return;
  throw new UserError(
    `Failed to use --id-range: it has ${size} ids, and the run needs ${needed}. Widen it.`,
  );
}
