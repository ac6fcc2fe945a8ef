import type { JsonValue } from '../../openapi/json/json-value.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import { freshForm, isOfMany } from '../believable/formed-texts.ts';
import { tellsNumber } from '../believable/numbers.ts';
import type { FreshValues } from './fresh-values.ts';
import {
  freshIdentity,
  hasFewIdentities,
  isFreshFormat,
  isMadeUp,
  textOfFormat,
} from './fresh-identity.ts';

/**
 * Properties of which many a service has each value but once, though nothing in a document can say
 * so. Not codes of countries and the like: those name what is there.
 */
const KEY_NAME = /^(?:user_?name|login|handle|slug|sku|identifier)$/i;

/** Of these, many a service has each but once as well; an example of the document may name what is there. */
const TITLE_NAME = /^(?:code|key|name|title|label|number|reference|serial(?:_?number)?)$/i;

const EMAIL_NAME = /^e_?mail(?:_?address)?$/i;

/** Whether a property is an address of e-mail, by its format or, without one, by its name. */
export function isEmail(name: string, { format, types }: EffectiveSchema): boolean {
  return format === 'email' || (format === undefined && isText(types) && EMAIL_NAME.test(name));
}

function isText(types: readonly string[]): boolean {
  return types.includes('string');
}

/** How fresh texts of a property are drawn. */
export interface FreshText {
  /** Whether each is drawn in place of whatever text stands there, not just of a made-up one. */
  readonly isAlwaysDrawn: boolean;
  /** Whether {@link draw} may have made it. */
  isMadeUp(text: string): boolean;
  /** `undefined` where its length leaves no room. */
  draw(fresh: FreshValues): JsonValue | undefined;
}

/** Of a property that nothing but its format or its name decides; `undefined` for all others. */
export function freshText(name: string, schema: EffectiveSchema): FreshText | undefined {
  if (schema.values !== undefined) return undefined;
  const isKey = KEY_NAME.test(name);
  const isPlain = [undefined, 'byte'].includes(schema.format) && isText(schema.types);
  const isTitle = isPlain && TITLE_NAME.test(name);
  const formed = isPlain ? formedText(name, schema) : undefined;
  if (formed !== undefined) return formed;
  // Of few texts, each may mean something, as the codes of currencies do.
  const isOfOne = !isOfMany(name) && !tellsNumber(name);
  const isCode = isPlain && schema.pattern !== undefined && !hasFewIdentities(schema) && isOfOne;
  if ((isKey && isText(schema.types)) || isTitle || isCode) {
    return { isAlwaysDrawn: isKey, isMadeUp: () => isKey, draw: drawnFor(schema) };
  }
  if (schema.pattern !== undefined) return undefined;
  const format = isEmail(name, schema) ? 'email' : schema.format;
  if (format === undefined || !isFreshFormat(format)) return undefined;
  const formatted = schema.withFormat(format);
  return {
    // Whose address it is matters little.
    isAlwaysDrawn: format === 'email',
    isMadeUp: (text) => isMadeUp(format, text),
    draw: (fresh) => textOfFormat(formatted, fresh.text('')),
  };
}

/** Of a name that tells a form, where its texts can be told from each other and the schema takes them. */
function formedText(name: string, schema: EffectiveSchema): FreshText | undefined {
  const make = freshForm(name);
  if (make === undefined || !isValidFor(make(1), schema, 'request')) return undefined;
  const draw: FreshText['draw'] = (fresh) => make(Number(fresh.integer()));
  const shapeOf = (text: string): string => text.replaceAll(/[\da-f]/g, '0');
  const shape = shapeOf(make(1));
  return { isAlwaysDrawn: false, isMadeUp: (text) => shapeOf(text) === shape, draw };
}

/** An identity that nothing has yet, in the form that the name of its property tells where its schema has none. */
export function freshNamed(
  property: string,
  schema: EffectiveSchema,
  fresh: FreshValues,
): JsonValue {
  const { types, values, format } = schema;
  const isPlain = (values ?? format) === undefined && isText(types);
  const formed = isPlain ? formedText(property, schema) : undefined;
  return formed?.draw(fresh) ?? freshIdentity(schema, fresh, property);
}

/** Of a text that nothing is said of; `undefined` for all others. */
export function freeText(schema: EffectiveSchema): FreshText | undefined {
  const { types, format, pattern, values, examples } = schema;
  const isFree = (format ?? pattern ?? values) === undefined && examples.length === 0;
  if (!isFree || types.some((type) => type !== 'string' && type !== 'null')) return undefined;
  return { isAlwaysDrawn: false, isMadeUp: () => false, draw: drawnFor(schema) };
}

function drawnFor(schema: EffectiveSchema): (fresh: FreshValues) => JsonValue {
  const isFree = schema.pattern === undefined && schema.format === undefined;
  return (fresh) => {
    const text = isFree ? fresh.text('') : undefined;
    const hasRoom = text !== undefined && text.length <= (schema.maxLength ?? Infinity);
    return hasRoom ? text : freshIdentity(schema, fresh);
  };
}
