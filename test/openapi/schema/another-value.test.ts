import { expect, it } from 'vitest';
import { anotherValue } from '../../../src/openapi/schema/another-value.ts';
import { effectiveSchema } from '../../../src/openapi/schema/effective-schema.ts';

it.each([
  ['uuid', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 'f47ac10b-58cc-4372-a567-0e02b2c3d470'],
  ['email', 'verify-1@example.com', 'xverify-1@example.com'],
  ['uri', 'https://example.com/verify-1', 'https://example.com/verify-1x'],
])('of a fresh %s, another is as fresh', (format, value, another) => {
  const schema = effectiveSchema({ type: 'string', format, maxLength: 40 }, '');
  expect(anotherValue(schema, value)).toBe(another);
  expect(anotherValue(schema, undefined)).not.toContain('verify');
});

it('is one that everybody may have where there is no room for another', () => {
  const schema = effectiveSchema({ type: 'string', format: 'email', maxLength: 20 }, '');
  expect(anotherValue(schema, 'verify-1@example.com')).toBe('nobody@example.com');
});
