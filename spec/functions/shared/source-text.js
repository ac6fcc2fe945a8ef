import { pointerToPath } from '@stoplight/json';
import { isAbsolute, resolve } from '@stoplight/path';

/** More references than this from one to the next lead in a circle. */
const MAX_REFERENCES = 100;

const lines = new WeakMap();

/**
 * The text that a scalar of the resolved document has where it stands: a parsed number is rounded.
 * Empty where that can't be found.
 */
export function sourceText(path, inventory) {
  const { document, own } = locate(path, inventory);
  const range = document?.getRangeForJsonPath(own);
  if (range === undefined || range.start.line !== range.end.line) return '';
  if (!lines.has(document)) lines.set(document, String(document.input).split(/\r?\n/));
  const line = lines.get(document)[range.start.line] ?? '';
  return line.slice(range.start.character, range.end.character).trim();
}

/**
 * Not by the inventory's own findAssociatedItemForPath: of a file that several linted documents
 * refer to, it knows only in the first of them what leads where.
 */
function locate(path, inventory) {
  let place = { document: inventory.document, own: [], node: inventory.document.data };
  for (const segment of path) {
    place = follow(place, inventory);
    place = { ...place, own: [...place.own, segment], node: place.node?.[segment] };
  }
  return follow(place, inventory);
}

function follow(start, inventory) {
  let place = start;
  for (let i = 0; i < MAX_REFERENCES && typeof place.node?.$ref === 'string'; i += 1) {
    const [file, pointer = ''] = place.node.$ref.split('#');
    const document = file === '' ? place.document : documentAt(file, place.document, inventory);
    const own = pointerToPath(`#${pointer}`);
    place = { document, own, node: own.reduce((node, key) => node?.[key], document?.data) };
  }
  return place;
}

function documentAt(file, from, { document, referencedDocuments }) {
  const isWhole = isAbsolute(file) || /^[a-z][a-z\d+.-]+:/i.test(file);
  const source = isWhole ? file : resolve(from?.source ?? '', '..', file);
  return source === document.source ? document : referencedDocuments[source];
}
