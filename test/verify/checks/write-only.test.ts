import { describe, expect, it } from 'vitest';
import { writeOnly } from '../../../src/verify/checks/returned-values.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { operations } from '../../../src/model/operation.ts';
import { context, exchange } from './exchanges.ts';

const member: JsonObject = {
  properties: {
    name: {},
    pin: { writeOnly: true },
    home: { properties: { key: { $ref: '#/key' } } },
  },
};
const secret = 'gu35s-me';

/** What is said of answers to one operation. */
function say(schema: JsonObject, bodies: readonly unknown[], status = 200): string[] {
  const get = { responses: { 200: { content: { 'application/json': { schema } } } } };
  const document = documentFromValue({ paths: { '/a': { get } }, key: { writeOnly: true } });
  const operation = operations(document)[0]!;
  const exchanges = bodies.map((body, sequence) =>
    exchange({ operation, sequence, status, body: JSON.stringify(body) }),
  );
  return writeOnly.checkRun(exchanges, { ...context, document }).map((one) => {
    expect(JSON.stringify({ ...one, exchange: undefined })).not.toContain(secret);
    return `${one.rule} ${one.severity} ${one.message}: ${one.received} @ ${one.pointer}`;
  });
}

const within = '/paths/~1a/get/responses/200/content/application~1json/schema';

describe('what is for writing only', () => {
  it('is told once, without its value', () => {
    expect(say(member, [{ pin: secret }, { name: 'Ann' }, { pin: secret }])).toEqual([
      `R1 warning pin comes back, though it is writeOnly: pin in 2 answers (its value isn't shown) @ ${within}/properties/pin`,
    ]);
  });

  it('is seen in lists and objects', () => {
    const list = { type: 'array', items: member };
    expect(say(list, [[{ name: 'Ann' }, { pin: secret, home: { key: secret } }]])).toEqual([
      `R1 warning pin comes back, though it is writeOnly: pin in 1 answer (its value isn't shown) @ ${within}/items/properties/pin`,
      `R1 warning home.key comes back, though it is writeOnly: home.key in 1 answer (its value isn't shown) @ ${within}/items/properties/home/properties/key`,
    ]);
  });

  it.each<[what: string, schema: JsonObject, body: unknown, status?: number]>([
    ['is left out', member, { name: secret }],
    ['is null', member, { pin: null, home: null }],
    ['is empty', member, { pin: '' }],
    ['is of one alternative', { oneOf: [member, { properties: { pin: {} } }] }, { pin: secret }],
    ['is in a refusal', member, { pin: secret }, 400],
    ['is in an undocumented answer', member, { pin: secret }, 201],
    ['is of an object, and a list comes', member, [{ pin: secret }]],
  ])('is none where it %s', (_what, schema, body, status) => {
    expect(say(schema, [body], status)).toEqual([]);
  });

  it('is looked for in a schema that contains itself', () => {
    const tree = { properties: { child: { $ref: `#${within}` }, pin: { writeOnly: true } } };
    expect(say(tree, [{ child: { child: { pin: secret } } }])).toHaveLength(1);
  });
});
