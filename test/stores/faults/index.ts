import type { Fault } from './fault.ts';
import { wrongSuccess } from './wrong-success.ts';
import { refusedValid } from './refused-valid.ts';
import { wrongErrors } from './wrong-errors.ts';
import { alteredValues } from './altered-values.ts';
import { acceptedInvalid } from './accepted-invalid.ts';
import { serverFailures } from './server-failures.ts';

/** Every faulty store. */
export const faults: readonly Fault[] = [
  ...wrongSuccess,
  ...refusedValid,
  ...wrongErrors,
  ...alteredValues,
  ...acceptedInvalid,
  ...serverFailures,
];
