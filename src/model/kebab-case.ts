/** `id -1 (ä)` → `id-minus-1-a`: stable from run to run, and safe in a shell. */
export function kebabCase(name: string): string {
  return name
    .replaceAll(/(^|[\s(,])-(?=\d)/g, '$1minus ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
