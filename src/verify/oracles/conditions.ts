/** ETags, and requests on conditions of them. */
import { statusOf } from '../../http/exchange.ts';
import { type Condition, parameterFor } from '../../model/conditions.ts';
import type { Operation } from '../../model/operation.ts';
import type { JudgedExchange } from '../cases/case.ts';
import type { Resource } from './oracle.ts';
import type { Remark, SceneRequest } from './scene-parts.ts';

/** A request on a condition. */
export function on(operation: Operation, { header }: Condition, tag: string): SceneRequest {
  const name = parameterFor(operation, header);
  return {
    change: ({ parameters, headers, ...parts }) =>
      name === undefined
        ? { ...parts, parameters, headers: { ...headers, [header]: tag } }
        : { ...parts, headers, parameters: { ...parameters, [name]: tag } },
  };
}

/** Whether two versions of a resource have one strong ETag. */
export function hasSameTag(before: Resource, after: Resource): boolean {
  const tag = tagOf(before);
  return tag !== undefined && isStrong(tag) && tag === tagOf(after);
}

export function staleTag(tag: string, { pointer }: Operation): Remark {
  return {
    message: 'the ETag stays as it is when the resource changes',
    received: `${tag}, before and after`,
    documented: 'a strong ETag is of one representation (RFC 9110, 8.8.1)',
    pointer,
  };
}

export function tagOf({ given }: Pick<Resource, 'given'>): string | undefined {
  return given.etag;
}

/** Weak ones need not change with every change (RFC 9110, 8.8.1). */
export function isStrong(tag: string): boolean {
  return tag.startsWith('"');
}

export function showStatus(exchange: JudgedExchange): string {
  return `${statusOf(exchange) ?? 'no answer'}`;
}
