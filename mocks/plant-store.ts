/** This service, as the engine of the kit takes it. Browser-safe. */
import { DocumentStore } from '../src/mock/document-store.ts';
import { StateError } from '../src/mock/state-error.ts';
import { type OpenApiDocument, documentFromValue } from '../src/openapi/document.ts';
import type { Answers } from './answers.generated.ts';
import { documentRoot } from './document.generated.ts';
import type { NewPlant } from './plant.generated.ts';
import { type ProfileName, namedProfiles } from './profiles.generated.ts';

/** Answers to the open questions: by name (`mocks/profiles/`), or by operation and question. */
export type Profile = ProfileName | Answers;

/** The document of this service. */
export const plantDocument: OpenApiDocument = documentFromValue(documentRoot);

/** Plants in memory, in order of creation. Ids are exact over the whole of int64. */
export class PlantStore extends DocumentStore<NewPlant> {
  constructor() {
    super(plantDocument);
  }
}

/** What every form of the mock takes. */
export interface PlantMockOptions {
  /** A document of your own, as `documentFrom` or `readDocument` makes it. Default: this service's. */
  readonly document?: OpenApiDocument | undefined;
}

/**
 * Options with what this service has in place of what they leave out.
 *
 * @throws {StateError} for the name of an option of before.
 */
export function withService<Options extends PlantMockOptions>(
  options: Options,
): Options & { readonly document: OpenApiDocument; readonly profiles: typeof namedProfiles } {
  if ('maxPlants' in options) {
    throw new StateError(
      'unknown-option',
      'Failed to use the option "maxPlants". It was renamed: write maxResources.',
    );
  }
  const { document = plantDocument } = options;
  return { ...options, document, profiles: namedProfiles };
}
