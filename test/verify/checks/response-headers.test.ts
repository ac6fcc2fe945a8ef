import { describe, expect, it } from 'vitest';
import { responseHeaders } from '../../../src/verify/checks/response.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { type Parts, exchange, invalid } from './exchanges.ts';

const headers: JsonObject = {
  'X-Count': { required: true, schema: { type: 'integer' } },
  'X-Tag': { schema: { type: 'string', maxLength: 3 } },
  'X-Any': {},
};
const at = (status: number, name: string): string =>
  `/paths/~1a/post/responses/${status}/headers/${name}`;

function say(
  parts: Parts,
  responses: JsonObject = { 200: { headers }, 400: { headers } },
): string[] {
  const document = documentFromValue({ paths: { '/a': { post: { responses } } } });
  const one = exchange({ ...parts, operation: operations(document)[0]! });
  return responseHeaders
    .check(one, { document, strict: false })
    .map(({ severity, rule, message, received, documented, pointer }) => {
      expect(severity).toBe('violation');
      expect(documented).toBe(`the header as ${pointer} has it`);
      return `${rule} ${message} (${received}) ${pointer}`;
    });
}

describe('a documented header', () => {
  it('is there, and fits its schema', () => {
    expect(
      say({
        headers: [
          ['x-count', '7'],
          ['X-Tag', 'abc'],
          ['X-Any', ''],
        ],
      }),
    ).toEqual([]);
    expect(say({ headers: [['X-Count', '7']] })).toEqual([]);
  });

  it('is missed where it is required', () => {
    expect(say({})).toEqual([
      `R1 a 200 lacks the header X-Count (no X-Count) ${at(200, 'X-Count')}`,
    ]);
    expect(say({ status: 400 })).toEqual([
      `R2 a 400 lacks the header X-Count (no X-Count) ${at(400, 'X-Count')}`,
    ]);
  });

  it('is told where it breaks its schema, without what it was', () => {
    expect(
      say({
        headers: [
          ['X-Count', 'x, got y'],
          ['X-Tag', 'abcd'],
        ],
      }),
    ).toEqual([
      `R1 a 200: the header X-Count must be an integer (x, got y) ${at(200, 'X-Count')}/schema/type`,
      `R1 a 200: the header X-Tag must have at most 3 characters (abcd) ${at(200, 'X-Tag')}/schema/maxLength`,
    ]);
  });

  it.each<[where: string, parts: Parts]>([
    ['there is no response', { failure: { kind: 'reset', message: '' } }],
    ['the status is not documented', { status: 201 }],
    ['an invalid request was accepted', { validity: invalid }],
  ])('is not looked for where %s', (_where, parts) => {
    expect(say(parts)).toEqual([]);
  });

  it('is looked for in the refusal of an invalid request', () => {
    expect(say({ status: 400, validity: invalid })).toHaveLength(1);
  });
});
