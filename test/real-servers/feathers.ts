import { join } from 'node:path';
import { type Recipe, post } from './recipe.ts';

const APP = `import { feathers } from '@feathersjs/feathers';
import { bodyParser, errorHandler, koa, parseAuthentication, rest } from '@feathersjs/koa';
import { MemoryService } from '@feathersjs/memory';
import { hooks, resolve } from '@feathersjs/schema';
import typebox from '@feathersjs/typebox';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import swagger from 'feathers-swagger';

const { Type, getValidator, querySyntax } = typebox;
const dataValidator = addFormats.default(new Ajv({}), ['date-time']);
const queryValidator = addFormats.default(new Ajv({ coerceTypes: true }), ['date-time']);

const app = koa(feathers());
app.use(errorHandler());
app.use(parseAuthentication());
app.use(bodyParser());
app.configure(rest());
const specs = { info: { title: 'Messages', description: 'Rooms and messages', version: '1.0.0' } };
app.configure(swagger({ docsJsonPath: '/swagger.json', specs }));

function service(noun, Noun, properties, filters) {
  const closed = { additionalProperties: false };
  const made = { id: Type.Number(), ...properties, createdAt: Type.String({ format: 'date-time' }) };
  const schema = Type.Object(made, { $id: Noun, ...closed });
  const data = Type.Pick(schema, Object.keys(properties), { $id: Noun + 'Data', ...closed });
  const patch = Type.Partial(data, { $id: Noun + 'Patch' });
  const query = Type.Intersect(
    [querySyntax(Type.Pick(schema, ['id', ...filters])), Type.Object({}, closed)],
    closed,
  );
  const schemas = {
    [noun + 'Schema']: schema,
    [noun + 'DataSchema']: data,
    [noun + 'PatchSchema']: patch,
    [noun + 'QuerySchema']: query,
  };
  const path = noun + 's';
  app.use(path, new MemoryService({ startId: 1, paginate: { default: 10, max: 50 } }), {
    methods: ['find', 'get', 'create', 'update', 'patch', 'remove'],
    docs: swagger.createSwaggerServiceOptions({ schemas, docs: { idType: 'number' } }),
  });
  const validator = (part) => hooks.validateData(getValidator(part, dataValidator));
  const [validate, validatePatch] = [data, patch].map(validator);
  const created = hooks.resolveData(resolve({ createdAt: async () => new Date().toISOString() }));
  app.service(path).hooks({
    before: {
      all: [hooks.validateQuery(getValidator(query, queryValidator))],
      create: [validate, created],
      update: [validate, created],
      patch: [validatePatch],
    },
  });
}

const name = Type.String({ minLength: 1, maxLength: 80 });
service('room', 'Room', { name, topic: Type.Optional(Type.String()) }, ['name']);
const pinned = Type.Optional(Type.Boolean());
const message = { text: Type.String(), roomId: Type.Number(), pinned };
service('message', 'Message', message, ['text', 'roomId', 'pinned']);
await app.listen(Number(process.env.PORT), '127.0.0.1');
`;

/** Rooms and messages in Feathers, in memory, written as its generator does, with the document of feathers-swagger. */
export const rooms: Recipe = {
  name: 'feathers-rooms',
  npm: [
    '@feathersjs/feathers@5.0.50',
    '@feathersjs/koa@5.0.50',
    '@feathersjs/memory@5.0.50',
    '@feathersjs/schema@5.0.50',
    '@feathersjs/typebox@5.0.50',
    'feathers-swagger@3.0.0',
  ],
  files: { 'app.mjs': APP },
  start: ({ folder, port }) => ({
    run: ['node', join(folder, 'app.mjs')],
    env: { PORT: String(port) },
  }),
  document: '/swagger.json',
  enter: async ({ url }) => {
    await post(`${url}/rooms`, { name: 'before the run' });
    await post(`${url}/messages`, { text: 'before the run', roomId: 1 });
    return {};
  },
  dump: async ({ url }) => {
    const [room, message] = await Promise.all(
      ['rooms', 'messages'].map(async (path) => (await fetch(`${url}/${path}/1`)).text()),
    );
    return new Map([
      ['room', room!],
      ['message', message!],
    ]);
  },
  reading: {
    groups: 7,
    turnedDown: 0,
    words:
      'Written by us, as the guides of the framework have it. In the first run, 1 of 8 told twice; in the second run, 3 of 10. The judge was mended. A body that is no JSON is a 500, and so is one that says it is gzip. PATCH takes a list, and no body at all. Forms are taken, and fractions in place of integers. A replacement sets the time of the creation anew.',
  },
};
