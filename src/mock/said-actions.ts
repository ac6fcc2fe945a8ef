/** What the words of a document add to what operations do. */
import { withStateRules } from './state-rules.ts';
import { withTotals } from './stated-totals.ts';

/** See {@link asSaid}. */
export type AsSaid = typeof asSaid;

/** An action that refuses what the document says, and keeps the numbers that it speaks of. */
export const asSaid: typeof withTotals = (document, followed, kept) =>
  withStateRules(document, { ...followed, action: withTotals(document, followed, kept) }, kept);
