import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { caseFileSchema } from '../../src/verify/cases/read-case-file.ts';

const published: unknown = JSON.parse(readFileSync('contracts/case-file.schema.json', 'utf8'));

describe('the schema of case files', () => {
  // Where this fails, write the object as JSON into the file: editors read that copy.
  it('is what editors get', () => {
    expect(published).toEqual(caseFileSchema);
  });

  const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(caseFileSchema);

  it('is a JSON Schema that accepts the curated cases', () => {
    const file: unknown = parse(readFileSync('contracts/create-plant.yaml', 'utf8'));
    validate(file);
    expect(validate.errors).toBeNull();
  });

  it.each([
    ['a reason for a success', { name: 'x', request: {}, expect: 'success', because: 'y' }],
    ['no reason for a refusal', { name: 'x', request: {}, expect: 'refusal' }],
    ['two bodies', { name: 'x', request: { body: '', noBody: true }, expect: 'success' }],
    ['an unknown key', { name: 'x', request: {}, expect: 'success', status: 200 }],
  ])('refuses %s', (_what, item) => {
    expect(validate({ operation: 'createThing', cases: [item] })).toBe(false);
  });
});
