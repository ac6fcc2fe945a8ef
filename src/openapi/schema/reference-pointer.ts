/** The JSON Pointer of a reference within the document; `undefined` for any other. */
export function referencePointer(reference: string): string | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
}
