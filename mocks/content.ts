import { isDeepStrictEqual } from 'node:util';
import type { ServiceContent } from '../src/cli/binding.ts';
import { operations } from '../src/model/operation.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import { documentRoot } from './document.generated.ts';
import { openQuestionSentences } from './open-questions.generated.ts';
import { namedProfiles } from './profiles.generated.ts';
import { namedScenarios } from './scenarios.generated.ts';

/** What this service has for a document: nothing said by name fits another one. */
export function contentFor(document: OpenApiDocument): ServiceContent {
  const isOwn = isDeepStrictEqual(document.root, documentRoot);
  const isOfPlants = operations(document).some(({ id }) => id === 'createPlant');
  return {
    profiles: namedProfiles,
    scenarios: isOfPlants ? namedScenarios : {},
    // The sentences are of the specification of this service, and true of nothing else.
    sentences: isOwn ? openQuestionSentences : {},
  };
}
