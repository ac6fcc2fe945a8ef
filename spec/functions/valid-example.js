import { oas } from '@stoplight/spectral-rulesets';
import { withoutFractions } from './shared/fractions.js';
import { isObject } from './shared/objects.js';
import { isUsable } from './shared/usable-schema.js';

const validate = oas.rules['oas3-valid-media-example'].then.function;

/** What Spectral finds in examples, but for what it only takes for no multiple of a fraction. */
export default function validExample(holder, options, context) {
  const isSchema = options.schemaField === '$';
  const written = isSchema ? holder : holder?.schema;
  if (!isObject(holder) || !isObject(written)) return [];
  const schema = withoutFractions(written);
  const exact = isSchema ? schema : { ...holder, schema };
  const found = validate(exact, options, context) ?? [];
  if (found.length === 0) return [];
  const asMedia = { ...options, schemaField: 'schema', type: 'media' };
  const judge = (one) => validate({ schema: one, example: null }, asMedia, context) ?? [];
  return isUsable(schema, judge) ? found : [];
}
