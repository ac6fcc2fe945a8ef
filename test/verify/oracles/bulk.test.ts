import { describe, expect, it } from 'vitest';
import {
  type Act,
  type Change,
  type Fields,
  Refusal,
  type Service,
  all,
} from '../../rich/service.ts';
import { tickets } from '../../rich/tickets.ts';
import { toldBy } from './support.ts';

describe('what is created by one request', () => {
  it('is fine where all of it is there', async () => {
    expect(await toldBy('bulk', tickets)).toEqual([]);
  });

  it('has to be there', async () => {
    const change: Change = (plain, world) => ({
      finish: (reply, call, refusal) => {
        const [, ...others] = all(world, 'label').slice(-3);
        if (call.operation === 'create_labels')
          for (const other of others) world.resources.delete(other);
        return plain.finish(reply, call, refusal);
      },
    });
    expect(await toldBy('bulk', tickets, change)).toEqual([
      'violation create_labels: one of several that were created is not there',
    ]);
  });

  it('leaves what was there before', async () => {
    const change: Change = (plain, world) => ({
      finish: (reply, call, refusal) => {
        const earlier = all(world, 'label').slice(0, -3);
        if (call.operation === 'create_labels')
          for (const label of earlier) world.resources.delete(label);
        return plain.finish(reply, call, refusal);
      },
    });
    expect(await toldBy('bulk', tickets, change)).toEqual([
      'violation create_labels: what was there before is gone when several are created',
    ]);
  });

  it.each<[what: string, mend: (labels: readonly Fields[]) => readonly Fields[]]>([
    ['fewer are answered than were sent', ([first]) => [first!]],
    ['several have one identity', (all) => all.map((item) => ({ ...item, id: all[0]!['id'] }))],
    [
      'one of several is not answered as it was sent',
      (all) => all.map((item) => ({ ...item, name: all[0]!['name'] })),
    ],
  ])('is answered as it is: %s', async (what, mend) => {
    const { create_labels: create, ...others } = tickets.operations;
    const act: Act = (call, world) => {
      const reply = create!(call, world);
      if (reply instanceof Refusal) return reply;
      const { data } = reply.json as { readonly data: readonly Fields[] };
      return { ...reply, json: { data: mend(data) } };
    };
    const service: Service = { ...tickets, operations: { ...others, create_labels: act } };
    expect(await toldBy('bulk', service)).toContain(`violation create_labels: ${what}`);
  });
});

describe('what clients name themselves', () => {
  const oracles = ['stored', 'changes', 'siblings', 'lists', 'parents'];
  const only = oracles.map((oracle) => `oracle/${oracle}/*-member*`);

  it('is fine where it is put, read, listed and removed', async () => {
    expect(await toldBy('put', tickets, undefined, { only })).toEqual([]);
  });

  it.each<[what: string, change: Change, told: RegExp]>([
    [
      'removed by nobody',
      () => ({ remove: () => undefined }),
      /remove_member|get_member: what was deleted/,
    ],
    [
      'its own',
      (plain, world) => ({
        change: (call, resource, draft, isPatch) => {
          const fields = plain.change(call, resource, draft, isPatch);
          const { role } = fields;
          for (const member of all(world, 'member')) member.fields = { ...member.fields, role };
          return fields;
        },
      }),
      /put_member: role of another resource changes/,
    ],
    [
      'listed',
      (plain) => ({
        among: (call, kind, parent) =>
          kind.name === 'member' ? [] : plain.among(call, kind, parent),
      }),
      /list_members: what was created is not listed/,
    ],
  ])('has to be %s', async (_, change, told) => {
    expect((await toldBy('put', tickets, change, { only })).join()).toMatch(told);
  });
});
