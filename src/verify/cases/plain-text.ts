import { type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import { pointerLabel, toPointer } from '../../openapi/pointer.ts';

/** Nobody has reason to refuse a text up to this length where the schema gives no limit. */
const ORDINARY_LENGTH = 128;

/**
 * What makes a text one that a service may have its own rules about, although the schema takes it;
 * `undefined` for printable ASCII of ordinary length.
 */
function unusual(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.length > ORDINARY_LENGTH) return `has more than ${ORDINARY_LENGTH} characters`;
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'has control characters';
  if (/[^ -~]/.test(text)) return 'has characters beyond ASCII';
  return text.trim() === text ? undefined : 'has white space at its edge';
}

/** The first such text in a value, as a sentence: `name is empty: …`. */
export function unusualText(value: JsonValue): string | undefined {
  return search(value, []);
}

function search(value: JsonValue, path: readonly (string | number)[]): string | undefined {
  if (typeof value === 'string') {
    const what = unusual(value);
    if (what === undefined) return undefined;
    const label = pointerLabel(toPointer(path));
    return `${label} ${what}: the schema allows it, and nothing more is said about it`;
  }
  const children: [string | number, JsonValue][] = Array.isArray(value)
    ? [...value.entries()]
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  for (const [key, child] of children) {
    const found = search(child, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
