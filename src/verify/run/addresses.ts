import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Looks up a host so that each connection goes to its next address: several addresses of one name are
 * replicas of one server. Another family than the first one's is for when that fails, as always: behind
 * the two addresses of `localhost` may be different servers.
 */
export function addressesInTurn(): LookupFunction {
  let turn = 0;
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const all = error ? [] : rotated(addresses, turn++);
      const [first] = all;
      if (options.all === true || first === undefined) callback(error, all);
      else callback(error, first.address, first.family);
    });
  };
}

function rotated(addresses: readonly LookupAddress[], turn: number): LookupAddress[] {
  const isFirst = ({ family }: LookupAddress): boolean => family === addresses[0]?.family;
  const own = addresses.filter(isFirst);
  const at = own.length === 0 ? 0 : turn % own.length;
  return [...own.slice(at), ...own.slice(0, at), ...addresses.filter((one) => !isFirst(one))];
}
