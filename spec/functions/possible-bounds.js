import { schemasOf } from './shared/schemas.js';

const PAIRS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
];

/** Finds schemas that no value can fit, for their least is more than their most. */
export default function possibleBounds(document) {
  const findings = [];
  for (const { schema, path } of schemasOf(document)) {
    for (const [least, most] of PAIRS) {
      // Rounded to doubles, numbers keep their order.
      const [low, high] = [schema[least], schema[most]];
      if (typeof low !== 'number' || typeof high !== 'number' || low <= high) continue;
      const message = `${least} ${low} is more than ${most} ${high}`;
      findings.push({ message, path: [...path, least] });
    }
  }
  return findings;
}
