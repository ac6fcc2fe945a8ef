// What every mended store shares: exact JSON, and what the document says of a plant.
const INT64 = 2n ** 63n;

class Refusal extends Error {}

/** The plant in a body; throws a sentence where it is none. */
export function readPlant(text, contentType = '') {
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
  if (!isInt64(id?.number)) throw new Refusal('id must be an int64');
  if (typeof name !== 'string') throw new Refusal('name must be a string');
  if (tag !== undefined && typeof tag !== 'string') throw new Refusal('tag must be a string');
  return tag === undefined ? { name } : { name, tag };
}

function isInt64(source) {
  if (typeof source !== 'string') return false;
  const [, digits, fraction = '', power = '0'] =
    /^(-?\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(source) ?? [];
  if (digits === undefined || Math.abs(Number(power)) > 1000) return false;
  const shift = Number(power) - fraction.length;
  let whole = BigInt(digits + fraction);
  if (shift < 0 && whole % 10n ** BigInt(-shift) !== 0n) return false;
  whole = shift < 0 ? whole / 10n ** BigInt(-shift) : whole * 10n ** BigInt(shift);
  return whole >= -INT64 && whole < INT64;
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
