/** Values that a service may have its own rules about, although the schema takes them. */
import type { Form } from '../../../model/form.ts';
import { openFile } from '../../../model/requests/made-up-files.ts';
import { type JsonValue, isJsonObject } from '../../../openapi/json/json-value.ts';
import { pointerLabel, toPointer } from '../../../openapi/pointer.ts';
import type { EffectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** A body as far as something in it could be unusual. */
export interface Body {
  readonly value?: JsonValue | undefined;
  readonly form?: Form | undefined;
  readonly schema?: EffectiveSchema | undefined;
}

/** Longer texts are not ordinary where the schema gives no limit. */
const ORDINARY_LENGTH = 64;

/**
 * What makes a text one that a service may have its own rules about, although the schema takes it;
 * `undefined` for printable ASCII of ordinary length.
 */
function unusual(text: string, examples: readonly JsonValue[] = []): string | undefined {
  if (text === '') return 'is empty';
  if (text.length > ORDINARY_LENGTH) return `has more than ${ORDINARY_LENGTH} characters`;
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(text)) return 'has control characters';
  if (/[^ -~]/.test(text)) return 'has characters beyond ASCII';
  if (text.trim() !== text) return 'has white space at its edge';
  const isShown =
    examples.length === 0 || examples.some((one) => !isText(one) || one.includes(' '));
  return isShown || !text.includes(' ') ? undefined : 'has a blank, unlike its example';
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

/** The first file that a service may have rules of its own about, as a sentence. */
export function unusualFile(
  value: JsonValue | undefined,
  form: Form | undefined,
): string | undefined {
  const name = openFile(form, value);
  return name && `a service may have rules of its own about what is in the file ${name}`;
}

/** The first such text in a value, as a sentence: `name is empty: …`. */
export function unusualText(
  value: JsonValue = null,
  { form, schema }: Omit<Body, 'value'>,
  path: readonly string[] = [],
): string | undefined {
  if (typeof value === 'string') {
    const what = unusual(value, schema?.examples);
    if (what === undefined) return undefined;
    const label = pointerLabel(toPointer(path));
    return `${label} ${what}: the schema allows it, and nothing more is said about it`;
  }
  if (!Array.isArray(value) && !isJsonObject(value)) return undefined;
  for (const [key, child] of Object.entries(value)) {
    if (form?.fields.get(key)?.isFile === true) continue;
    const own = schema?.properties.get(key) ?? (isJsonObject(value) ? undefined : schema?.items);
    const found = unusualText(child, { schema: own }, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}
