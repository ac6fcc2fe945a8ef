import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

test('the built app renders a page with what the mock has answered', async () => {
  const next = 'node_modules/next/dist/bin/next';
  const server = spawn(process.execPath, [next, 'start', '--port', '0', '--hostname', '127.0.0.1']);
  const url = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
      if (found !== undefined && text.includes('Ready')) resolve(found);
    });
    server.on('exit', () => reject(new Error(text)));
  });
  const page = await (await fetch(url)).text();
  server.kill();
  await once(server, 'exit');
  assert.match(page, /created: 200/);
});
