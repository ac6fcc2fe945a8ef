import type { JsonObject } from '../../openapi/json/json-value.ts';
import { type LineChange, resourceSum } from './journal-line.ts';

/** How many resources are looked at in search of those that aren't at their place, in a whole file. */
const MOST_LOOKS = 1_000_000;

/**
 * Changes of a file's resources, at the place that each names. Where lines before it were damaged, what
 * it changes stands elsewhere, and is told by its check sum.
 */
export class ChangedPlaces {
  #looks = 0;

  /** Makes a change in a list; false where what it changes is not there. */
  apply(change: LineChange, list: JsonObject[]): boolean {
    const place = this.#placeOf(change, list);
    if (place === undefined) return false;
    if (change.by === undefined) list.splice(place, 1);
    else list[place] = change.by;
    return true;
  }

  /** Outwards from where it should be. */
  #placeOf({ place, was }: LineChange, list: readonly JsonObject[]): number | undefined {
    if (was === undefined) return place < list.length ? place : undefined;
    const farthest = Math.max(place, list.length);
    for (let distance = 0; distance <= farthest && this.#looks < MOST_LOOKS; distance += 1) {
      if (isAt(list, place - distance, was)) return place - distance;
      if (isAt(list, place + distance, was)) return place + distance;
      if (distance > 0) this.#looks += 2;
    }
    return undefined;
  }
}

function isAt(list: readonly JsonObject[], place: number, sum: string): boolean {
  const resource = list[place];
  return resource !== undefined && resourceSum(resource) === sum;
}
