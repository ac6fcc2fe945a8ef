import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import pg from 'pg';
import { isAllowed, readNewPlant, refusal } from './plants.mjs';
import { startPostgres } from './postgres.mjs';

const [, , port, version] = process.argv;
const data = mkdtempSync(join(tmpdir(), 'plants-'));
// PostgreSQL runs as another user.
chmodSync(data, 0o755);
process.on('exit', () => rmSync(data, { recursive: true, force: true }));
const pgPort = String(Number(port) + 200);
await startPostgres(join(data, 'postgres'), pgPort, 'plants');
const pool = new pg.Pool({ host: '127.0.0.1', port: pgPort, user: 'postgres', database: 'plants' });
await pool.query(
  'CREATE TABLE plants (id bigint PRIMARY KEY, name varchar(255) NOT NULL, tag text)',
);
const insert = 'INSERT INTO plants (id, name, tag) VALUES ($1, $2, $3) RETURNING name, tag';
const app = express();

if (version === 'first') {
  app.use(express.json());
  // Express 5 takes what an async handler rejects.
  const create = async (request, response) => {
    if (!request.headers.authorization) return response.status(401).json(refusal('no token'));
    const { id, name, tag } = request.body;
    if (!id || !name) return response.status(400).json(refusal('id and name are required'));
    const { rows } = await pool.query(insert, [id, name, tag]);
    return response.json(rows[0]);
  };
  // oxlint-disable-next-line oxc/no-async-endpoint-handlers
  app.post('/plants', create);
} else {
  app.use(express.text({ type: () => true, limit: '10mb' }));
  const create = async (request, response) => {
    try {
      if (!isAllowed(request.headers.authorization)) throw new Error('a bearer token is required');
      const { id, name, tag } = readNewPlant(request.body || '', request.headers['content-type']);
      if (![name, tag ?? ''].every((text) => text.isWellFormed()))
        throw new Error('half a character is none');
      const { rows } = await pool.query(insert, [String(id), name, tag]);
      response.json(rows[0].tag === null ? { name: rows[0].name } : rows[0]);
    } catch (error) {
      response.status(400).json(refusal(error.message));
    }
  };
  app.post('/plants', (request, response) => void create(request, response));
  app.use((error, _request, response, _next) => response.status(400).json(refusal(error.message)));
}
app.listen(Number(port), '127.0.0.1');
