import { oas3_0 } from '@stoplight/spectral-formats';
import { schema as validate } from '@stoplight/spectral-functions';
import { withoutFractions } from './shared/fractions.js';
import { schemasOf } from './shared/schemas.js';
import { isUsable } from './shared/usable-schema.js';

// What makes oas3-valid-schema-example look at a schema's `example` and `default`; a schema that
// only has allOf has none of these, and would go unchecked.
const SEEN_BY_SPECTRAL = ['enum', 'type', 'format', 'properties', 'items'];

/** Checks the examples in schemas that `oas3-valid-schema-example` passes over. */
export default function schemaExamples(document, _options, context) {
  const findings = [];
  // OpenAPI 3.0 has its keywords, such as a boolean exclusiveMinimum, from an older JSON Schema.
  const dialect = context.document.formats?.has(oas3_0) ? 'draft4' : 'draft2020-12';
  for (const { schema: written, path } of schemasOf(document)) {
    for (const [value, ...pointer] of examplesOf(written)) {
      const schema = withoutFractions(written);
      const where = { ...context, path: [...path, ...pointer] };
      const judge = (one) => {
        const results = validate(value, { schema: one, dialect }, where);
        return Array.isArray(results) ? results : [];
      };
      const results = judge(schema);
      if (results.length > 0 && isUsable(schema, judge)) findings.push(...results);
    }
  }
  return findings;
}

function* examplesOf(schema) {
  if (Array.isArray(schema.examples)) {
    for (const [index, value] of schema.examples.entries()) yield [value, 'examples', index];
  }
  if (SEEN_BY_SPECTRAL.some((key) => schema[key])) return;
  for (const key of ['example', 'default']) if (key in schema) yield [schema[key], key];
}
