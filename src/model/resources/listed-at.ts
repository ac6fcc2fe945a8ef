/** Lists beside what is created below something. */
import { pathAbove } from './names.ts';
import type { ResourceFamily } from './resources.ts';

/**
 * Whether a path lists what is created below something, and read beside the list: `/bookings` beside
 * `/bookings/{id}` and `POST /trips/{id}/bookings`.
 */
export function isListedAt(
  { item, collection }: Pick<ResourceFamily, 'item' | 'collection'>,
  path: string,
): boolean {
  const isBeside = item !== undefined && pathAbove(item) === path;
  return isBeside && path !== collection && !path.includes('{');
}
