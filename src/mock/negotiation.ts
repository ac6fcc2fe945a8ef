import type { Problem } from '../http/message.ts';
import { acceptedOf } from '../model/accept.ts';
import { jsonMediaType } from '../model/media-type.ts';
import {
  type MediaType,
  type Operation,
  type ResponseObject,
  successResponse,
} from '../model/operation.ts';
import type { Success } from './success-body.ts';

/** How an operation's success is answered; a problem where a client takes no type that there is. */
export interface Negotiator {
  /** As it is where a client takes anything. */
  readonly usual: Success;
  /** @param accept The header Accept. */
  for(accept: string | undefined): Success | Problem;
}

/** @param make Makes the success of an operation, in the type that is usual for the mock. */
export function negotiator(operation: Operation, make: (one: Operation) => Success): Negotiator {
  const response = successResponse(operation);
  const content = usualFirst(response?.content);
  const usual = make(operation);
  const made = new Map<MediaType, Success>();
  const successIn = (media: MediaType): Success => {
    const only = (one: ResponseObject): ResponseObject =>
      one === response ? { ...one, content: [media] } : one;
    return make({ ...operation, responses: operation.responses.map(only) });
  };
  return {
    usual,
    for: (accept) => {
      if (accept === undefined || content.length === 0) return usual;
      const media = acceptedOf(content, accept);
      if (media === undefined) {
        const types = content.map(({ name }) => name).join(' or ');
        return { kind: 'not-acceptable', message: `there is only ${types}, not what Accept has` };
      }
      if (media === content[0]) return usual;
      const success = made.get(media) ?? successIn(media);
      made.set(media, success);
      // Of some types nothing is known that could be said.
      return success.mediaType === '' ? usual : success;
    },
  };
}

/** The documented types, the one in front in which the mock answers usually. */
export function usualFirst(content: readonly MediaType[] = []): readonly MediaType[] {
  const usual = jsonMediaType(content);
  return usual === undefined ? content : [usual, ...content.filter((one) => one !== usual)];
}
