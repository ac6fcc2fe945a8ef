import type { MediaType } from '../../../model/operation.ts';
import { type BodyBase, baseWith, freshBody } from '../../../model/requests/body-base.ts';
import type { Candidate } from './candidate.ts';

/** The document's named examples, each with an identity and a marker of its own. */
export function exampleCandidates(base: BodyBase, mediaType: MediaType): Candidate[] {
  return Object.entries(mediaType.examples).map(([name, value]) => {
    // A property that the example leaves out stays out.
    const example = baseWith(base, value);
    return {
      group: 'examples',
      title: name,
      aim: 'allowed',
      parts: (fresh) => ({ value: freshBody(example, fresh) }),
    };
  });
}
