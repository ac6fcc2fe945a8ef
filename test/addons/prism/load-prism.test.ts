import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { quickenFpTs, quickenPrism } from '../../../src/addons/prism/load-prism.ts';

type Match = (a: string, b: string) => boolean;
interface Matching {
  wildcardMediaTypeMatch: Match;
}
interface Finding {
  findOperationResponse: (responses: readonly { code: string }[], status: number) => unknown;
}
interface Headers {
  parseMIMEHeader: (contentType: string) => readonly (string | undefined)[];
}
interface Types {
  is: (value: unknown, types: unknown, ...more: unknown[]) => unknown;
}
interface Functions {
  dual: (arity: unknown, body: (...args: never[]) => unknown) => (...args: unknown[]) => unknown;
}

const requirePrism = createRequire(createRequire(import.meta.url).resolve('@stoplight/prism-http'));
const matching = stockModule('./validator/utils/wildcardMediaTypeMatch.js') as Matching;
const functions = stockModule('fp-ts/function') as Functions;
const finding = stockModule('./validator/utils/spec.js') as Finding;
const mime = stockModule('./validator/validators/headers.js') as Headers;
const types = stockModule('type-is') as Types;
const stock = {
  mime: mime.parseMIMEHeader,
  is: types.is,
  find: finding.findOperationResponse,
  match: matching.wildcardMediaTypeMatch,
  dual: functions.dual,
};

quickenFpTs(requirePrism);
quickenPrism(requirePrism);

/** A module as it comes, also where other tests have quickened it in this process. */
function stockModule(name: string): unknown {
  delete requirePrism.cache[requirePrism.resolve(name)];
  return requirePrism(name);
}

const TYPES = [
  'application/json',
  'Application/JSON; charset=utf-8',
  'text/*',
  '*/*',
  'a+json',
  '',
];

test("media types match as with Prism's own function, also at the second time", () => {
  expect(matching.wildcardMediaTypeMatch).not.toBe(stock.match);
  for (const a of TYPES) {
    for (const b of TYPES) {
      const expected = stock.match(a, b);
      expect([a, b, matching.wildcardMediaTypeMatch(a, b)]).toEqual([a, b, expected]);
      expect([a, b, matching.wildcardMediaTypeMatch(a, b)]).toEqual([a, b, expected]);
    }
  }
});

test("media types are taken apart as with Prism's own functions, also at the second time", () => {
  expect(mime.parseMIMEHeader).not.toBe(stock.mime);
  expect(types.is).not.toBe(stock.is);
  const forms = ['multipart/form-data', 'application/*'];
  for (const type of ['a/b', 'multipart/form-data; boundary=x', 'Application/JSON;a="b"']) {
    for (let time = 0; time < 2; time += 1) {
      expect(mime.parseMIMEHeader(type)).toEqual(stock.mime(type));
      expect(types.is(type, forms)).toBe(stock.is(type, forms));
      expect(types.is(type, 'a/*')).toBe(stock.is(type, 'a/*'));
      expect(types.is(type, 'a/b', 'x/y')).toBe(stock.is(type, 'a/b', 'x/y'));
    }
  }
  expect(types.is(undefined, forms)).toBe(false);
  expect(() => mime.parseMIMEHeader('garbage')).toThrow('garbage');
});

test('media types of many clients are not all remembered, and stay right', () => {
  for (let i = 0; i < 1000; i += 1) {
    expect(matching.wildcardMediaTypeMatch(`a/b${i}`, `a/b${i}`)).toBe(true);
    expect(matching.wildcardMediaTypeMatch(`a/b${i}`, 'a/c')).toBe(false);
  }
});

const list = (...args: readonly unknown[]): unknown => args;
const isList = (args: ArrayLike<unknown>): boolean => Array.isArray(args[0]);

test.each([2, 3, isList])('fp-ts makes the same of a function of arity %s', (arity) => {
  expect(functions.dual).not.toBe(stock.dual);
  const quick = functions.dual(arity, list);
  const stockDual = stock.dual(arity, list);
  for (const args of [[], [1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [[1], 2], [[1]]]) {
    expect(outcome(quick, args)).toEqual(outcome(stockDual, args));
  }
});

test('what fp-ts makes of its own functions is quickened, whatever is loaded first', async () => {
  const module = import.meta.resolve('../../../src/addons/prism/load-prism.ts');
  const program = `
    const { loadPrism } = await import(${JSON.stringify(module)});
    const { createRequire } = await import('node:module');
    const root = { openapi: '3.1.0', info: { title: 't', version: '1' }, paths: {} };
    await loadPrism({ root }, { errors: false });
    const requirePrism = createRequire(createRequire(${JSON.stringify(module)}).resolve('@stoplight/prism-http'));
    console.log(String(requirePrism('fp-ts/Option').flatMap));`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  expect(stdout).toContain('function');
  expect(stdout).not.toContain('Array.from');
});

/** What a call comes to; where it gives a function, what that comes to. */
function outcome(call: (...args: unknown[]) => unknown, args: readonly unknown[]): unknown {
  const result = call(...args);
  return typeof result === 'function' ? { later: (result as typeof call)('self') } : result;
}

test("a status has the same documented response as with Prism's own function", () => {
  expect(finding.findOperationResponse).not.toBe(stock.find);
  const lists = [[], ['200', '400'], ['default', '2XX'], ['4XX', '404', 'default']];
  for (const list of lists.map((codes) => codes.map((code) => ({ code })))) {
    for (const status of [200, 204, 404, 400, 500, 200]) {
      const stockFound = stock.find(list, status);
      expect([status, finding.findOperationResponse(list, status)]).toEqual([status, stockFound]);
      expect([status, finding.findOperationResponse(list, status)]).toEqual([status, stockFound]);
    }
  }
});
