import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cerbos } from './cerbos.ts';
import { chroma } from './chroma.ts';
import { library } from './django.ts';
import { rooms } from './feathers.ts';
import { files, todos } from './loopback.ts';
import { orthanc } from './orthanc.ts';
import { restate } from './restate.ts';
import { signalk } from './signalk.ts';
import { type Recipe, dumpSqlite, post } from './recipe.ts';

const TOKEN = 'a-token-of-the-administrator';
const PASSWORD = 'a-password-of-the-administrator';

/** A content platform, with SQLite. */
const directus: Recipe = {
  name: 'directus',
  npm: ['directus@12.4.1'],
  manifest: {
    overrides: { '@directus/app': '18.0.0' },
    allowScripts: { sqlite3: true, argon2: true, 'isolated-vm': false, esbuild: false },
  },
  // Runs the scripts of flows, for which Node's headers would have to be there.
  files: { 'node_modules/isolated-vm/isolated-vm.js': 'module.exports = { Isolate: class {} };\n' },
  prepare: (place) => [directusCommand(place.folder, place.data, place.port, 'bootstrap')],
  start: ({ folder, data, port }) => directusCommand(folder, data, port, 'start'),
  document: '/server/specs/oas',
  headers: { Authorization: `Bearer ${TOKEN}` },
  enter: async ({ url }) => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    await post(`${url}/folders`, { name: 'before the run' }, headers);
    await post(`${url}/presets`, { bookmark: 'before the run', collection: 'folders' }, headers);
    await post(`${url}/roles`, { name: 'before the run' }, headers);
    return { env: { TOKEN: headers.Authorization }, flags: ['--credential', 'Auth=$TOKEN'] };
  },
  // Its document names its schemes, and forgets to say where they are wanted.
  flags: ['--credentials-everywhere'],
  // What was done, and when.
  dump: ({ data }) =>
    dumpSqlite(join(data, 'data.db'), [
      'directus_activity',
      'directus_revisions',
      'directus_sessions',
      'sqlite_sequence',
    ]),
  reading: {
    groups: 56,
    turnedDown: 4,
    words:
      'By their headlines and answers. The document has text or object for most values that may be null. It has required values as optional, and a 200 for a deletion that is a 204. `export` answers in CSV, XML and YAML, documented as JSON, and with 500 where a text has control characters. The server accepts any text as a body, and checks no types of parameters. It answers 500 to JSON of a great depth. Turned down: a secret that only the server sets, a refresh without the cookie, a list of policies without a type, numbers that name nothing.',
  },
};

function directusCommand(
  folder: string,
  data: string,
  port: number,
  verb: string,
): ReturnType<Recipe['start']> {
  return {
    run: ['node', join(folder, 'node_modules/directus/cli.js'), verb],
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      DB_CLIENT: 'sqlite3',
      DB_FILENAME: join(data, 'data.db'),
      STORAGE_LOCAL_ROOT: join(data, 'uploads'),
      SECRET: '0123456789abcdef0123456789abcdef',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: PASSWORD,
      ADMIN_TOKEN: TOKEN,
      TELEMETRY: 'false',
      CACHE_ENABLED: 'false',
      RATE_LIMITER_ENABLED: 'false',
      // What else this machine does is no fault of the server's.
      PRESSURE_LIMITER_ENABLED: 'false',
    },
  };
}

