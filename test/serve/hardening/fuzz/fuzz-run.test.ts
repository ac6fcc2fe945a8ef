import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { serve } from '../../http-helpers.ts';
import { fronts } from '../fronts.ts';
import { writesOf } from './attack-writes.ts';
import { type Attack, TOKEN } from './fuzz-request.ts';
import { fuzz } from './fuzz-run.ts';
import { readThing } from './read-thing.ts';
import { reproduction } from './reproduction.ts';

it.each<[string, (authorization: string) => string]>([
  ['shows the token', (authorization) => `{"error":1,"message":"not ${authorization}"}`],
  ['shows its inside', () => `{"error":1,"message":"x\\n  at go (${import.meta.dirname}:1:2)"}`],
  ['has no error shape', () => '{"message":"no"}'],
])('finds a server that %s, and says how to see it, without the token', async (_what, body) => {
  await using mock = await fronts['the mock']!();
  await using server = await serve((incoming, outgoing) => {
    const text = body(incoming.headers.authorization ?? '');
    outgoing.writeHead(400, { 'content-type': 'application/json', 'content-length': text.length });
    incoming.resume().on('end', () => outgoing.end(text));
  });
  const found = await fuzz({ ...mock, port: server.port }, 50, 1).catch((error: Error) => error);
  expect(found).toBeInstanceOf(Error);
  const { message } = found as Error;
  expect(message).toMatch(/^Seed 1, made smaller \d+ times\. /);
  expect(message).toMatch(/^\{ printf '.*\} \| nc -w 2 127\.0\.0\.1 4010$/m);
  expect(message).not.toContain(TOKEN);
});

it('writes a line that sends the same bytes, but for the token', async () => {
  const every = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));
  const bytes = `${every}%s\\n'\\\\12${TOKEN}7`;
  const attack: Attack = {
    requests: [{ kind: '', method: '', bytes, statuses: [], inspect: () => {} }],
    cuts: [100],
    style: 'broken',
    ends: true,
    changesState: false,
  };
  const [prints = ''] = (await reproduction(attack, 4010)).split(' | nc ');
  const sent = execFileSync('sh', ['-c', prints]).toString('latin1');
  expect(sent).toBe(Buffer.concat(writesOf(attack)).toString('latin1').replace(TOKEN, 'TOKEN'));
});

it.each([
  ['{"id":9223372036854775807,"name":""}', { id: 2n ** 63n - 1n, name: '' }],
  ['{"id":-9223372036854775808.0,"name":"","tag":"t"}', { id: -(2n ** 63n), name: '', tag: 't' }],
  ['{"id":150e-1,"id":1.5e1,"name":""}', { id: 15n, name: '' }],
  ['{"id":0e9999999999,"name":""}', { id: 0n, name: '' }],
  ['{"id":9223372036854775808,"name":""}', undefined],
  ['{"id":1e9999999999,"name":""}', undefined],
  ['{"id":1e-1,"name":""}', undefined],
  ['{"id":1,"name":"","tag":null}', undefined],
  ['{"__proto__":{"id":1,"name":""}}', undefined],
  ['\xef\xbb\xbf{"id":1,"name":""}', undefined],
])('reads %s as the document has it', (text, thing) => {
  expect(readThing(Buffer.from(text, 'latin1'))).toEqual(thing);
});
