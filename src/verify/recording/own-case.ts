import type { Case } from '../cases/case.ts';
import type { RelativeRequest } from '../../http/exchange.ts';
import type { Validity } from '../../model/validity.ts';
import type { HarNode } from './har-log.ts';
import { jsonOf } from './json-of.ts';
import type { EntryContext } from './entry-context.ts';
import type { ReadRequest } from './read-request.ts';

const KINDS: ReadonlySet<string> = new Set(['valid', 'invalid', 'open']);

/** The case that a recording of ours knows; `undefined` where the document lacks its operation. */
export function ownCase(
  entry: HarNode,
  { sent }: ReadRequest,
  { operations }: EntryContext,
): Case | undefined {
  const node = entry.at('_case');
  const { operation: _operation, request: _request, hasValue: _hasValue, ...own } = node.object();
  const name = node.at('operation').text();
  const operation = operations.find(({ id }) => id === name);
  if (!operation) return undefined;
  const kind = node.at('validity').at('kind');
  if (!KINDS.has(kind.text())) kind.fail('must be valid, invalid or open');
  const described = node.at('request').object() as unknown as RelativeRequest;
  const hasValue = node.object()['hasValue'] === true;
  return {
    ...own,
    id: node.at('id').text(),
    title: node.at('title').text(),
    validity: node.at('validity').object() as unknown as Validity,
    operation,
    request: { ...described, body: sent.body, value: hasValue ? jsonOf(sent.body) : undefined },
  };
}
