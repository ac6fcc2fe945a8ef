/** What stands where a secret was. */
export const PLACEHOLDER = '***';

/** Path and query of a request without the credentials that the query can hold. */
export function maskTarget(target: string, isSecret: (parameter: string) => boolean): string {
  const [path = '', query] = target.split(/\?(.*)/s);
  if (query === undefined) return target;
  const parameters = query.split('&').map((pair) => {
    const [name = ''] = new URLSearchParams(pair).keys();
    return isSecret(name) ? `${pair.split('=')[0]}=${PLACEHOLDER}` : pair;
  });
  return `${path}?${parameters.join('&')}`;
}