/** A page to manage smart homes with, whose server runs without one. */
const homebridge: Recipe = {
  name: 'homebridge-config-ui-x',
  npm: ['homebridge-config-ui-x@5.10.0'],
  files: {
    'config.json': JSON.stringify({
      bridge: { name: 'Bridge', username: '0E:02:9A:9D:44:45', port: 51_826, pin: '031-45-154' },
      accessories: [],
      platforms: [{ platform: 'config', name: 'Config', port: 0, auth: 'form' }],
    }),
    'start.mjs': `import { readFileSync, writeFileSync } from 'node:fs';
const [folder, data, port] = process.argv.splice(2);
const config = JSON.parse(readFileSync(folder + '/config.json', 'utf8'));
Object.assign(config.platforms[0], { port: Number(port), host: '127.0.0.1' });
writeFileSync(data + '/config.json', JSON.stringify(config));
process.argv.push('-U', data, '-I', '-T');
await import(folder + '/node_modules/homebridge-config-ui-x/dist/bin/standalone.js');
`,
  },
  start: ({ folder, data, port }) => ({
    run: ['node', join(folder, 'start.mjs'), folder, data, String(port)],
    // Nothing that stops or restarts the host is found.
    env: { PATH: '/nowhere' },
  }),
  document: '/swagger-json',
  enter: async ({ url }) => {
    const user = { username: 'before-the-run', password: 'before-the-run-1' };
    const wizard = await fetch(`${url}/api/setup-wizard/get-setup-wizard-token`);
    if (wizard.ok) {
      const { access_token: key } = (await wizard.json()) as { access_token: string };
      const headers = { Authorization: `Bearer ${key}` };
      const first = { ...user, name: 'Before', admin: true };
      await post(`${url}/api/setup-wizard/create-first-user`, first, headers);
    }
    const { access_token: token } = await post(`${url}/api/auth/login`, user);
    return { env: { TOKEN: String(token) }, flags: ['--credential', 'bearer=$TOKEN'] };
  },
  // Users that are created at the same time damage the file of all users; there is but one wallpaper.
  flags: [
    '--concurrency',
    '1',
    ...[
      'LinuxController',
      'DockerController',
      'HbService',
      'triggerUpdate',
      'Terminal',
      'Wallpaper',
    ].flatMap((word) => ['--skip', `*${word}*`]),
  ],
  dump: ({ data }) => {
    const text = (file: string): string => readFileSync(join(data, file), 'utf8');
    const parts = (name: string, all: object): [string, string][] =>
      Object.entries(all).map(([key, part]) => [`${name}/${key}`, JSON.stringify(part)]);
    const config = JSON.parse(text('config.json')) as Record<string, unknown>;
    // The file of all users may be damaged: each is a part as it is written.
    const users = text('auth.json').matchAll(/\{\s*"id": (\d+),[^{}]*\}/g);
    return new Map([
      ...parts('config', config),
      ...[...users].map(([user, id]): [string, string] => [`users/${id}`, user]).toReversed(),
    ]);
  },
  reading: {
    groups: 15,
    turnedDown: 0,
    words:
      'Users created at the same time get one id and damage the file of all users. `admin` and `password` may be missing, and then the list has null. The server answers 500 for a missing user, to JSON of a great depth, and while nothing is paired. Debatable: 500 for the version of a host that is not installed. What the server says of itself is no violation: 503 without a bridge, 404 for a missing plugin, 400 because the machine is no Raspberry Pi.',
  },
};

/** A name server with an API for its zones. */
const powerdns: Recipe = {
  name: 'powerdns',
  debian: ['pdns-server', 'pdns-backend-sqlite3', 'libluajit2-5.1-2'],
  files: {
    'schema.mjs': `import { DatabaseSync } from 'node:sqlite';
import { readFileSync } from 'node:fs';
const [, , schema, file] = process.argv;
new DatabaseSync(file).exec(readFileSync(schema, 'utf8'));
`,
  },
  prepare: ({ folder, data }) => [
    {
      run: [
        'node',
        join(folder, 'schema.mjs'),
        join(folder, 'usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'),
        join(data, 'zones.db'),
      ],
    },
  ],
  start: ({ folder, data, port }) => ({
    run: [
      join(folder, 'usr/sbin/pdns_server'),
      ...Object.entries({
        'config-dir': data,
        'socket-dir': data,
        daemon: 'no',
        guardian: 'no',
        launch: 'gsqlite3',
        'gsqlite3-database': join(data, 'zones.db'),
        'module-dir': join(folder, 'usr/lib/x86_64-linux-gnu/pdns'),
        'local-address': '127.0.0.1',
        'local-port': String(port + 1),
        api: 'yes',
        'api-key': TOKEN,
        webserver: 'yes',
        'webserver-address': '127.0.0.1',
        'webserver-port': String(port),
      }).map(([name, value]) => `--${name}=${value}`),
    ],
    env: { LD_LIBRARY_PATH: join(folder, 'usr/lib/x86_64-linux-gnu') },
  }),
  document: '/api/docs',
  basePath: '/api/v1',
  headers: { 'X-API-Key': TOKEN, Accept: 'application/json' },
  enter: async ({ url }) => {
    const zone = { name: 'before.test.', kind: 'Native', nameservers: ['ns1.before.test.'] };
    const zones = `${url}/api/v1/servers/localhost/zones`;
    await post(zones, zone, { 'X-API-Key': TOKEN });
    return {
      env: { TOKEN },
      flags: ['--credential', 'APIKeyHeader=$TOKEN', '--value', 'server_id=localhost'],
    };
  },
  dump: ({ data }) => dumpSqlite(join(data, 'zones.db'), ['sqlite_sequence']),
  reading: {
    groups: 9,
    turnedDown: 0,
    words:
      'The server answers 500 if `max` is a word, and to odd names of keys. It accepts and returns bytes that are not UTF-8. It requires `ip` and `nameserver`, which the document has as optional; for `max`, it is the other way round. It checks no types. Without `Accept`, a 404 is a text.',
  },
};

