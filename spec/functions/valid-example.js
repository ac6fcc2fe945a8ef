import { oas } from '@stoplight/spectral-rulesets';
import { withoutFractions } from './shared/fractions.js';

const validate = oas.rules['oas3-valid-media-example'].then.function;

/** What Spectral finds in examples, but for what it only takes for no multiple of a fraction. */
export default function validExample(holder, options, context) {
  const isSchema = options.schemaField === '$';
  const exact = isSchema
    ? withoutFractions(holder)
    : { ...holder, schema: withoutFractions(holder.schema) };
  return validate(exact, options, context);
}
