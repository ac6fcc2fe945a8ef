import type { JsonNumber, JsonValue } from '../../openapi/json/json-value.ts';
import type { IntegerRange } from '../../openapi/schema/formats.ts';
import { toJsonNumber } from '../../openapi/json/exact-number.ts';

/** Values that no other request of this run, nor of an earlier one, has used. */
export interface FreshValues {
  /**
   * An integer from the run's range of ids.
   *
   * @param within What the property's own schema allows. Default int64.
   */
  integer(within?: IntegerRange): JsonNumber;
  /**
   * `base` with the run's readable marker and a number behind it.
   *
   * @param maxLength In characters; the base is cut so that both fit. Default: no limit.
   */
  text(base: string, maxLength?: number): string;
  /** A number that goes up by one with each call. Default: nothing takes turns. */
  readonly turn?: (() => number) | undefined;
  /** Values of path parameters that earlier requests have left. Default: none. */
  readonly given?: Readonly<Record<string, JsonValue>> | undefined;
  /** How many richer bodies the operation has refused: bodies have less in them. Default: none. */
  readonly refusedBodies?: number | undefined;
  /** Properties that the operation wants although they are optional: they are in the lesser bodies, too. Default: none. */
  readonly wanted?: readonly string[] | undefined;
  /** Values of bodies as the service says that they have to be. Default: it says nothing. */
  readonly told?: readonly ToldValue[] | undefined;
}

/** Makes a value that nothing else of the run has. */
export type Draw = (fresh: FreshValues) => JsonValue;

/** A value of bodies that nothing but the service says. */
export interface ToldValue {
  /** Keys that lead to it from the body. */
  readonly path: readonly string[];
  /** `undefined` where it is left out. */
  readonly draw: (fresh: FreshValues) => JsonValue | undefined;
}

/** Options of {@link createFreshValues}. */
interface FreshValuesOptions {
  /** The run's seed. */
  readonly seed: number;
  /** What tells this run from all others, in a few readable characters. */
  readonly runId: string;
  /** The word by which people recognise what a run has created. Default {@link DEFAULT_MARKER}. */
  readonly marker?: string | undefined;
  /** Where integers come from. Default: all positive integers that every language holds exactly. */
  readonly idRange?: IntegerRange | undefined;
}

/**
 * Short texts of letters and digits only: many a name stands in a language that has a meaning for all else, and
 * many a service has no room for long ones.
 */
export function inPlainWords(fresh: FreshValues): FreshValues {
  return {
    ...fresh,
    text: (_base, ...room) => fresh.text('', ...room).replaceAll(/[^\p{L}\p{N}]/gu, ''),
  };
}

export const DEFAULT_MARKER = 'verify';

/**
 * Ids beyond 2^53 are a test of their own: drawn here, a server that rounds them would fail every
 * case, not the ones that say so. The lowest billion is left to the people who use the server.
 */
const DEFAULT_RANGE: IntegerRange = { minimum: 1_000_000_000n, maximum: 2n ** 53n - 1n };

/**
 * Integers start at a random place of the range and count up from there, so that no two requests of
 * a run, and hardly ever those of two runs, share one. The same seed and run id give the same values.
 */
export function createFreshValues(options: FreshValuesOptions): FreshValues {
  const { seed, runId, marker = DEFAULT_MARKER, idRange = DEFAULT_RANGE } = options;
  if (idRange.minimum > idRange.maximum) {
    throw new Error(
      `Failed to draw ids: the range ${rangeText(idRange)} is empty. Put its lower end first.`,
    );
  }
  const start = hash64(`${seed}/${runId}`);
  const drawn = new Map<string, bigint>();
  let texts = 0;
  let turns = Number(start % 1_000_000n);
  return {
    integer: (within) => {
      const range = within === undefined ? idRange : narrow(idRange, within);
      const size = range.maximum - range.minimum + 1n;
      const count = drawn.get(rangeText(range)) ?? 0n;
      // Of what a schema alone makes so few, one is drawn again.
      if (count >= size && rangeText(range) === rangeText(idRange)) {
        throw new Error(
          `Failed to draw a fresh id: all ${size} of ${rangeText(range)} are used. Choose a wider range.`,
        );
      }
      drawn.set(rangeText(range), count + 1n);
      return toJsonNumber(range.minimum + ((start + count) % size));
    },
    turn: () => {
      turns += 1;
      return turns;
    },
    text: (base, maxLength) => {
      texts += 1;
      const mark = `${marker}-${runId}-${texts}`;
      const room = maxLength === undefined ? undefined : maxLength - characters(mark).length - 1;
      const start =
        room === undefined ? base : characters(base).slice(0, Math.max(0, room)).join('');
      // What is one word stays one: many a name is part of a URL.
      return start === '' ? mark : `${start}${start.includes(' ') ? ' ' : '-'}${mark}`;
    },
  };
}

/** As `maxLength` counts them. */
function characters(text: string): string[] {
  return Array.from(text);
}

/** What both allow; a schema's own range where the run's range lies outside it. */
function narrow(range: IntegerRange, within: IntegerRange): IntegerRange {
  const minimum = range.minimum > within.minimum ? range.minimum : within.minimum;
  const maximum = range.maximum < within.maximum ? range.maximum : within.maximum;
  return minimum > maximum ? within : { minimum, maximum };
}

function rangeText({ minimum, maximum }: IntegerRange): string {
  return `${minimum} to ${maximum}`;
}

/** FNV-1a over UTF-16 units with a final mix: neighbouring run ids start far apart. */
export function hash64(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i += 1) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  }
  hash = BigInt.asUintN(64, (hash ^ (hash >> 33n)) * 0xff51afd7ed558ccdn);
  return hash ^ (hash >> 33n);
}
