import * as fc from 'fast-check';
import type { FrontFacts } from '../fronts.ts';
import { brokenRequests } from './broken-http.ts';
import { controlRequests } from './control-request.ts';
import { createRequests } from './create-request.ts';
import type { Attack, FuzzRequest } from './fuzz-request.ts';
import { fileRequest, otherRequest } from './other-request.ts';
import { profileAttacks } from './profile-request.ts';
import { faultAttacks, roundTrip } from './state-request.ts';

type Plan = Omit<Attack, 'cuts' | 'ends'>;

function exact(requests: readonly FuzzRequest[], changesState = false): Plan {
  return { requests, style: 'exact', changesState };
}

function several<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.array(arbitrary, { minLength: 1, maxLength: 4 });
}

function plans(front: FrontFacts): fc.Arbitrary<Plan> {
  const service = fc.oneof(
    { weight: 5, arbitrary: createRequests(front) },
    { weight: 1, arbitrary: otherRequest },
  );
  const control = fc.oneof(
    { weight: 4, arbitrary: controlRequests(front) },
    { weight: 1, arbitrary: fileRequest },
  );
  return fc.oneof(
    { weight: 10, arbitrary: several(service).map((all) => exact(all)) },
    { weight: 6, arbitrary: several(control).map((all) => exact(all, true)) },
    { weight: 1, arbitrary: roundTrip.map((all) => exact(all, true)) },
    { weight: 1, arbitrary: profileAttacks(front).map((all) => exact(all, true)) },
    {
      weight: 2,
      arbitrary: faultAttacks(front).map(({ requests, breaks }): Plan => ({
        requests,
        style: breaks ? 'faulty' : 'exact',
        changesState: true,
      })),
    },
    {
      weight: 8,
      arbitrary: brokenRequests.map((requests): Plan => ({
        requests,
        style: 'broken',
        changesState: false,
      })),
    },
  );
}

/** All that is done to a server. */
export function attacks(front: FrontFacts): fc.Arbitrary<Attack> {
  return fc
    .record({
      plan: plans(front),
      cuts: fc.oneof(
        { weight: 2, arbitrary: fc.constant<number[]>([]) },
        { weight: 1, arbitrary: fc.array(fc.nat(4000), { minLength: 1, maxLength: 4 }) },
      ),
      ends: fc.boolean(),
    })
    .map(({ plan, cuts, ends }) => ({
      ...plan,
      cuts: cuts.toSorted((a, b) => a - b),
      // A proxy takes a client that ends its side for one that is gone.
      ends: ends && !(front.isProxy && plan.style !== 'broken'),
    }));
}
