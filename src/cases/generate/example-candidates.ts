import type { MediaType } from '../../openapi/operation.ts';
import { isJsonObject } from '../../openapi/json/json-value.ts';
import { type BodyBase, freshBody } from './body-base.ts';
import type { Candidate } from './candidate.ts';

/** The document's named examples, each with an identity and a marker of its own. */
export function exampleCandidates(base: BodyBase, mediaType: MediaType): Candidate[] {
  return Object.entries(mediaType.examples).map(([name, value]) => {
    // A property that the example leaves out stays out.
    const present = ({ path }: { path: readonly string[] }): boolean =>
      isJsonObject(value) && Object.hasOwn(value, path[0]!);
    const example: BodyBase = {
      ...base,
      value,
      identity: base.identity.filter(present),
      mark: base.mark && present(base.mark) ? base.mark : undefined,
    };
    return {
      group: 'examples',
      title: name,
      aim: 'allowed',
      parts: (fresh) => ({ value: freshBody(example, fresh) }),
    };
  });
}
