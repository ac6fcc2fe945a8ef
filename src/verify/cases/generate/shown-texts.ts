/** Texts that somebody may have used: those that others may not have, too, and that examples show, and made-up ones. */
import { propertyAt } from '../../../openapi/json/json-value.ts';
import { type BodyBase } from '../../../model/requests/body-base.ts';
import {
  isMadeUp,
  textOfFormat,
  type FreshText,
  freeText,
  freshText,
  isEmail,
} from '../../../model/requests/fresh-identity.ts';
import { createFreshValues } from '../../../model/requests/fresh-values.ts';
import { samePath } from '../../../model/requests/slots.ts';
import { isValidFor } from '../../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** For texts that are only looked at. */
const PROBE = createFreshValues({ seed: 0, runId: 'probe' });

/**
 * The base with fresh ones in place of those: of codes and free texts, once all richer bodies were refused.
 *
 * @param used Properties of which the document says that only one may have each value. Default: none.
 */
export function drawingShown(base: BodyBase, used: ReadonlySet<string> = new Set()): BodyBase {
  const refused = base.lesser.length;
  const shown = shownTexts(base, used).map(({ path, fresh }) => {
    const draw: typeof fresh.draw = (values) =>
      (values.refusedBodies ?? 0) < refused ? undefined : fresh.draw(values);
    return { path, fresh: fresh.isAlwaysDrawn ? fresh : { ...fresh, draw } };
  });
  const isOfAddresses = shown.every(({ fresh }) => fresh.isAlwaysDrawn);
  const lesser = isOfAddresses ? base.lesser : base.lesser.toSpliced(-1, 0, base.value);
  return { ...base, lesser, unique: [...base.unique, ...shown] };
}

/** Those of a body, with fresh ones in their place. */
export function shownTexts(
  { slots, unique, identity, marks, names: { fromPath }, value }: BodyBase,
  used: ReadonlySet<string> = new Set(),
): BodyBase['unique'] {
  const others = [...unique, ...identity, ...marks.slice(0, 1)];
  return slots.flatMap(({ path, schema, required }) => {
    const isKnown = others.some((other) => samePath(other.path, path));
    const isOfPath = path.length === 1 && fromPath.includes(path[0]);
    const name = path.at(-1)!;
    const address = isOfPath ? undefined : patternedAddress(name, schema);
    const text = propertyAt(value, path);
    if (typeof text !== 'string') return [];
    const isTop = path.length === 1;
    const free = required && isTop ? freeText(schema) : undefined;
    const marked = isTop && used.has(name) ? markedText(text, schema) : undefined;
    const known = freshText(name, schema) ?? marked ?? free;
    const fresh = address ?? (isKnown || isOfPath ? undefined : known);
    const drawn = fresh?.draw(PROBE);
    if (fresh === undefined || drawn === undefined) return [];
    return isValidFor(drawn, schema, 'request') ? [{ path, fresh }] : [];
  });
}

/** What is shown, with something behind it that nobody has. */
function markedText(
  text: string,
  { pattern, format, values, maxLength }: EffectiveSchema,
): FreshText | undefined {
  if ((pattern ?? format ?? values) !== undefined) return undefined;
  const draw: FreshText['draw'] = (fresh) => fresh.text(text, maxLength);
  return { isAlwaysDrawn: true, isMadeUp: () => false, draw };
}

/** Of addresses that a pattern decides as well: as others are, where it takes them. */
function patternedAddress(name: string, schema: EffectiveSchema): FreshText | undefined {
  if (schema.pattern === undefined || !isEmail(name, schema)) return undefined;
  const formatted = schema.withFormat('email');
  const draw: FreshText['draw'] = (fresh) => textOfFormat(formatted, fresh.text(''));
  const drawn = draw(PROBE);
  if (drawn === undefined || !isValidFor(drawn, schema, 'request')) return undefined;
  return { isAlwaysDrawn: true, isMadeUp: (text) => isMadeUp('email', text), draw };
}
