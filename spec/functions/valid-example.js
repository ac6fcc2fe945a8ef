import { oas } from '@stoplight/spectral-rulesets';
import { withoutFractions } from './shared/fractions.js';
import { isObject } from './shared/objects.js';
import { isUsable } from './shared/usable-schema.js';

const validate = oas.rules['oas3-valid-media-example'].then.function;

/**
 * What Spectral finds in examples, but for what it only takes for no multiple of a fraction; and in
 * `examples` also where an `example` stands beside them.
 */
export default function validExample(holder, options, context) {
  const isSchema = options.schemaField === '$';
  const written = isSchema ? holder : holder?.schema;
  if (!isObject(holder) || !isObject(written)) return [];
  const schema = withoutFractions(written);
  const holders = isSchema ? [schema] : perExample(holder).map((one) => ({ ...one, schema }));
  const found = holders.flatMap((one) => validate(one, options, context) ?? []);
  if (found.length === 0) return [];
  const asMedia = { ...options, schemaField: 'schema', type: 'media' };
  const judge = (one) => validate({ schema: one, example: null }, asMedia, context) ?? [];
  return isUsable(schema, judge) ? found : [];
}

/** Spectral looks at `example` alone where there is one. */
function perExample(holder) {
  const { example, examples, ...rest } = holder;
  if (example === undefined || examples === undefined) return [holder];
  return [
    { ...rest, example },
    { ...rest, examples },
  ];
}
