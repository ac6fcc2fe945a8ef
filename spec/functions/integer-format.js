import { companionsOf, hasType, schemasOf } from './shared/schemas.js';

const WIDTHS = new Set(['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64']);

/** Finds integers whose width nobody can know: no format, or a misspelt one. */
export default function integerFormat(document) {
  const findings = [];
  for (const entry of schemasOf(document)) {
    if (!hasType(entry.schema, 'integer') || listsItsValues(entry.schema)) continue;
    const format = entry.schema.format ?? companionsOf(entry).find((other) => other.format)?.format;
    if (format === undefined) {
      findings.push({ message: 'The integer has no "format"', path: entry.path });
    } else if (/^u?int\d*$/.test(format) && !WIDTHS.has(format)) {
      const path = [...entry.path, 'format'];
      findings.push({ message: `"${format}" is no integer format`, path });
    }
  }
  return findings;
}

function listsItsValues(schema) {
  return schema.enum !== undefined || schema.const !== undefined;
}
