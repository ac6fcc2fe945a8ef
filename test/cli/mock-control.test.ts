import { describe, expect, it } from 'vitest';
import { createPlant } from '../mocks/create-plant.ts';
import { control } from '../serve/control/control-client.ts';
import { until } from '../serve/http-helpers.ts';
import { serve } from './run-main.ts';

/** Runs `mock` while `use` works with it. */
async function withMock(
  flags: readonly string[],
  use: (url: string) => Promise<void>,
): Promise<void> {
  const mock = await serve(['mock', '--port', '0', '--log', 'json', '--no-prism', ...flags]);
  try {
    await use(mock.url);
  } finally {
    expect(await mock.stop()).toMatchObject({ code: 0 });
  }
}

describe('mock', () => {
  it('has the control API, with the lines of its document and the version of the kit', async () => {
    await withMock([], async (url) => {
      await createPlant(url, 1, 'Fern', { authorization: 'none' });
      await fetch(`${url}/plants`, { method: 'POST' });
      const { body: health } = await control(url, 'GET', '/health');
      expect(health['version']).toMatch(/^\d+\.\d+\.\d+/);
      const { body: document } = await control(url, 'GET', '/document');
      expect(document['file']).toMatch(/plant-store\.openapi\.yaml$/);
      const wrong = { authorization: 'Bearer t', 'content-type': 'application/json' };
      await fetch(`${url}/plants`, {
        method: 'POST',
        headers: wrong,
        body: '{"id":"x","name":"a"}',
      });
      const { body } = await control(url, 'GET', '/requests');
      const { problem } = (body['requests'] as { problem: { line: number } }[]).at(-1)!;
      const line = (document['text'] as string).split('\n')[problem.line - 1];
      expect(line?.trim()).toBe('type: integer');
    });
  });

  it('drops sandboxes after --sandbox-idle', async () => {
    await withMock(['--sandbox-idle', '50'], async (url) => {
      await createPlant(`${url}/@brief`, 1);
      await until(async () => {
        const { body } = await control(url, 'GET', '/sandboxes');
        return (body['sandboxes'] as unknown[]).length === 1 ? true : undefined;
      });
      expect((await createPlant(`${url}/@brief`, 1)).status).toBe(200);
    });
  });

  it('has none with --no-control', async () => {
    await withMock(['--no-control'], async (url) => {
      expect((await fetch(`${url}/_kit/health`)).status).toBe(404);
      expect((await createPlant(`${url}/@x`, 1)).status).toBe(200);
    });
  });
});