/** How long a server that is up may take to know who its administrator is. */
const LOGIN_MS = 30_000;

/** The cookies that come with a login. */
async function cookieOf(url: string, credentials: object): Promise<string> {
  const until = performance.now() + LOGIN_MS;
  for (;;) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
    if (response.ok || performance.now() > until) {
      const cookies = response.headers.getSetCookie();
      return cookies.map((cooky) => cooky.split(';')[0]).join('; ');
    }
    await pause(300);
  }
}

/** Feature flags, with PostgreSQL. */
const unleash: Recipe = {
  name: 'unleash',
  npm: ['unleash-server@8.2.0'],
  files: {
    // PostgreSQL doesn't run as root.
    'start.cjs': `const { spawn, execFileSync } = require('node:child_process');
const { chownSync, mkdirSync, existsSync, globSync } = require('node:fs');
const { setTimeout: pause } = require('node:timers/promises');
const [, , data, port] = process.argv;
const bin = globSync('/usr/lib/postgresql/*/bin').at(-1);
const id = (flag) => Number(execFileSync('id', [flag, 'postgres']));
const who = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
const folder = data + '/postgres';
const options = { ...who, cwd: '/tmp', stdio: 'inherit' };
const pg = String(Number(port) + 1);
if (!existsSync(folder)) {
  mkdirSync(folder);
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
  execFileSync(bin + '/initdb', ['-D', folder, '-A', 'trust', '-U', 'postgres', '--no-sync'], options);
}
const own = ['-D', folder, '-p', pg, '-k', folder, '-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1'];
const db = ['-h', '127.0.0.1', '-p', pg, '-U', 'postgres'];
const works = (command, ...args) => {
  try {
    execFileSync(bin + '/' + command, [...db, ...args], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
(async () => {
  // One of a server that died may be about to end.
  while (existsSync(folder + '/postmaster.pid')) await pause(300);
  const postgres = spawn(bin + '/postgres', own, options);
  process.on('exit', () => postgres.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
  while (!works('createdb', 'unleash') && !works('psql', '-c', 'select 1', 'unleash')) await pause(300);
  await require('unleash-server').start({
    db: { user: 'postgres', password: 'x', host: '127.0.0.1', port: Number(pg), database: 'unleash', ssl: false },
    server: { port: Number(port), host: '127.0.0.1' },
    enableOAS: true,
    logLevel: 'error',
    authentication: {
      type: 'open-source',
      createAdminUser: true,
      initialAdminUser: { username: 'admin', password: '${PASSWORD}' },
    },
    versionCheck: { enable: false },
  });
})();
`,
  },
  start: ({ folder, data, port }) => ({
    run: ['node', join(folder, 'start.cjs'), data, String(port)],
    env: { SEND_TELEMETRY: 'false' },
  }),
  document: '/docs/openapi.json',
  enter: async ({ url }) => {
    const credentials = { username: 'admin', password: PASSWORD };
    const headers = { Cookie: await cookieOf(`${url}/auth/simple/login`, credentials) };
    const expiry = { description: 'verify', expiresAt: '2035-01-01T00:00:00Z' };
    const { secret } = await post(`${url}/api/admin/user/tokens`, expiry, headers);
    const flag = { name: 'before-the-run', type: 'release' };
    await post(`${url}/api/admin/projects/default/features`, flag, headers);
    return {
      env: { TOKEN: String(secret) },
      flags: ['--credential', 'apiKey=$TOKEN', '--value', 'projectId=default'],
    };
  },
  // What tells when something was seen, or what happened.
  dump: ({ port }) => {
    const text = execFileSync(
      'pg_dump',
      [
        '-h',
        '127.0.0.1',
        '-p',
        String(port + 1),
        '-U',
        'postgres',
        '--data-only',
        '--inserts',
        'unleash',
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 },
    );
    const omitted =
      /^INSERT INTO public\.(?:\w*events\w*|unleash_session|personal_access_tokens|users|\w*stat\w*|\w*seen\w*) /;
    const rows = text
      .split('\n')
      .filter((line) => line.startsWith('INSERT') && !omitted.test(line));
    // A project has the time at which something in it changed last.
    const ofProjects = /^(INSERT INTO public\.projects VALUES \(.*, )'[^']*'(, NULL\);)$/;
    return new Map(
      rows.map((line) => line.replace(ofProjects, '$1…$2')).map((line) => [line, line]),
    );
  },
  reading: {
    groups: 29,
    turnedDown: 2,
    words:
      'An id beyond int32 kills the process. A token for one project is valid for all of them. The server answers 500 to NUL in a text, to foreign keys that lead to nothing, and to bad escapes. It refuses its own example of an addon, and returns null for a documented text, and undocumented properties. Turned down: a user without a name and an e-mail address, and an empty project, which comes back as all projects.',
  },
};

