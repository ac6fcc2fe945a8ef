import { join } from 'node:path';
import { type Recipe, dumpSqlite, post } from './recipe.ts';

const INDEX = 'embedding_fulltext_search';

/** A database for vectors, in Rust. Later versions need a newer C library than Debian 12 has. */
export const chroma: Recipe = {
  name: 'chroma',
  npm: ['chromadb@3.0.3'],
  start: ({ folder, data, port }) => ({
    run: [
      'node',
      join(folder, 'node_modules/chromadb/dist/cli.mjs'),
      'run',
      '--path',
      data,
      '--port',
      String(port),
      '--host',
      '127.0.0.1',
    ],
  }),
  document: '/openapi.json',
  enter: async ({ url }) => {
    const collections = `${url}/api/v2/tenants/default_tenant/databases/default_database/collections`;
    const { id } = await post(collections, { name: 'before-the-run' });
    const records = { ids: ['a'], embeddings: [[1, 2]], documents: ['before the run'] };
    await post(`${collections}/${String(id)}/add`, records);
    return {};
  },
  // Both are there from the start; the paths call a tenant otherwise than the operation that reads one.
  flags: ['--value', 'tenant=default_tenant', '--value', 'database=default_database'],
  // What is still to be done, how far that has come, and the index of texts, which is one for all.
  dump: ({ data }) => {
    const index = ['', '_data', '_idx', '_config', '_docsize'].map((part) => `${INDEX}${part}`);
    const queue = ['embeddings_queue', 'max_seq_id', 'acquire_write', 'maintenance_log'];
    return dumpSqlite(join(data, 'chroma.sqlite3'), [...index, ...queue]);
  },
  reading: {
    groups: 16,
    turnedDown: 0,
    words:
      'Nobody had tried it before: of the first 24 causes, 7 would have been turned down, and the judge was mended. A record with its embedding, and one without, lead to a 500. Then a thread is gone, and later requests get 500 or no answer. The server locks its own database. A collection is changed below a database that is not its own, or does not exist. It is read and deleted by its name, where the document says its id. The list of databases has the schema of collections. Debatable: two requests without an answer in 5 seconds, on a busy machine.',
  },
};
