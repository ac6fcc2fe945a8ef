import type { Thing } from './fuzz-request.ts';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

/**
 * What a body says by the specification, read with JSON.parse and nothing of the kit; `undefined`
 * where it isn't valid.
 */
export function readThing(body: Uint8Array): Thing | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return thingOf(JSON.parse(text, exactNumbers));
  } catch {
    return undefined;
  }
}

/** The things in an answer to `/_kit/resources`; `undefined` in place of what is none. */
export function readResources(text: string): (Thing | undefined)[] {
  const { resources } = JSON.parse(text, exactNumbers) as { resources: unknown[] };
  return resources.map(thingOf);
}

function thingOf(value: unknown): Thing | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const memberOf = (key: string): unknown =>
    Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  const [id, name, tag] = [integerOf(memberOf('id')), memberOf('name'), memberOf('tag')];
  if (id === undefined || id < MIN || id > MAX || typeof name !== 'string') return undefined;
  if (tag === undefined) return { id, name };
  return typeof tag === 'string' ? { id, name, tag } : undefined;
}

/** A number as it is spelled. */
class Spelled {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

function exactNumbers(
  _key: string,
  value: unknown,
  context?: { readonly source: string },
): unknown {
  return typeof value === 'number' ? new Spelled(context!.source) : value;
}

function integerOf(value: unknown): bigint | undefined {
  if (!(value instanceof Spelled)) return undefined;
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.source) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 0n;
  const zeros = Number(power) - fraction.length + digits.length - significant.length;
  // Beyond 10^30 it is out of every range, and would take its time.
  if (zeros < 0 || zeros > 30) return undefined;
  return BigInt(`${sign}${significant}${'0'.repeat(zeros)}`);
}