/** Texts that several people edit at once; its API is called by name, with GET and POST alike. */
const etherpad: Recipe = {
  name: 'etherpad',
  npm: ['ep_etherpad-lite@1.8.14'],
  files: {
    // It looks for itself in a folder `src`.
    'start.mjs': `import { existsSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
const [folder, data, port] = process.argv.splice(2);
const modules = folder + '/node_modules/ep_etherpad-lite';
if (!existsSync(folder + '/src')) {
  renameSync(modules, folder + '/src');
  symlinkSync('../src', modules);
}
const settings = {
  ip: '127.0.0.1',
  port: Number(port),
  dbType: 'dirty',
  dbSettings: { filename: data + '/pads.db' },
};
writeFileSync(data + '/settings.json', JSON.stringify(settings));
writeFileSync(data + '/key.txt', '${TOKEN}');
process.argv.push('--settings', data + '/settings.json', '--apikey', data + '/key.txt');
process.chdir(folder);
const { default: server } = await import(folder + '/src/node/server.js');
await server.start();
`,
  },
  start: ({ folder, data, port }) => ({
    run: ['node', join(folder, 'start.mjs'), folder, data, String(port)],
  }),
  document: '/api/openapi.json',
  basePath: '/api/1.2.15',
  enter: async ({ url }) => {
    await call(`${url}/api/1.2.15/createPad`, { padID: 'before', text: 'before the run' });
    return { env: { TOKEN }, flags: ['--credential', 'ApiKey=$TOKEN'] };
  },
  dump: async ({ url }) => {
    const text = await call(`${url}/api/1.2.15/getText`, { padID: 'before' });
    const revisions = await call(`${url}/api/1.2.15/getRevisionsCount`, { padID: 'before' });
    return new Map([
      ['before', text],
      ['its revisions', revisions],
    ]);
  },
  reading: {
    groups: 3,
    turnedDown: 0,
    words:
      'There are two mistakes in all: `data` is null instead of an object in every refusal and in most successes, and the server answers 500 to a parameter that comes twice.',
  },
};

async function call(url: string, values: Record<string, string>): Promise<string> {
  const response = await fetch(
    `${url}?${String(new URLSearchParams({ ...values, apikey: TOKEN }))}`,
  );
  return await response.text();
}

const JAR = 'node_modules/wiremock/build/wiremock-standalone-3.13.2.jar';

/** A mock of any service, with an API for its stubs, which also resets it and shuts it down. */
const wiremock: Recipe = {
  name: 'wiremock',
  npm: ['wiremock@3.13.2'],
  start: ({ folder, data, port }) => ({
    run: [
      'java',
      '-jar',
      join(folder, JAR),
      '--root-dir',
      data,
      '--disable-banner',
      '--bind-address',
      '127.0.0.1',
      '--port',
      String(port),
    ],
  }),
  document: '/__admin/docs/swagger',
  enter: async ({ url }) => {
    for (const path of ['/ferns', '/cacti']) {
      const response = { status: 200, body: 'before the run' };
      await post(`${url}/__admin/mappings`, {
        request: { method: 'GET', urlPath: path },
        response,
        persistent: true,
      });
    }
    return {};
  },
  dump: async ({ url }) => {
    const response = await fetch(`${url}/__admin/mappings`);
    const { mappings } = (await response.json()) as { mappings: { id: string }[] };
    return new Map(mappings.map((mapping) => [mapping.id, JSON.stringify(mapping)]));
  },
  reading: {
    groups: 25,
    turnedDown: 1,
    words:
      'Nobody had tried it before: of the first 33 causes, 9 would have been turned down, and the judge was mended. The server answers 500 to null as a body, to words as a limit, and to a bad percent-encoding. It requires no type of anything, and stores null in lists, which it then returns. `source` of an error is an object, documented as a text. A near miss of long URLs takes time that grows with their square. Turned down: a header without a value.',
  },
};

/** Every recipe, in the order of the report. */
export const recipes: readonly Recipe[] = [
  todos,
  files,
  powerdns,
  orthanc,
  etherpad,
  homebridge,
  signalk,
  unleash,
  directus,
  wiremock,
  chroma,
  cerbos,
  restate,
  library,
  rooms,
];
