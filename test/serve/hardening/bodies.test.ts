import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Front, createRequest, creates, exchange, fronts } from './fronts.ts';

const DEEP = 200_000;

describe.each(Object.entries(fronts))('%s', (_name, start) => {
  let front: Front;
  beforeAll(async () => {
    front = await start();
  });
  afterAll(() => front[Symbol.asyncDispose]());
  beforeEach(() => front.mock.reset());

  it.each<[string, string, number, string | RegExp]>([
    [
      'a key __proto__',
      '{"id":1,"name":"a","__proto__":{"tag":"p","polluted":1}}',
      200,
      '{"name":"a"}',
    ],
    [
      'a key constructor',
      '{"id":1,"name":"a","constructor":{"prototype":{"polluted":1}}}',
      200,
      '{"name":"a"}',
    ],
    [
      'required members on __proto__',
      '{"__proto__":{"id":1,"name":"a"}}',
      400,
      /id is required|missing/i,
    ],
    [
      '__proto__ beside a large id',
      '{"id":9007199254740993,"name":"a","__proto__":{"polluted":1}}',
      200,
      '{"name":"a"}',
    ],
    ['a key twice', '{"id":1,"name":"a","name":"b"}', 200, '{"name":"b"}'],
    ['an escaped lone surrogate', '{"id":1,"name":"\\ud83c"}', 200, '{"name":"\\ud83c"}'],
    ['a lone surrogate in bytes', '{"id":1,"name":"\xed\xa0\xbc"}', 400, /not well-formed UTF-8/],
    ['an escaped NUL', '{"id":1,"name":"a\\u0000b"}', 200, '{"name":"a\\u0000b"}'],
    ['a bare NUL', '{"id":1,"name":"a\0b"}', 400, /must escape U\+0000/],
    [
      'deep arrays',
      `{"id":1,"name":"a","x":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
      200,
      '{"name":"a"}',
    ],
    ['deep objects', `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`, 400, /id|name/],
    ['deep nesting without an end', '['.repeat(DEEP), 400, /not well-formed JSON/],
    ['a long number', `{"id":${'9'.repeat(DEEP)},"name":"a"}`, 400, /int64/],
    ['a vast exponent', '{"id":1e999999999,"name":"a"}', 400, /int64/],
  ])('answers %s', async (_what, body, status, expected) => {
    const bytes = Buffer.from(
      createRequest('', ['Connection: close']).replace('Length: 0', `Length: ${body.length}`),
      'latin1',
    );
    const [answer] = await exchange(front.port, bytes, Buffer.from(body, 'latin1'), '');
    expect(answer?.status).toBe(status);
    if (typeof expected === 'string') expect(answer?.body).toBe(expected);
    else expect((JSON.parse(answer!.body) as { message: string }).message).toMatch(expected);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await creates(front.port)).toBe(true);
  });
});
