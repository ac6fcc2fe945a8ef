import type { ResourceStore } from '../src/mock/resource-store.ts';
import { type Responder, createResponder } from '../src/mock/responder.ts';
import { type OpenApiDocument, documentFromValue } from '../src/openapi/document.ts';
import { isJsonObject } from '../src/openapi/json/json-value.ts';
import { StateError } from '../src/mock/state-error.ts';
import { documentRoot } from './document.generated.ts';
import { type Profile, enactProfile } from './profile.ts';
import { PlantStore } from './store.ts';

/** What every form of the fake takes. */
export interface FakeOptions {
  /** Where plants are kept. Default: a new, empty store. */
  readonly store?: ResourceStore | undefined;
  /** How the open questions are answered. Default `documented`. */
  readonly profile?: Profile | undefined;
  /** The one valid bearer token. Default: any but `invalid-token`. */
  readonly token?: string | undefined;
  /** How many plants the store takes before creates are refused. Default 1,000,000. */
  readonly maxResources?: number | undefined;
  /** A document of your own, as `documentFrom` or `readDocument` makes it. Default: this service's. */
  readonly document?: OpenApiDocument | undefined;
}

/** The fake service without a transport. */
export interface Fake {
  readonly document: OpenApiDocument;
  readonly responder: Responder;
  readonly store: ResourceStore;
}

/** Puts document, store and profile together. */
export function createFake(options: FakeOptions = {}): Fake {
  const document = givenDocument(options.document);
  const store = options.store ?? new PlantStore();
  const responder = createResponder({
    document,
    store,
    enactments: enactProfile(document, options.profile),
    token: options.token,
    maxResources: options.maxResources,
  });
  return { document, responder, store };
}

/**
 * The document that an option gives, else the one of this service.
 *
 * @throws {StateError} where it is none.
 */
export function givenDocument(document: OpenApiDocument = plantDocument()): OpenApiDocument {
  const { root, locate } = Object(document) as Partial<OpenApiDocument>;
  if (typeof locate === 'function' && root !== undefined && isJsonObject(root)) return document;
  throw new StateError(
    'invalid-document',
    'Failed to use the document: it is not one that the kit has read. Give what ' +
      "await readDocument('api.yaml') of plant-store-kit or documentFrom(json) of plant-store-kit/mocks returns.",
  );
}

/** The document of this service. */
export function plantDocument(): OpenApiDocument {
  return documentFromValue(documentRoot);
}
