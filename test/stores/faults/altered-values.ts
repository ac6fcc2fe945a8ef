import { type Fault, onSuccess, onName, withId, fault, surprise } from './fault.ts';
import { wait, type StoreOptions } from '../store.ts';

/** What comes back is not what was sent. */
export const alteredValues: readonly Fault[] = [
  fault(
    'R4',
    'lowercases names',
    onName((name) => name.toLowerCase()),
  ),
  fault(
    'R4',
    'uppercases names',
    onName((name) => name.toUpperCase()),
  ),
  fault(
    'R4',
    'truncates names',
    onName((name) => name.slice(0, 50)),
  ),
  fault(
    'R4',
    'escapes names for HTML',
    onName((name) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
  ),
  fault(
    'R4',
    'doubles backslashes',
    onName((name) => name.replaceAll('\\', '\\\\')),
  ),
  fault(
    'R4',
    'puts ? for umlauts',
    onName((name) => name.replaceAll(/[^\0-\x7F]/g, '?')),
  ),
  fault(
    'R4',
    'reads UTF-8 as Latin-1',
    onName((name) => Buffer.from(name).toString('latin1')),
  ),
  fault(
    'R4',
    'always answers one name',
    onName(() => 'Monstera'),
  ),
  fault(
    'R4',
    'answers the name of the plant before',
    onName((name, { before, count }) => (count % 9 === 0 ? (before?.name ?? name) : name)),
  ),
  fault(
    'R4',
    'makes a tag up',
    onSuccess((reply) => ({ ...reply, json: { tag: 'unknown', ...reply.json } })),
  ),
  fault(
    'R4',
    'answers an empty tag for none',
    onSuccess((reply) => ({ ...reply, json: { tag: '', ...reply.json } })),
  ),
  fault('R4', 'carries tags over', carriesTagsOver()),
  fault(
    'R4',
    'lowercases tags',
    onSuccess((reply) =>
      'tag' in reply.json
        ? { ...reply, json: { ...reply.json, tag: String(reply.json['tag']).toLowerCase() } }
        : reply,
    ),
  ),
  fault('R4', 'mixes plants up under load', mixesUp()),
  fault(
    'R4',
    'makes an id up',
    withId(() => 7),
  ),
  surprise(
    'R4',
    'drops tags',
    onSuccess((reply) => ({ ...reply, json: { name: reply.json['name'] } })),
  ),
  fault(
    'R7',
    'rounds the ids it repeats',
    withId((id) => BigInt(Number(id))),
  ),
  fault(
    'R7',
    'repeats ids as doubles',
    withId((id) => Number(id)),
  ),
  fault('R7', 'repeats ids as strings', withId(String)),
  fault(
    'R7',
    'cuts ids to 32 bits',
    withId((id) => BigInt.asIntN(32, id)),
  ),
  fault(
    'R7',
    'repeats large ids as null',
    withId((id) => (id > 2n ** 53n ? null : id)),
  ),
];

function carriesTagsOver(): StoreOptions {
  let last: unknown;
  return onSuccess((reply) => {
    const tag = reply.json['tag'] ?? last;
    last = tag;
    return { ...reply, json: tag === undefined ? reply.json : { ...reply.json, tag } };
  });
}

function mixesUp(): StoreOptions {
  let current: unknown;
  return onSuccess(async (reply) => {
    current = reply.json['name'];
    await wait(1);
    return { ...reply, json: { ...reply.json, name: current } };
  });
}
