/** How the variants of the document are made: where its parts are, and what changes them. */
import type { Document } from 'yaml';
import type { Variant } from './lint-documents.ts';

/** A place in the document. */
export type Path = readonly (string | number)[];

export const operation: Path = ['paths', '/plants', 'post'];
export const request: Path = [...operation, 'requestBody'];
export const requestJson: Path = [...request, 'content', 'application/json'];
export const ok: Path = [...operation, 'responses', '200'];
export const okJson: Path = [...ok, 'content', 'application/json'];
export const refused: Path = [...operation, 'responses', '400'];
export const refusedJson: Path = [...refused, 'content', 'application/json'];
export const schemas: Path = ['components', 'schemas'];
export const newPlantOwn: Path = [...schemas, 'NewPlant', 'allOf', 1];
export const id: Path = [...newPlantOwn, 'properties', 'id'];

type Json = Readonly<Record<string, unknown>>;

export const idSchema: Json = {
  type: 'integer',
  format: 'int64',
  description: 'Number of the plant',
};
export const nameSchema: Json = { type: 'string', description: 'Name of the plant' };
const newPlantProperties: Json = { id: idSchema, name: nameSchema };

/** NewPlant without allOf; with other properties where they are given. */
export function flatNewPlant(properties: Json = newPlantProperties): Json {
  return { type: 'object', required: ['id', 'name'], properties };
}

const errorProperties: Json = {
  message: { type: 'string', description: 'In other words' },
  error: { type: 'integer', format: 'int32', description: 'In other words' },
};

/** The shape of Error, in another order and with other descriptions. */
export const flatError: Json = {
  type: 'object',
  required: ['message', 'error'],
  properties: errorProperties,
};

/** Error without its message. */
export const halfError: Json = {
  type: 'object',
  required: ['error'],
  properties: { error: errorProperties['error'] },
};

/** Puts a value in a place. */
export function set(path: Path, value: unknown): (document: Document) => void {
  return (document) => document.setIn(path, document.createNode(value));
}

/** Takes away what stands in a place. */
export function remove(path: Path): (document: Document) => void {
  return (document) => void document.deleteIn(path);
}

/** One change after the other. */
export function all(...changes: ((document: Document) => void)[]): (document: Document) => void {
  return (document) => changes.forEach((change) => change(document));
}

/** A mistake that one rule finds. */
export function broken(rule: string, name: string, change: Variant['change']): Variant {
  return { name, change, breaks: [rule] };
}

/** A variant without a mistake. */
export function fine(name: string, change: Variant['change']): Variant {
  return { name, change, breaks: [] };
}

/** The body with id, inline instead of by reference; without the component, which is then unused. */
export function inlineRequest(schema: unknown): Variant['change'] {
  return all(set([...requestJson, 'schema'], schema), remove([...schemas, 'NewPlant']));
}

/** Keeps the component in use when the 400 no longer uses it. */
export const otherError: Variant['change'] = set([...operation, 'responses', '500'], {
  description: 'broken',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Replaces the example of the 200. */
export function okExamples(value: unknown): Variant['change'] {
  return set([...okJson, 'examples', 'plant', 'value'], value);
}

/** A number by its digits, which a parsed document would round. */
export function digits(text: string): string {
  return `digits_${text}`;
}
