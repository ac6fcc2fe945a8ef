import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/verify/checks/check.ts';
import { checks } from '../../../src/verify/checks/index.ts';
import { type Parts, context, exchange, invalid, open, outOfRange, strict } from './exchanges.ts';

const post = '/paths/~1things/post';
const schemas = '/components/schemas';

/** What is said of an exchange, but for the message and severity: `received ⇐ documented`. */
function say(parts: Parts, given = context): string[] {
  const judged = exchange(parts);
  return checks.flatMap((check) => [check.check(judged, given)].flat().map(sides));
}

function sides({ received, documented, pointer }: Observation): string {
  return `${received} ⇐ ${documented} @ ${pointer}`;
}

describe('an observation says what came, what is documented, and where', () => {
  it.each<[what: string, said: string, parts: Parts]>([
    [
      'another success',
      `201 {"name":"Rosa","tag":"shrub"} ⇐ status 200 @ ${post}/responses/200`,
      { status: 201 },
    ],
    [
      'a redirect, with its target made fit for a terminal',
      `307 to https://x.test/\uFFFD[2J ⇐ status 200 @ ${post}/responses/200`,
      { status: 307, body: '', headers: [['Location', 'https://x.test/\u001B[2J']] },
    ],
    [
      'a redirect of an invalid request, without a target',
      `307 ⇐ no redirect @ ${post}/responses/200`,
      { validity: invalid, status: 307, body: '' },
    ],
    [
      'an accepted invalid request',
      `200 {} ⇐ a refusal (400): id is required @ ${schemas}/NewThing/allOf/1/required`,
      { validity: invalid, body: '{}' },
    ],
    [
      'an accepted integer out of range',
      `200 {} ⇐ a refusal (400): id must fit an int64 @ ${schemas}/NewThing/allOf/1/properties/id/format`,
      { validity: outOfRange, body: '{}' },
    ],
    [
      'a server error',
      `500 text/html <h1> ⇐ no server error, whatever is sent @ ${post}/responses`,
      { status: 500, type: 'text/html', body: '<h1>' },
    ],
    [
      'a server error without a body',
      `503 without Content-Type (empty body) ⇐ no server error, whatever is sent @ ${post}/responses`,
      { validity: open, status: 503, type: null, body: '' },
    ],
    [
      'a property of another type',
      `200 {"name":1} (name must be a string, got 1) ⇐ the documented body of 200 @ ${schemas}/Thing/properties/name/type`,
      { sent: { id: 1, name: 'Rosa' }, body: '{"name":1}' },
    ],
    [
      'an empty body',
      `200 (empty body) (the body is empty) ⇐ JSON, the documented body of 200 @ ${post}/responses/200/content/application~1json/schema`,
      { type: null, body: '' },
    ],
    [
      'broken JSON, with the place',
      `200 {"a" (the body is not JSON: expected ":" after the key, got the end at line 1, column 5) ⇐ JSON, the documented body of 200 @ ${post}/responses/200/content/application~1json/schema`,
      { body: '{"a"' },
    ],
    [
      'a body that is not its coding, with the reason',
      `200 x (the body can not be decoded: not gzip) ⇐ JSON, the documented body of 200 @ ${post}/responses/200/content/application~1json/schema`,
      { decodingError: 'not gzip', body: 'x' },
    ],
    [
      'a key twice',
      `200 {"name":"Rosa","name":"Rosa"} ⇐ keys that readers agree about (RFC 8259, section 4) @ ${post}/responses/200/content/application~1json/schema`,
      { sent: { id: 1, name: 'Rosa' }, body: '{"name":"Rosa","name":"Rosa"}' },
    ],
    [
      'a missing media type',
      `200 without Content-Type {"name":"Rosa","tag":"shrub"} ⇐ application/json @ ${post}/responses/200/content`,
      { type: null },
    ],
    [
      'another charset',
      `200 application/json; charset=x {"name":"Rosa","tag":"shrub"} ⇐ application/json @ ${post}/responses/200/content`,
      { type: 'application/json; charset=x' },
    ],
    [
      'an undocumented refusal',
      `409 application/json {"error":1,"message":""} ⇐ 400 @ ${post}/responses/400`,
      { validity: open, status: 409, body: '{"error":1,"message":""}' },
    ],
    [
      'a dropped optional property',
      `no tag ⇐ tag: "shrub", as sent (it is optional) @ ${schemas}/Thing/properties/tag`,
      { body: '{"name":"Rosa"}' },
    ],
    [
      'a property made up',
      `tag: "" ⇐ no tag, as none was sent @ ${schemas}/Thing/properties/tag`,
      { sent: { id: 1, name: 'Rosa' }, body: '{"name":"Rosa","tag":""}' },
    ],
    [
      'an altered text',
      `name: "rosa" ⇐ name: "Rosa", as sent @ ${schemas}/Thing/properties/name`,
      { sent: { id: 1, name: 'Rosa' }, body: '{"name":"rosa"}' },
    ],
    [
      'an integer that is not exact',
      `id: 9007199254740992 ⇐ id: 9007199254740993, as sent @ ${schemas}/NewThing/allOf/1/properties/id`,
      { sent: { id: 2n ** 53n + 1n, name: 'a' }, body: '{"name":"a","id":9007199254740992}' },
    ],
    [
      'a dropped connection',
      `ECONNRESET ⇐ a complete response, whatever is sent @ ${post}/responses`,
      { failure: { kind: 'reset', message: 'ECONNRESET' } },
    ],
    [
      'a response that stands still',
      `no byte for 5 s after status 200 and 7 bytes of the body ⇐ a complete response, whatever is sent @ ${post}/responses`,
      {
        failure: {
          kind: 'timeout',
          message: 'no byte for 5 s',
          partial: { status: 200, bodyBytes: 7 },
        },
      },
    ],
    [
      'a stack trace',
      `400 with “at f (/srv/a.js:1:2” ⇐ a message for the caller @ ${post}/responses/400`,
      { validity: invalid, status: 400, body: '{"error":1,"message":"at f (/srv/a.js:1:2)"}' },
    ],
  ])('%s', (_, message, parts) => {
    expect(say(parts)).toEqual([message]);
  });
});

