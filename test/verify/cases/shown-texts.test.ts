import { expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { createBodyBase } from '../../../src/model/requests/body-base.ts';
import { freshBody } from '../../../src/model/requests/fresh-body.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject, JsonValue } from '../../../src/openapi/json/json-value.ts';
import { drawingShown } from '../../../src/verify/cases/generate/shown-texts.ts';

/** What stands in a property of the body that is sent after so many were refused. */
function sentAfter(
  refusedBodies: number,
  name: string,
  schema: JsonObject,
  used?: ReadonlySet<string>,
): JsonValue | undefined {
  const properties = { title: { type: 'string' }, [name]: { type: 'string', ...schema } };
  const body = { schema: { type: 'object', required: ['title', name], properties } };
  const paths = { '/a': { post: { requestBody: { content: { 'application/json': body } } } } };
  const [post] = operations(documentFromValue({ paths }));
  const base = createBodyBase(documentFromValue({ paths }), post!.requestBody!.content[0]!)!;
  const fresh = createFreshValues({ seed: 1, runId: 'run', marker: 'MARK' });
  const sent = freshBody(drawingShown(base, used), { ...fresh, refusedBodies });
  return (sent as JsonObject)[name];
}

it('are drawn in place of a code once the server has refused all bodies that have it', () => {
  const code = { pattern: '^[A-Z]{6}$', example: 'SAMPLE' };
  expect(sentAfter(0, 'code', code)).toBe('SAMPLE');
  expect(sentAfter(1, 'code', code)).toMatch(/^(?!SAMPLE)[A-Z]{6}$/);
});

it('are others in each request as addresses of e-mail, also where a pattern takes them', () => {
  const pattern = String.raw`^[^@\s]+@[^@\s]+\.[a-z]{2,}$`;
  const drawn = /^mark-run-\d+@example\.com$/;
  expect(sentAfter(0, 'email', { pattern, example: 'a@b.test' })).toMatch(drawn);
  expect(sentAfter(0, 'email', { pattern })).toMatch(drawn);
});

it('stay what a pattern says that takes no such address', () => {
  const own = { pattern: String.raw`^[a-z]{6}@own\.test$`, example: 'sample@own.test' };
  expect(sentAfter(0, 'email', own)).toBe('sample@own.test');
  expect(sentAfter(1, 'email', own)).toMatch(/^(?!sample)[a-z]{6}@own\.test$/);
});

it('are drawn in place of a text of which nothing is said once all bodies that have it were refused', () => {
  expect(sentAfter(0, 'motto', { maxLength: 13 })).toBe('sample');
  expect(sentAfter(1, 'motto', { maxLength: 13 })).toMatch(/^(?!sample)[\w-]{1,13}$/);
  expect(sentAfter(1, 'tone', { enum: ['sample', 'other'] })).toBe('sample');
});

it('are others in each request where the document says that only one may have each', () => {
  const shown = { example: '/exports' };
  expect(sentAfter(0, 'folder', shown)).toBe('/exports');
  expect(sentAfter(0, 'folder', shown, new Set(['folder']))).toMatch(/^\/exports-MARK-run-\d$/);
  const coded = { ...shown, pattern: '^/[a-z]+$' };
  expect(sentAfter(0, 'folder', coded, new Set(['folder']))).toBe('/exports');
});
