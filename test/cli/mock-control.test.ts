import { describe, expect, it } from 'vitest';
import { createPlant } from '../mocks/create-plant.ts';
import { control } from '../serve/control/control-client.ts';
import { until } from '../serve/http-helpers.ts';
import { run, serve } from './run-main.ts';

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

  it('asks for the control token of the flag, else of the environment', async () => {
    const env = { PLANT_STORE_CONTROL_TOKEN: 'from-the-environment' };
    const ask = async (url: string, token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${url}/_kit/requests`, { headers })).status;
    };
    const words = ['mock', '--port', '0', '--no-prism'];
    const serving = await serve(words, { env });
    const other = await serve([...words, '--control-token', 'from-the-flag'], { env });
    expect(await ask(serving.url, 'from-the-environment')).toBe(200);
    expect(await ask(other.url, 'from-the-environment')).toBe(401);
    expect(await ask(other.url, 'from-the-flag')).toBe(200);
    for (const mock of [serving, other]) {
      await mock.stop();
      expect(mock.stdout()).toContain('/_kit/ (it asks for the control token)');
      expect(mock.stdout() + mock.stderr()).not.toMatch(/from-the/);
    }
  });

  it('says how to open it where other machines reach the mock', async () => {
    const env = { PLANT_STORE_CONTROL_TOKEN: '' };
    const words = ['mock', '--port', '0', '--no-prism', '--host', '0.0.0.0'];
    const mock = await serve(words, { env });
    await mock.stop();
    expect(mock.stdout()).toContain(
      'Inspector and control API are closed. To open them: --control-token, or PLANT_STORE_CONTROL_TOKEN',
    );
  });

  it.each([
    ['', 'it is empty'],
    ['short', 'it must have at least 8 characters'],
  ])('refuses the control token "%s", and does not show it', async (token, why) => {
    const { code, stderr } = await run(['mock', '--port', '0', '--control-token', token]);
    expect(code).toBe(2);
    expect(stderr).toContain(`Failed to use the control token: ${why}`);
    expect(stderr).not.toContain('short');
  });

  it('has none with --no-control', async () => {
    await withMock(['--no-control'], async (url) => {
      expect((await fetch(`${url}/_kit/health`)).status).toBe(404);
      expect((await createPlant(`${url}/@x`, 1)).status).toBe(200);
    });
  });
});
