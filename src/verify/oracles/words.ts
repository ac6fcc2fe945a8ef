/** What the document says in words. */
import { childPointer, valueAt } from '../../openapi/pointer.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { Operation } from '../../model/operation.ts';

/**
 * Summaries and descriptions of an operation and of its responses, as one text.
 *
 * @param isMeant Which responses are meant, by their status. Default: those of successes.
 */
export function saidOf(
  { root }: OpenApiDocument,
  { pointer, responses }: Operation,
  isMeant: (status: string) => boolean = (status) => status.startsWith('2'),
): string {
  const meant = responses.filter(({ status }) => isMeant(status));
  return [pointer, ...meant.map((response) => response.pointer)]
    .flatMap((place) => [childPointer(place, 'summary'), childPointer(place, 'description')])
    .map((place) => valueAt(root, place))
    .filter((text) => typeof text === 'string')
    .join('\n');
}

/** What it says of one response, by its status; empty where it has none. */
export function saidWith(
  { root }: OpenApiDocument,
  { responses }: Operation,
  status: string,
): string {
  const response = responses.find((candidate) => candidate.status === status);
  const text = response && valueAt(root, childPointer(response.pointer, 'description'));
  return typeof text === 'string' ? text : '';
}
