import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../..');
const schema = JSON.parse(
  readFileSync(join(folder, 'plant-store.scenario.schema.json'), 'utf8'),
) as Record<string, unknown>;

describe('the schema of scenarios', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const validate = ajv.compile(schema);

  it.each(readdirSync(join(folder, 'mocks/scenarios')))('accepts %s', (name) => {
    validate(parse(readFileSync(join(folder, 'mocks/scenarios', name), 'utf8')));
    expect(validate.errors).toBeNull();
  });

  it.each([
    ['no version', { description: 'x' }],
    ['another version', { scenario: 2, description: 'x' }],
    ['an unknown key', { scenario: 1, description: 'x', seeds: [] }],
    ['a negative latency', { scenario: 1, description: 'x', latency: -1 }],
    [
      'a fault that never acts',
      { scenario: 1, description: 'x', faults: [{ kind: 'drop', times: 0 }] },
    ],
    [
      'a status of a latency',
      { scenario: 1, description: 'x', faults: [{ kind: 'latency', latency: 1, status: 500 }] },
    ],
    ['a latency of nothing', { scenario: 1, description: 'x', faults: [{ kind: 'latency' }] }],
  ])('refuses %s', (_, value) => {
    expect(validate(value)).toBe(false);
  });
});
