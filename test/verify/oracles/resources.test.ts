import { describe, expect, it } from 'vitest';
import { keeping, telling, withKind } from '../../rich/changes.ts';
import { siblings } from '../../rich/faults/siblings.ts';
import { besides, kebab, named } from '../../rich/faults/slips.ts';
import {
  type Act,
  type Change,
  type Fields,
  Refusal,
  type Resource,
  type Service,
  type World,
  all,
} from '../../rich/service.ts';
import { shop } from '../../rich/shop.ts';
import { tickets } from '../../rich/tickets.ts';
import { trips } from '../../rich/trips.ts';
import { toldBy } from './support.ts';

describe('siblings', () => {
  it.each([trips, tickets])(
    'are left alone by a server that keeps its contract',
    async (service) => {
      expect(await toldBy('siblings', service)).toEqual([]);
    },
  );

  it('may not go with the one that is deleted', async () => {
    const change: Change = (plain, world) => ({
      remove: (call, resource) => {
        plain.remove(call, resource);
        for (const other of all(world, resource.kind)) world.resources.delete(other);
      },
    });
    expect(await toldBy('siblings', trips, change)).toEqual([
      'violation deleteBooking: another resource is gone when one is deleted',
      'violation deleteTrip: another resource is gone when one is deleted',
      'violation deleteStation: another resource is gone when one is deleted',
    ]);
  });

  it('may not change with the one that is changed', async () => {
    const change = keeping('trip', (sent: Fields, { before }) => {
      if (before)
        for (const other of siblingsOf(before)) other.fields = { ...other.fields, ...sent };
      return sent;
    });
    const known: { resources?: Iterable<{ kind: string; fields: Fields }> } = {};
    function siblingsOf(resourceOfKind: { kind: string }): { fields: Fields }[] {
      return [...known.resources!].filter(
        (resource) => resource !== resourceOfKind && resource.kind === resourceOfKind.kind,
      );
    }
    const told = await toldBy('siblings', trips, (plain, world) => {
      known.resources = world.resources as never;
      return change(plain, world);
    });
    expect(told).toContainEqual(
      expect.stringMatching(/^violation changeTrip: title of another resource changes/),
    );
  });
});

describe('siblings with equal values', () => {
  const sweeping = (kind: string, name: string): Change => {
    return (plain, world) => ({
      remove: (call, resource) => {
        const alike = all(world, kind).filter(
          ({ fields }) => fields[name] !== undefined && fields[name] === resource.fields[name],
        );
        for (const sibling of resource.kind === kind ? alike : []) world.resources.delete(sibling);
        plain.remove(call, resource);
      },
    });
  };

  it.each<[what: string, service: Service, change: Change, operation: string]>([
    ['all of it', tickets, sweeping('ticket', 'title'), 'delete_ticket'],
    ['what need not be unique', tickets, sweeping('label', 'color'), 'delete_label'],
  ])('may not go with the one that is deleted: %s is equal', async (_, service, change, at) => {
    expect(await toldBy('siblings', service, change)).toEqual([
      `violation ${at}: another resource is gone when one is deleted`,
    ]);
  });
});

describe('what depends on a resource that is replaced or changed', () => {
  it.each<[id: string, words: string]>([
    ['replacing-a-station-loses-its-photo', 'what was put at /stations/{station_id}/photo is gone'],
    ['replacing-a-station-deletes-its-trips', 'what refers to it in /trips is gone'],
    [
      'update-project-deletes-its-members',
      'what lies below it in /projects/{project_slug}/members is gone',
    ],
  ])('stays: %s', async (id, words) => {
    const { service, change, at } = siblings.find((sibling) => sibling.id === id)!;
    const only = [`oracle/siblings/${kebab(at[0]!)}/leaves-`];
    expect(await toldBy('siblings', service, change, { only })).toEqual([
      `violation ${at[0]}: ${words} then`,
    ]);
  });
});

