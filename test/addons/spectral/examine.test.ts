import { describe, expect, it } from 'vitest';
import { fetchDocument } from '../../../src/addons/spectral/examine.ts';
import { serve } from '../../serve/http-helpers.ts';

const PATIENCE = 100;
const nobody = new AbortController().signal;

describe('fetchDocument', () => {
  it.each<[string, Parameters<typeof serve>[0]]>([
    ['never answers', () => {}],
    ['never ends its answer', (_incoming, outgoing) => void outgoing.write('openapi: 3.1.0\n')],
  ])('gives up on a server that %s', async (_name, answer) => {
    await using server = await serve(answer);
    await expect(fetchDocument(`${server.url}/a.yaml`, nobody, PATIENCE)).rejects.toThrow(
      `Failed to read ${server.url}/a.yaml: no whole answer within 0.1 s. Check the address`,
    );
  });

  it('gives what comes whole, and leaves every other failure to Spectral', async () => {
    await using server = await serve((incoming, outgoing) => {
      outgoing.statusCode = incoming.url === '/there' ? 200 : 404;
      outgoing.end('openapi: “3.1.0”');
    });
    expect(await fetchDocument(`${server.url}/there`, nobody)).toBe('openapi: “3.1.0”');
    expect(await fetchDocument(`${server.url}/nowhere`, nobody)).toBeUndefined();
    expect(await fetchDocument('http://127.0.0.1:9/', nobody)).toBeUndefined();
  });

  it('is interrupted without a word', async () => {
    await using server = await serve(() => {});
    const soon = AbortSignal.timeout(50);
    expect(await fetchDocument(server.url, soon)).toBeUndefined();
  });
});
