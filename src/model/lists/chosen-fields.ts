import type { Operation } from '../operation.ts';

/** Names of a parameter that says which properties an answer has (JSON:API 1.1, 6.3; OData 4.01, 5.1.4). */
const CHOOSING =
  /^(?:\$?select|(?:include|return|only)?[-_]?fields?(?:\[[^\]]*\])?|projection|columns|_source)$/i;

/** Whether a request says which properties its answer has: the others are left out, also where a schema requires them. */
export function choosesFields({ method, parameters }: Operation, target: string): boolean {
  if (method !== 'GET') return false;
  const [, query = ''] = target.split(/\?(.*)/s, 2);
  const sent = [...new URLSearchParams(query).keys()];
  const isSent = (name: string): boolean =>
    sent.some((key) => key === name || key.startsWith(`${name}[`));
  return parameters.some(
    ({ in: place, name }) => place === 'query' && CHOOSING.test(name) && isSent(name),
  );
}
