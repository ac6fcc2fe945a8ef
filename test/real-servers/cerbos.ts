import { join } from 'node:path';
import { type Recipe, dumpSqlite, post } from './recipe.ts';

/** The administrator of a server that nobody has set up otherwise. */
const ADMINISTRATOR = `Basic ${Buffer.from('cerbos:cerbosAdmin').toString('base64')}`;

/** Decides who may do what, by policies in SQLite; one binary, whose document has Swagger 2.0. */
export const cerbos: Recipe = {
  name: 'cerbos',
  npm: ['@cerbos/cerbos-linux-x64@0.55.0'],
  prepare: ({ folder }) => [
    {
      run: ['chmod', '+x', join(folder, 'node_modules/@cerbos/cerbos-linux-x64/cerbos-linux-x64')],
    },
  ],
  start: ({ folder, data, port }) => ({
    run: [
      join(folder, 'node_modules/@cerbos/cerbos-linux-x64/cerbos-linux-x64'),
      'server',
      ...Object.entries({
        'server.httpListenAddr': `127.0.0.1:${port}`,
        'server.grpcListenAddr': `127.0.0.1:${port + 1}`,
        'server.adminAPI.enabled': 'true',
        'storage.driver': 'sqlite3',
        'storage.sqlite3.dsn': `file:${join(data, 'policies.db')}?_fk=true`,
        'telemetry.disabled': 'true',
      }).map(([name, value]) => `--set=${name}=${value}`),
    ],
  }),
  document: '/schema/swagger.json',
  enter: async ({ url }) => {
    const rule = { actions: ['view'], effect: 'EFFECT_ALLOW', roles: ['user'] };
    const resourcePolicy = { resource: 'before', version: 'default', rules: [rule] };
    const policies = [{ apiVersion: 'api.cerbos.dev/v1', resourcePolicy }];
    await post(`${url}/admin/policy`, { policies }, { Authorization: ADMINISTRATOR });
    return { env: { TOKEN: ADMINISTRATOR }, flags: ['--credential', 'BasicAuth=$TOKEN'] };
  },
  dump: ({ data }) => dumpSqlite(join(data, 'policies.db'), ['sqlite_sequence']),
  reading: {
    groups: 7,
    turnedDown: 1,
    words:
      'Nobody had tried it before: of the first 13 causes, 9 would have been turned down, and the judge was mended. Turned down: a 501 for methods that it does not have, where others have a 405. The server answers 500 to a schema that is not there, and to a pattern that is none. It takes what is behind the body, null for anything, and empty maps and repeated items that its document rules out. Policies are written to one place that has no parameter, so `verify` leaves them out: what it creates are decisions, which are not stored.',
  },
};
