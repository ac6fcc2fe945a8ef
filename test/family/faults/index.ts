import type { Faulty } from '../member.ts';
import { acceptedFaults } from './accepted.ts';
import { errorFaults } from './errors.ts';
import { failureFaults } from './failures.ts';
import { refusedFaults } from './refused.ts';
import { successFaults } from './success.ts';
import { valueFaults } from './values.ts';

/** Every store with exactly one fault. */
export const faulty: readonly Faulty[] = [
  ...successFaults,
  ...errorFaults,
  ...valueFaults,
  ...acceptedFaults,
  ...refusedFaults,
  ...failureFaults,
];
