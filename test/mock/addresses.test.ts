/** Handlers answer what is for the API, and nothing else that a page asks for. */
import { getResponse } from 'msw/utils/get-response';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createInterceptor } from '../../src/mock/interceptor.ts';
import { handlersOf } from '../../src/mock/msw-adapter.ts';
import { documentFrom } from '../../src/model/inspect-document.ts';
import type { JsonObject } from '../../src/openapi/json/json-value.ts';
import { jsonResponse } from './fixtures.ts';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const photo = { description: 'x', content: { 'image/png': {} } };
const paths: JsonObject = {
  '/bookings': { get: { responses: { 200: jsonResponse({}) } } },
  '/bookings/{id}': { parameters: [id], get: { responses: { 200: jsonResponse({}) } } },
  '/bookings/{id}/photo': { parameters: [id], get: { responses: { 200: photo } } },
};

const PATHS: JsonObject = { enum: ['/a/v1/', '/b'] };
const ADDRESSES: JsonObject = { enum: ['https://eu.example/v1', 'https://us.example/v1'] };

async function answers(
  url: string,
  { servers, baseUrl, ...init }: RequestInit & { servers?: JsonObject[]; baseUrl?: string } = {},
): Promise<boolean> {
  const info = { title: 't', version: '1' };
  const document = documentFrom({ openapi: '3.1.0', info, paths, ...(servers && { servers }) });
  const respond = () => ({ status: 200, headers: {}, body: '' });
  const handlers = handlersOf(createInterceptor(document, () => ({ respond }), baseUrl));
  return (await getResponse(handlers, new Request(url, init))) !== undefined;
}

afterEach(() => vi.unstubAllGlobals());

describe('in a page', () => {
  const origin = 'http://localhost:5173';
  const inPage = (url: string, more: Parameters<typeof answers>[1] = {}): Promise<boolean> => {
    vi.stubGlobal('location', { protocol: 'http:', origin });
    return answers(new URL(url, origin).href, more);
  };
  const servers = [{ url: 'https://api.example/v2' }, { url: '/v2' }];

  it.each<[url: string, isForApi: boolean, more?: Parameters<typeof answers>[1]]>([
    ['/bookings', true],
    ['/bookings/7', true],
    ['/v2/bookings', true, { servers }],
    ['https://api.example/v2/bookings', true, { servers }],
    ['https://api.example/bookings', false, { servers }],
    ['https://cdn.example/v2/bookings', false, { servers }],
    ['https://cdn.example/bookings', false],
    ['/src/bookings/form.ts', false],
    ['/bookings/form.ts?t=1', false],
    ['/bookings/form.css', false],
    ['/api/bookings', false],
    ['/api/bookings', true, { baseUrl: '/api' }],
    ['/bookings', false, { baseUrl: '/api' }],
    ['/bookings/7', false, { headers: { accept: 'text/html,*/*;q=0.8' } }],
    ['/bookings/7', false, { headers: { accept: 'image/avif,image/webp,*/*;q=0.8' } }],
    ['/bookings/7/photo', true, { headers: { accept: 'image/avif,image/webp,*/*;q=0.8' } }],
    ['http://127.0.0.1:4010/bookings', true],
    ['/@one/bookings', true],
  ])('%s: %s', async (url, isForApi, more) => {
    expect(await inPage(url, more)).toBe(isForApi);
  });
});

describe('in a process without a page', () => {
  it.each<[url: string, isForApi: boolean, more?: Parameters<typeof answers>[1]]>([
    ['https://any.example/bookings', true],
    ['https://any.example/other/bookings', false],
    ['https://any.example/bookings', false, { servers: [{ url: 'https://api.example' }] }],
    ['http://localhost:3000/bookings', true, { servers: [{ url: 'https://api.example' }] }],
    [
      'https://eu.api.example/bookings',
      true,
      { servers: [{ url: 'https://{at}.api.example', variables: { at: { enum: ['eu', 'us'] } } }] },
    ],
    [
      'https://br.api.example/bookings',
      false,
      { servers: [{ url: 'https://{at}.api.example', variables: { at: { enum: ['eu', 'us'] } } }] },
    ],
    ['https://any.example/v3/bookings', true, { servers: [{ url: '{base_url}' }] }],
    ...['https://api.example/a/v1', 'https://api.example/b', 'https://api.example/a/v9'].map(
      (base, i): [string, boolean, { servers: JsonObject[] }] => [
        `${base}/bookings`,
        i < 2,
        { servers: [{ url: 'https://api.example{base}', variables: { base: PATHS } }] },
      ],
    ),
    [
      'https://eu.example/v1/bookings',
      true,
      { servers: [{ url: '{server}', variables: { server: ADDRESSES } }] },
    ],
    [
      'https://api.example/v7/bookings',
      true,
      { servers: [{ url: 'https://api.example/{version}' }] },
    ],
  ])('%s: %s', async (url, isForApi, more) => {
    expect(await answers(url, more)).toBe(isForApi);
  });
});
