import { join } from 'node:path';
import { type Recipe, post } from './recipe.ts';

/** Runs functions that survive crashes; the API of its administrator, in one binary. */
export const restate: Recipe = {
  name: 'restate',
  npm: ['@restatedev/restate-server@1.7.12'],
  prepare: ({ folder }) => [{ run: ['chmod', '+x', binaryIn(folder)] }],
  start: ({ folder, data, port }) => ({
    run: [binaryIn(folder), '--node-name', 'one', '--base-dir', data],
    env: {
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${port}`,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${port + 1}`,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${port + 2}`,
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${port + 2}`,
      RESTATE_DISABLE_TELEMETRY: 'true',
    },
  }),
  document: '/openapi',
  enter: async ({ url }) => {
    const properties = { 'bootstrap.servers': 'localhost:9092' };
    await post(`${url}/kafka-clusters`, { name: 'before', properties });
    return {};
  },
  // Only its description says that these must be there.
  flags: [
    '--value',
    'properties={"bootstrap.servers":"localhost:9092"}',
    '--value',
    'query=SELECT 1',
  ],
  dump: async ({ url }) => {
    const response = await fetch(`${url}/kafka-clusters`);
    const { clusters } = (await response.json()) as { clusters: { name: string }[] };
    return new Map(clusters.map((cluster) => [cluster.name, JSON.stringify(cluster)]));
  },
  reading: {
    groups: 4,
    turnedDown: 1,
    words:
      "Nobody had tried it before: of the first 7 causes, 4 would have been turned down. Two of these were mended in the judge; one takes a value of the user. The server answers 500 to a deployment that it can't reach, and refuses what it can't parse with a text, documented as JSON. Turned down: a name of a function at AWS that is made up. Debatable: no answer in 5 seconds where another one is out of reach.",
  },
};

function binaryIn(folder: string): string {
  return join(folder, 'node_modules/@restatedev/restate-server-linux-x64/bin/restate-server');
}
