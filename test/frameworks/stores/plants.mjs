// What every mended store shares: exact JSON, and what the document says of a plant.
const INT64 = 2n ** 63n;

class Refusal extends Error {}

/** The plant in a body, without its id; throws a sentence where it is none. */
export function readPlant(text, contentType) {
  const { id: _, ...plant } = readNewPlant(text, contentType);
  return plant;
}

/** The same with its id, a bigint. */
export function readNewPlant(text, contentType = '') {
  if (!/^application\/json(?:\s*;\s*charset=(?:"utf-8"|utf-8))?\s*$/i.test(contentType)) {
    throw new Refusal('the media type must be application/json');
  }
  let body;
  try {
    body = JSON.parse(text, (_, value, { source } = {}) =>
      typeof value === 'number' ? { number: source } : value,
    );
  } catch {
    throw new Refusal('the body is not JSON');
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw new Refusal('the body must be an object');
  }
  const { id, name, tag } = body;
  const key = int64(id?.number);
  if (key === undefined) throw new Refusal('id must be an int64');
  if (typeof name !== 'string') throw new Refusal('name must be a string');
  if (tag !== undefined && typeof tag !== 'string') throw new Refusal('tag must be a string');
  return { id: key, name, ...(tag !== undefined && { tag }) };
}

function int64(source) {
  if (typeof source !== 'string') return undefined;
  const [, digits, fraction = '', power = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(source) ?? [];
  if (digits === undefined || Math.abs(Number(power)) > 1000) return undefined;
  const shift = Number(power) - fraction.length;
  let whole = BigInt(digits + fraction);
  if (shift < 0 && whole % 10n ** BigInt(-shift) !== 0n) return undefined;
  whole = shift < 0 ? whole / 10n ** BigInt(-shift) : whole * 10n ** BigInt(shift);
  return whole >= -INT64 && whole < INT64 ? whole : undefined;
}

export function isAllowed(authorization = '') {
  return /^bearer +\S+ *$/i.test(authorization);
}

export function refusal(message) {
  return { error: 400, message };
}

/** The answer to a request: `[status, body]`. */
export function answerTo(text, { authorization, 'content-type': contentType }) {
  if (!isAllowed(authorization)) return [400, refusal('a bearer token is required')];
  try {
    return [200, readPlant(text, contentType)];
  } catch (error) {
    return [400, refusal(error instanceof Refusal ? error.message : 'unexpected error')];
  }
}
