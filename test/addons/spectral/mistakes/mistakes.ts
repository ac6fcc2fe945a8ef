/** Documents with one mistake each, and sound ones, as edits of three sound documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { fromPointer } from '../../../../src/openapi/pointer.ts';

/** A document with a mistake; a sound one has none. */
export interface Made {
  readonly name: string;
  /** The sound document that it is an edit of. */
  readonly base: string;
  readonly text: string;
  /** Rule that has to tell it, `*` for any, and the JSON Pointer to its place. */
  readonly mistake?: { readonly rule: string; readonly place: string };
}

type Edit = Readonly<Record<string, unknown>>;

interface Table {
  readonly places: Readonly<Record<string, string>>;
  readonly mistakes?: readonly (readonly [rule: string, place: string, edit: Edit])[];
  readonly sound?: readonly Edit[];
}

function read(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8');
}

function tables(file: string): [string, Table][] {
  const document = parseDocument(read(file), { intAsBigInt: true });
  return Object.entries(document.toJS() as Record<string, Table>);
}

/** Every document of the tables, the sound ones first. */
export function madeDocuments(): Made[] {
  const sound = tables('sound.yaml').flatMap(([base, { places, sound: edits = [] }]) =>
    [{}, ...edits].map((edit, i) => ({
      name: `${base}, sound ${i}`,
      base,
      text: edited(base, edit, places),
    })),
  );
  const broken = tables('mistakes.yaml').flatMap(([base, { places, mistakes = [] }]) =>
    mistakes.map(([rule, place, edit], i) => ({
      name: `${base} ${i}: ${rule} ${place}`,
      base,
      text: edited(base, edit, places),
      mistake: { rule, place: whole(place, places) },
    })),
  );
  return [...sound, ...broken];
}

function edited(base: string, edit: Edit, places: Table['places']): string {
  const document = parseDocument(read(`${base}.yaml`), { intAsBigInt: true });
  for (const [pointer, value] of Object.entries(edit)) {
    const path = fromPointer(whole(pointer, places));
    if (value === null) document.deleteIn(path);
    else document.setIn(path, document.createNode(value));
  }
  return document.toString();
}

/** A pointer with the place that its first name stands for. */
function whole(pointer: string, places: Table['places']): string {
  return pointer.replace(/^@\w+/, (name) => places[name] ?? name);
}
