/** The faults of the rich family, and a small sample of what is found; `npm run rich -- --faults` has all. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { kebabCase } from '../../src/model/kebab-case.ts';
import { faulty, themes } from './faults/index.ts';
import { judge, outcomeOf } from './judge.ts';
import { knownMisses } from './known-misses.ts';
import type { Faulty } from './member.ts';
import { omit } from './omission.ts';
import { startServer } from './server.ts';
import { shop } from './shop.ts';
import { tickets } from './tickets.ts';
import { trips } from './trips.ts';

describe('the faulty members', () => {
  it('have ids of their own', () => {
    const ids = faulty.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect([...knownMisses].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('are many, of every theme', () => {
    expect(faulty.length).toBeGreaterThanOrEqual(250);
    expect(Object.entries(themes).filter(([, members]) => members.length < 10)).toEqual([]);
  });

  it('are of operations that their service has', () => {
    const lost = faulty.filter(
      ({ at, service }) =>
        at.length === 0 || at.some((id) => !Object.hasOwn(service.operations, id)),
    );
    expect(lost.map(({ id }) => id)).toEqual([]);
  });

  it('differ from a server that keeps its contract, in stages that there are', async () => {
    await using trip = await startServer(trips);
    await using ticket = await startServer(tickets);
    await using store = await startServer(shop);
    const wrong = faulty.filter(({ service, change }) => {
      const { world } = [trip, ticket, store].find(
        (server) => server.world.service.file === service.file,
      )!;
      const changed = Object.keys(change?.(world.stages, world) ?? {});
      const isSame = changed.length === 0 && [trips, tickets, shop].includes(service);
      return isSame || changed.some((name) => !Object.hasOwn(world.stages, name));
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  it.each([trips, tickets])('omit to check what the document has', ({ file }) => {
    const document = parse(readFileSync(file, 'utf8')) as object;
    const before = JSON.stringify(document);
    const omissions = faulty.flatMap(({ service }) =>
      service.file === file && service.omission ? [service.omission] : [],
    );
    expect(omissions.length).toBeGreaterThan(20);
    for (const omission of omissions) {
      const root = structuredClone(document);
      omit(root, omission);
      expect(JSON.stringify(root)).not.toBe(before);
    }
  });
});

/** One of so many is judged, by the cases of its operations alone; one of these in a whole run. */
const SAMPLE = 75;
const WHOLE = 'get-booking-breaks-down-without-a-credential';

/** Each is a whole run, on a machine that has other things to do. */
const SLOW = 120_000;

describe('a sample of them', () => {
  const sample = faulty.filter((_, i) => i % SAMPLE === 0);
  it.each(sample)(
    'is found, unless it is known to be missed: $id, $title',
    async (member: Faulty) => {
      const only = member.at.map((id) => `/${kebabCase(id)}/`);
      const way = member.id === WHOLE ? {} : { only };
      const outcome = outcomeOf(await judge(member, { seed: 1, ...way }), member);
      // What is found has to leave the list.
      if (knownMisses.has(member.id)) expect(outcome).not.toBe('found');
      else expect(outcome).toBe('found');
    },
    SLOW,
  );
});