describe('an undocumented refusal', () => {
  const parts: Parts = { validity: invalid, status: 404, type: 'text/html', body: '<h1>' };

  it('is held against the documented one', () => {
    expect(say(parts)).toEqual([
      `404 text/html <h1> ⇐ application/json @ ${post}/responses/400`,
      `404 text/html <h1> ⇐ 400 @ ${post}/responses/400`,
    ]);
  });
  it('breaks its media type with --strict', () => {
    const severities = checks.flatMap((check) =>
      [check.check(exchange(parts), strict)].flat().map(({ severity }) => severity),
    );
    expect(severities).toEqual(['violation', 'violation']);
  });
  it('is told to have a stack trace at the operation', () => {
    const body = '{"error":1,"message":"panic: x"}';
    expect(say({ validity: invalid, status: 404, body })).toContain(
      `404 with “panic:” ⇐ a message for the caller @ ${post}/responses`,
    );
  });
});

describe('what came from another request', () => {
  const other = exchange({ id: 'other' }).case;
  const knowing = { ...context, sentElsewhere: () => other };

  it.each<[what: string, said: string, parts: Parts]>([
    [
      'an altered text',
      `name: "Ficus" (sent by other) ⇐ name: "Rosa", as sent @ ${schemas}/Thing/properties/name`,
      { sent: { id: 1, name: 'Rosa' }, body: '{"name":"Ficus"}' },
    ],
    [
      'a property that was not sent',
      `tag: "vine" (sent by other) ⇐ no tag, as none was sent @ ${schemas}/Thing/properties/tag`,
      { sent: { id: 1, name: 'Rosa' }, body: '{"name":"Rosa","tag":"vine"}' },
    ],
    [
      'an integer',
      `id: 70 (sent by other) ⇐ id: 1000, as sent @ ${schemas}/NewThing/allOf/1/properties/id`,
      { sent: { id: 1000, name: 'Rosa' }, body: '{"name":"Rosa","id":70}' },
    ],
  ])('is named with its case: %s', (_, message, parts) => {
    expect(say(parts, knowing)).toEqual([message]);
  });
});
