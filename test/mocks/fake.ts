import { namedProfiles } from '../../mocks/profiles.generated.ts';
import type { FakeOptions } from '../../mocks/fake.ts';
import { PlantStore, withService } from '../../mocks/plant-store.ts';
import type { Responder } from '../../src/mock/responder.ts';
import type { ResourceStore } from '../../src/mock/resource-store.ts';
import type { OpenApiDocument } from '../../src/openapi/document.ts';
import { documentResponder } from '../../src/questions/local-mock.ts';

/** The mock of this service without a transport. */
export interface Fake {
  readonly document: OpenApiDocument;
  readonly responder: Responder;
  readonly store: ResourceStore;
}

/** Puts document, store and profile together. */
export function createFake(options: FakeOptions = {}): Fake {
  const { store = new PlantStore(), ...bound } = withService(options);
  const { document } = bound;
  return {
    document,
    store,
    responder: documentResponder({ ...bound, store, profiles: namedProfiles }),
  };
}
