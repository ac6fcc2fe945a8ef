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

/** A mock of the neutral document behind a socket, with three profiles to choose from. */
export async function serveThings(
  options: Partial<MockOptions> = {},
  listen: MockListenOptions = {},
): Promise<MockServer> {
  return await createMock({ document: thingsDocument, profiles, ...options }).listen(listen);
}
