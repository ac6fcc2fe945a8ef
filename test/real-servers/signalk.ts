import { join } from 'node:path';
import { type Recipe, dumpFiles, post } from './recipe.ts';

const PASSWORD = 'a-password-of-the-administrator';

/** A server for boats, with routes, waypoints and notes. It listens everywhere, but for what the first lines do. */
export const signalk: Recipe = {
  name: 'signalk-server',
  npm: ['signalk-server@2.23.0'],
  files: {
    'local.cjs': `const { Server } = require('node:net');
const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  const port = typeof args[0] === 'object' ? args[0].port : args[0];
  const done = args.find((one) => typeof one === 'function');
  return listen.call(this, { port: Number(port), host: '127.0.0.1' }, done);
};
`,
    'settings.json': JSON.stringify({
      interfaces: {},
      ssl: false,
      mdns: false,
      pipedProviders: [],
      security: { strategy: './tokensecurity' },
    }),
  },
  prepare: ({ folder, data }) => [
    { run: ['cp', join(folder, 'settings.json'), data] },
    { run: ['ln', '-s', join(folder, 'node_modules'), join(data, 'node_modules')] },
  ],
  start: ({ folder, data, port }) => ({
    run: [
      'node',
      '-r',
      join(folder, 'local.cjs'),
      join(folder, 'node_modules/signalk-server/bin/signalk-server'),
      '-c',
      data,
    ],
    env: { PORT: String(port), SIGNALK_NODE_CONFIG_DIR: data },
  }),
  document: '/skServer/openapi/resources',
  basePath: '/signalk/v2/api',
  enter: async ({ url }) => {
    const user = { username: 'before', password: PASSWORD };
    const first = { userId: user.username, password: PASSWORD, type: 'admin' };
    await fetch(`${url}/skServer/enableSecurity`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(first),
    });
    const { token } = await post(`${url}/signalk/v1/auth/login`, user);
    const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } };
    const waypoints = `${url}/signalk/v2/api/resources/waypoints`;
    for (const name of ['before', 'the run']) {
      await post(waypoints, { name, feature }, { Authorization: `Bearer ${String(token)}` });
    }
    return { env: { TOKEN: String(token) }, flags: ['--credential', 'bearerAuth=$TOKEN'] };
  },
  dump: ({ data }) =>
    dumpFiles(join(data, 'plugin-config-data/resources-provider/resources/waypoints')),
  reading: {
    groups: 13,
    turnedDown: 0,
    words:
      'Nobody had tried it before: of the first 40 causes, 12 would have been turned down, and the judge was mended. What is not there is a 200 with an object that has nothing in it. The document has `default` for lists, and refusals do not fit it. Refusals have other statuses in their bodies than 404, the only one documented. `id` is missing in the answers to PUT and DELETE, and a creation is a 201. The server reads no lists with commas in a query.',
  },
};
