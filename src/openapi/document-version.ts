import type { Problem } from './diagnostic.ts';
import type { JsonObject } from './json/json-value.ts';
import { showJson } from './json/stringify-json.ts';

/** By the key that says it: versions as they are written in short, and in full. */
const IN_FULL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  openapi: { '3': '3.0.0', '3.0': '3.0.0', '3.1': '3.1.0', '3.2': '3.2.0' },
  swagger: { '2': '2.0' },
};

/**
 * Writes the version of a document in full where it is short, or a number for want of quotes; in place.
 *
 * @returns How it was read.
 */
export function completeVersion(root: JsonObject): Problem[] {
  return Object.entries(IN_FULL).flatMap(([key, versions]) => {
    const { [key]: written } = root;
    if (typeof written !== 'string' && typeof written !== 'number') return [];
    const version = Object.hasOwn(versions, written) ? versions[written] : undefined;
    if (version === undefined) return [];
    root[key] = version;
    const shown = showJson(version);
    return [
      {
        code: 'sloppy-version',
        severity: 'warning',
        message: `"${key}: ${showJson(written)}" is read as ${shown}`,
        help: `Write \`${key}: ${shown}\`.`,
        pointer: `/${key}`,
      },
    ];
  });
}
