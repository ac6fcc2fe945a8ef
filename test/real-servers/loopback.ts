import { join } from 'node:path';
import { type Recipe, dumpFiles, dumpList, post } from './recipe.ts';

/** An example of LoopBack's makers: todos in memory, written to a file. */
export const todos: Recipe = {
  name: 'loopback-todo',
  npm: ['@loopback/example-todo@6.0.0'],
  files: {
    'start.cjs': `const { TodoListApplication } = require('@loopback/example-todo');
const rest = { port: Number(process.env.PORT), host: '127.0.0.1', gracePeriodForClose: 0 };
(async () => {
  const app = new TodoListApplication({ rest });
  await app.boot();
  app.bind('datasources.config.db').to({ name: 'db', connector: 'memory', file: process.env.DATA });
  await app.start();
})();
`,
  },
  start: ({ folder, data, port }) => ({
    run: ['node', join(folder, 'start.cjs')],
    env: { PORT: String(port), DATA: join(data, 'todos.json') },
  }),
  document: '/openapi.json',
  enter: async ({ url }) => {
    for (const title of ['water the fern', 'repot the cactus', 'buy soil']) {
      await post(`${url}/todos`, { title, desc: 'before the run' });
    }
    return {};
  },
  dump: ({ url }) => dumpList(`${url}/todos`),
  reading: {
    groups: 5,
    turnedDown: 0,
    words:
      "The server answers 500 to texts of `remindAtAddress` if it can't reach the geocoder, to an empty body, and to a bad percent-encoding in a path. At times it does not answer. The text 9 of `tag` becomes a number. PATCH accepts null.",
  },
};

/** An example of LoopBack's makers: files that are uploaded, listed and downloaded. */
export const files: Recipe = {
  name: 'loopback-files',
  npm: ['@loopback/example-file-transfer@1.7.0'],
  files: {
    'start.cjs': `const { main } = require('@loopback/example-file-transfer');
const rest = { port: Number(process.env.PORT), host: '127.0.0.1', gracePeriodForClose: 0 };
main({ rest, fileStorageDirectory: process.env.DATA });
`,
  },
  prepare: ({ data }) => [
    {
      run: [
        'sh',
        '-c',
        'for name in before.txt sample.txt sample.png sample; do echo before > "$0/$name"; done',
        data,
      ],
    },
  ],
  start: ({ folder, data, port }) => ({
    run: ['node', join(folder, 'start.cjs')],
    env: { PORT: String(port), DATA: data },
  }),
  document: '/openapi.json',
  dump: ({ data }) => dumpFiles(data),
  reading: {
    groups: 3,
    turnedDown: 0,
    words:
      'The server answers 500 to a form whose type has no boundary, and to a bad percent-encoding in a path. It takes a form that is cut off.',
  },
};
