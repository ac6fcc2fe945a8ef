import {
  type MockListenOptions,
  type MockOptions,
  type MockServer,
  createMock,
} from '../../src/index.ts';
import { thingsDocument } from '../setup/things-document.ts';

const refused401 = {
  'missing-token': 'refused 401',
  'invalid-token': 'refused 401',
  'other-scheme': 'refused 401',
  'empty-token': 'refused 401',
};

const profiles = {
  documented: {},
  lenient: { createThing: { 'used-id': 'accepted', 'missing-token': 'accepted' } },
  typical: {
    createThing: { 'used-id': 'refused 409', 'id-in-response': 'present', ...refused401 },
  },
};

const scenarios = {
  full: {
    scenario: 1,
    description: 'Three more are created, then no more.',
    faults: [{ kind: 'answer', operation: 'createThing', after: 3, times: null, status: 400 }],
  },
  outage: {
    scenario: 1,
    description: 'One answer of 500, and one lost connection.',
    faults: [{ kind: 'answer', status: 500 }, { kind: 'drop' }],
  },
} as const;

/** A mock of the neutral document behind a socket, with profiles and scenarios to choose from. */
export async function serveThings(
  options: Partial<MockOptions> = {},
  listen: MockListenOptions = {},
): Promise<MockServer> {
  const defaults = { document: thingsDocument, profiles, scenarios };
  return await createMock({ ...defaults, ...options }).listen(listen);
}
