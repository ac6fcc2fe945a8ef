import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { hash64 } from './fresh-values.ts';

/** What tells one from another needs so much room. */
const LEAST_ROOM = 6;

/** What a text of a format has before and after the part that tells one from another. */
const FORMATS: Readonly<Record<string, readonly [before: string, after: string, room: number]>> = {
  email: ['', '@example.com', 64],
  hostname: ['', '.example.com', 63],
  uri: ['https://example.com/?', '', 200],
};

const MADE_UP_UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8000-[\da-f]{12}$/;

/** Whether texts of a format can be told from each other, and there is no end of them. */
export function isFreshFormat(format: string | undefined): boolean {
  return format !== undefined && (format === 'uuid' || Object.hasOwn(FORMATS, format));
}

/**
 * A text of a format with a mark in it, such as `verify-1a2b3c4d-17@example.com`; `undefined` for
 * other formats, and where its length leaves no room.
 *
 * @param mark Its end is what tells it from others. Characters that the format lacks are replaced.
 */
export function textOfFormat(
  { format = '', minLength, maxLength = Infinity }: EffectiveSchema,
  mark: string,
): string | undefined {
  if (format === 'uuid') return uuidOf(mark);
  const [before, after, most] = FORMATS[format] ?? [];
  if (before === undefined || after === undefined || most === undefined) return undefined;
  const room = Math.min(most, maxLength - before.length - after.length);
  if (room < LEAST_ROOM) return undefined;
  const plain = mark.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
  const own = plain.slice(-room).replaceAll(/^-+|-+$/g, '');
  const text = `${before}${own}${after}`;
  return text.length < minLength ? undefined : text;
}

/** Whether a text looks like those that {@link textOfFormat} makes. */
export function isMadeUp(format: string | undefined, text: string): boolean {
  if (format === 'uuid') return MADE_UP_UUID.test(text);
  const [before, after] = FORMATS[format ?? ''] ?? [];
  if (before === undefined || after === undefined) return false;
  return text.startsWith(before) && text.endsWith(after);
}

/** In the form of random ones (RFC 9562, 5.4). */
function uuidOf(mark: string): string {
  const digits = hash64(mark).toString(16).padStart(16, '0');
  const [first, second, third] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 15)];
  return `${first}-${second}-4${third}-8000-${digits.slice(15).padStart(12, '0')}`;
}
