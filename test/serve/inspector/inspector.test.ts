import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { serveThings } from '../serve-things.ts';
import { send } from '../http-helpers.ts';
import { thingsDocument } from '../../setup/things-document.ts';
import type { PageFacts } from '../../../src/serve/inspector/inspector.ts';
import type { OutlineOperation } from '../../../src/serve/inspector/outline.ts';
import { pageAssets } from './page-assets.ts';

let server: MockServer;
beforeAll(async () => {
  server = await serveThings({}, { tokenVariable: 'THINGS_TOKEN' });
});
afterAll(() => server.close());

async function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }> {
  const host = `127.0.0.1:${server.port}`;
  const answer = await send(server.url, { method: 'GET', path, headers: { host, ...headers } });
  return { ...answer, text: answer.body.toString() };
}

describe('the page', () => {
  it('comes with a policy that allows nothing from elsewhere and nothing inline', async () => {
    const { status, headers, text } = await get('/_kit/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(text).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/);
  });

  it.each([
    ['/_kit', '_kit/'],
    ['/@a/_kit', '_kit/'],
  ])('is where %s leads to', async (path, location) => {
    const { status, headers } = await get(path);
    expect([status, headers['location']]).toEqual([308, location]);
  });

  it('is refused under a foreign name, and in frames and fetches of other sites', async () => {
    expect((await get('/_kit/', { host: 'evil.example' })).status).toBe(403);
    const fetched = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
    expect((await get('/_kit/page.json', fetched)).status).toBe(403);
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await get('/_kit/', followed)).status).toBe(200);
  });

  it('loads modules that are all there, and that browsers understand', async () => {
    const assets = await pageAssets(`${server.url}/@a`);
    expect(assets.filter(({ status }) => status !== 200)).toEqual([]);
    const scripts = assets.filter(({ type }) => type.startsWith('text/javascript'));
    expect(scripts.filter(({ path }) => path.includes('/lit-html/')).length).toBeGreaterThan(1);
    expect(scripts.length).toBeGreaterThan(20);
    const { text } = await get('/_kit/');
    const named = [...text.matchAll(/"modulepreload" href="([^"]+)"/g)].map(([, path]) => path);
    const loaded = scripts.map(({ path }) => path.replace('/@a/_kit/', ''));
    expect(new Set(named)).toEqual(new Set(loaded));
  });

  it.each([
    '/_kit/assets/',
    '/_kit/assets/serve/inspector/inspector.ts',
    '/_kit/assets/serve/inspector/page/../inspector.ts',
    '/_kit/assets/serve/inspector/page/%2e%2e/inspector.ts',
    '/_kit/assets/../../../package.json',
    '/_kit/assets/lit-html/../lit-html/package.json',
    '/_kit/assets/__proto__',
    '/_kit/page/operations/nobody',
    '/_kit/page/schemas/__proto__',
  ])('gives away no other file: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('is not there for a POST, nor without the control API', async () => {
    const host = `127.0.0.1:${server.port}`;
    const posted = await send(server.url, { method: 'POST', path: '/_kit/', headers: { host } });
    expect(posted.status).toBe(404);
    await using bare = await serveThings({}, { control: false });
    const answer = await send(bare.url, {
      method: 'GET',
      path: '/_kit/',
      headers: { host: 'localhost' },
    });
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('knows the operations with the lines of the document', async () => {
    const { text } = await get('/_kit/page.json');
    const { outline, tokenVariable } = JSON.parse(text) as PageFacts;
    expect(tokenVariable).toBe('THINGS_TOKEN');
    expect(outline.operations[0]?.id).toBe('createThing');
    expect(outline.first).toMatchObject({ method: 'POST', target: '/things' });
    const told = await get('/_kit/page/operations/createThing');
    const operation = JSON.parse(told.text) as OutlineOperation;
    const lines = thingsDocument.text.split('\n');
    const fields = operation.request?.content[0]?.schema?.fields ?? [];
    expect(operation.sample).toEqual(outline.first);
    expect(fields.map(({ path, line }) => [path, lines[(line ?? 0) - 1]?.trim()])).toEqual([
      ['name', 'name:'],
      ['tag', 'tag:'],
      ['id', 'id:'],
    ]);
  });
});
