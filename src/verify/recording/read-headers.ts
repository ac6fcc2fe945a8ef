import type { HeaderList } from '../../http/exchange.ts';
import type { HarNode } from './har-log.ts';

/** Fields in order, without the pseudo-header fields of HTTP/2 (RFC 9113, 8.3). */
export function readHeaders(message: HarNode): HeaderList {
  const headers = message.at('headers');
  if (!headers.exists) return [];
  return headers
    .items()
    .map((field) => [field.at('name').text(), field.at('value').textOr('')] as const)
    .filter(([name]) => !name.startsWith(':'));
}
