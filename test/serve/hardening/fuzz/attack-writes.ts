import { createRequest, freshBody } from '../fronts.ts';
import type { Attack, FuzzRequest } from './fuzz-request.ts';

/** A valid request that ends a connection; it is answered only where nothing before it was misread. */
export function lastRequest(): FuzzRequest {
  const body = freshBody();
  const bytes = createRequest(body, ['Connection: close']).replace('/things', '/@end/things');
  return {
    kind: 'create: last',
    method: 'POST',
    bytes: bytes.replace('store.example', '127.0.0.1'),
    statuses: [200],
    inspect: ({ body: answer }) => {
      if (answer !== '{"name":"Lamp"}') throw new Error(`The last answer is ${answer}`);
    },
  };
}

/** What an attack writes, in this order. */
export function writesOf({ requests, cuts }: Attack): Buffer[] {
  const all = Buffer.from(requests.map(({ bytes }) => bytes).join(''), 'latin1');
  const places = [0, ...cuts.filter((cut) => cut < all.length), all.length];
  return places.slice(1).map((end, i) => all.subarray(places[i], end));
}
