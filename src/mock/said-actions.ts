/** What the words of a document add to what operations do. */
import { withEmbeddings } from './embeddings.ts';
import { withStateRules } from './state-rules.ts';
import { withTotals } from './stated-totals.ts';

/** See {@link asSaid}. */
export type AsSaid = typeof asSaid;

/** An action that refuses what the document says, keeps the numbers that it speaks of, and embeds what is asked for. */
export const asSaid: typeof withTotals = (document, operationAction, stores) =>
  [withTotals, withStateRules, withEmbeddings].reduce(
    (action, add) => add(document, { ...operationAction, action }, stores),
    operationAction.action,
  );