describe('what there is one of for each resource', () => {
  const only = ['stored', 'changes', 'siblings'].map((id) => `oracle/${id}/put-preferences`);
  const preferring = (keep: (put: Fields, before: Fields, world: World) => Fields): Service => {
    const { put_preferences: put, ...others } = tickets.operations;
    const act: Act = (call, world) => {
      const user = all(world, 'user').find(({ key }) => key === String(call.parameters['user_id']));
      const before = (user?.fields['preferences'] ?? {}) as Fields;
      const answer = put!(call, world);
      if (user === undefined) return answer;
      const preferences = keep(user.fields['preferences'] as Fields, before, world);
      user.fields = { ...user.fields, preferences };
      return answer;
    };
    return { ...tickets, operations: { ...others, put_preferences: act } };
  };

  it.each<[what: string, keep: Parameters<typeof preferring>[0], told: RegExp]>([
    ['stored', (put, before) => ({ ...put, ...before }), /read not as it was answered/],
    ['replaced', (put, before) => ({ ...before, ...put }), /signature/],
    [
      'its own',
      (put, _, world) => {
        for (const user of all(world, 'user')) {
          user.fields = { ...user.fields, preferences: put };
        }
        return put;
      },
      /of another resource changes when one is changed/,
    ],
  ])('is %s', async (_, keep, wanted) => {
    const told = await toldBy('stored', preferring(keep), undefined, { only });
    expect(told.join()).toMatch(wanted);
  });

  it('is fine with a server that keeps its contract', async () => {
    expect(await toldBy('stored', tickets, undefined, { only })).toEqual([]);
  });
});

describe('siblings without a path', () => {
  it('are looked at in their list', async () => {
    const change: Change = (plain, world) => ({
      remove: (call, resource) => {
        const last = all(world, 'label').at(-1);
        plain.remove(call, resource.kind === 'label' && last ? last : resource);
      },
    });
    expect(await toldBy('siblings', tickets, change)).toContain(
      'violation delete_label: another resource is gone when one is deleted',
    );
  });

  it('have identities of their own', async () => {
    const service = withKind(tickets, 'comment', { nextKey: () => 7 });
    expect(await toldBy('siblings', service)).toEqual([]);
    const ticket = withKind(tickets, 'ticket', {
      nextKey: (_, { parent }, world) => {
        return all(world, 'ticket').filter((resource) => resource.parent === parent).length + 1;
      },
    });
    expect(await toldBy('siblings', ticket)).toEqual([
      'violation create_ticket: a new resource has the identity of one that is there',
    ]);
  });
});

describe('parents', () => {
  it.each([trips, tickets])(
    'are told apart by a server that keeps its contract',
    async (service) => {
      expect(await toldBy('parents', service)).toEqual([]);
    },
  );

  it('may not show the children of others', async () => {
    const change: Change = (plain, world) => ({
      find: (call, kind) =>
        all(world, kind.name).find(({ key }) => key === String(call.parameters[kind.parameter])) ??
        plain.find(call, kind),
    });
    expect(await toldBy('parents', trips, change)).toContain(
      'violation getPayment: GET takes the resource of another parent',
    );
  });

  it('have no children where they never were', async () => {
    const change: Change = (plain) => ({
      find: (call, kind) => {
        const found = plain.find(call, kind);
        const isList = kind.name === 'ticket' && call.operation === 'list_comments';
        return isList && found instanceof Refusal ? ({} as Resource) : found;
      },
    });
    expect(await toldBy('parents', tickets, change)).toEqual(
      expect.arrayContaining([
        'violation list_comments: GET takes what lies below a parent that was never there',
        'violation list_comments: GET takes what lies below a parent that was deleted',
      ]),
    );
  });

  it('may stay as long as they have children', async () => {
    const change: Change = (plain, world) => ({
      permit: (call, resource) => {
        const hasChildren = [...world.resources].some(({ parent }) => parent === resource);
        const isDeleted = call.method === 'DELETE' && hasChildren;
        return isDeleted ? world.refuse('state', 'not empty') : plain.permit(call, resource);
      },
    });
    expect(await toldBy('parents', tickets, change)).toEqual([]);
  });

  it('keep their children to themselves when they are gone', async () => {
    const change: Change = (plain, world) => ({
      remove: (_, resource) => void world.resources.delete(resource),
      find: (call, kind) =>
        all(world, kind.name).find(({ key }) => key === String(call.parameters[kind.parameter])) ??
        plain.find(call, kind),
    });
    expect(await toldBy('parents', trips, change)).toContain(
      'violation getPayment: GET takes what lies below a parent that was deleted',
    );
  });
});

describe('changes', () => {
  it.each([trips, tickets])(
    'are as they were sent by a server that keeps its contract',
    async (service) => {
      expect(await toldBy('changes', service)).toEqual([]);
    },
  );

  it('may not reset what was not sent', async () => {
    const change: Change = (plain) => ({
      keep: (call, draft) => {
        const fields = plain.keep(call, draft);
        return draft.kind.name === 'trip' && draft.before
          ? { difficulty: 'easy', notes: null, ...fields }
          : fields;
      },
    });
    expect(await toldBy('changes', trips, change)).toContain(
      'violation changeTrip: notes changes, though only title was sent',
    );
  });

  it('have to be made where they are accepted', async () => {
    const change: Change = (plain) => ({
      keep: (call, draft) => {
        const { seats, ...fields } = plain.keep(call, draft);
        return draft.before || seats === undefined ? fields : { ...fields, seats };
      },
    });
    expect(await toldBy('changes', trips, change)).toEqual(
      expect.arrayContaining([
        'violation changeTrip: seats stays as it was, though the change was accepted',
      ]),
    );
  });

  it('may be to what is empty', async () => {
    const change: Change = (plain) => ({
      change: (call, resource, draft, isPatch) => ({
        ...plain.change(call, resource, draft, isPatch),
        price: draft.sent['price'] || resource.fields['price'],
      }),
    });
    expect(await toldBy('changes', trips, change)).toContain(
      'violation changeTrip: price stays as it was, though the change was accepted',
    );
  });

  it('are of each property of a replacement', async () => {
    const change: Change = (plain) => ({
      change: (call, resource, draft, isPatch) => {
        const { label_ids: _, ...fields } = plain.change(call, resource, draft, isPatch);
        return { ...fields, due_date: resource.fields['due_date'] };
      },
    });
    expect(await toldBy('changes', tickets, change)).toEqual(
      expect.arrayContaining([
        'violation replace_ticket: label_ids is missing, though it was sent',
        'violation replace_ticket: due_date stays as it was, though the change was accepted',
      ]),
    );
  });

  it('add to what was put there before', async () => {
    const { operations } = tickets;
    const add_label: (typeof operations)[string] = (call, world) => {
      const made = operations['add_label']!(call, world);
      const ticket = all(world, 'ticket').find(
        ({ key }) => key === String(call.parameters['number']),
      );
      if (ticket) ticket.fields = { ...ticket.fields, label_ids: [call.parameters['label_id']] };
      return made;
    };
    const service = { ...tickets, operations: { ...operations, add_label } };
    expect(await toldBy('changes', service)).toEqual([
      'violation add_label: label_ids lacks what was there before',
    ]);
  });

  it('leave what the server made', async () => {
    const change = telling((fields, { changedAt }) => ({
      ...fields,
      createdAt: new Date(changedAt).toISOString(),
    }));
    expect(await toldBy('changes', trips, change)).toContain(
      'violation replaceStation: createdAt changes, which the server made when it created the resource',
    );
  });
});

describe('read-only', () => {
  it.each([trips, tickets])(
    'properties are the server’s, where it keeps its contract',
    async (service) => {
      expect(await toldBy('read-only', service)).toEqual([]);
    },
  );

  it('properties may not be taken from clients', async () => {
    const change: Change = (plain) => ({
      keep: (call, draft) => ({ ...plain.keep(call, draft), ...stateIn(draft.sent) }),
    });
    expect(await toldBy('read-only', trips, change)).toEqual([
      'violation createTrip: state is taken from the client, though it is readOnly',
      'violation createBooking: state is taken from the client, though it is readOnly',
    ]);
  });
});

function stateIn({ state }: Fields): Fields {
  return state === undefined ? {} : { state };
}

describe('what a resource refers to', () => {
  const sweepingUp = (kind: string, name: string, target: string): Change => {
    return (plain, world) => ({
      remove: (call, resource) => {
        plain.remove(call, resource);
        const referred = all(world, target).find(
          ({ key }) => key === String(resource.fields[name]),
        );
        if (resource.kind === kind && referred) world.resources.delete(referred);
      },
    });
  };

  it('may not go with what refers to it', async () => {
    expect(await toldBy('siblings', shop, sweepingUp('product', 'categoryId', 'category'))).toEqual(
      ['violation deleteProduct: what it refers to in /categories is gone then'],
    );
  });

  it('may not be written anew with what refers to it', async () => {
    const service = besides(shop, 'replaceProduct', (call, world) => {
      const { fields } = named(call, world, 'product')!;
      const resource = all(world, 'category').find(
        ({ key }) => key === String(fields['categoryId']),
      )!;
      resource.fields = { ...resource.fields, name: fields['name'] };
    });
    expect(await toldBy('siblings', service)).toEqual([
      'violation replaceProduct: name of what it refers to in /categories changes',
    ]);
  });

  it('may be in another state then', async () => {
    const service = besides(shop, 'cancelOrder', (call, world) => {
      const { fields } = named(call, world, 'order')!;
      const resource = all(world, 'customer').find(
        ({ key }) => key === String(fields['customerId']),
      )!;
      resource.fields = { ...resource.fields, status: 'cancelled' };
    });
    expect(await toldBy('siblings', service)).toEqual([]);
  });
});
