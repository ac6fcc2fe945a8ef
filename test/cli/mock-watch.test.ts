import { mkdir, mkdtemp, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plantStore } from '../../mocks/command.ts';
import { until } from '../serve/http-helpers.ts';
import { type ListeningProcess, messagesIn } from '../setup/listening-process.ts';
import { startProcess } from './mock-process.ts';

let folder: string;
let mock: ListeningProcess;
let document: string;
let reloads: number;

const path = (name: string): string => join(folder, name);
const write = (name: string, text: string): Promise<void> => writeFile(path(name), text);
const profile = (answer: string): string =>
  `profile: 1\nanswers:\n  createPlant:\n    used-id: ${answer}\n`;
const scenario = (status: number): string =>
  `scenario: 1\ndescription: x\nfaults: [{ kind: answer, status: ${status}, times: null, after: 1 }]\n`;

const msw = JSON.stringify(import.meta.resolve('msw/http'));
/** A module whose handler answers with a word. */
const handlers = (word: string): string =>
  `import { HttpResponse, http } from ${msw};
export const handlers = [http.get('/extra', () => HttpResponse.text('${word}'))];\n`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watching-'));
  document = await readFile(plantStore.document, 'utf8');
  await mkdir(path('scenarios'));
  await Promise.all([
    write('api.yaml', document),
    write('profile.yaml', profile('refused 409')),
    write('scenarios/mine.yaml', scenario(503)),
    write('handlers.mjs', handlers('first')),
  ]);
  const files = ['--spec', path('api.yaml'), '--profile', path('profile.yaml')];
  files.push('--handlers', path('handlers.mjs'));
  mock = await startProcess([...files, '--scenarios', path('scenarios'), '--watch']);
  await create(1);
});

afterAll(async () => {
  await mock.end('SIGTERM');
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  reloads = countReloads();
});

function countReloads(): number {
  return mock.stdout().match(/"reloaded":/g)?.length ?? 0;
}

/** What standard error says, of which each line is JSON. */
function messages(): string {
  return messagesIn(mock.stderr());
}

async function reloaded(): Promise<void> {
  await until(() => (countReloads() > reloads ? true : undefined));
}

async function create(id: number, where = '/plants'): Promise<number> {
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' };
  const body = JSON.stringify({ id, name: 'Fern' });
  return (await fetch(mock.url + where, { method: 'POST', headers, body })).status;
}

describe('mock --watch', () => {
  it('answers as a changed profile says, with what was stored, and tells of it', async () => {
    const signal = AbortSignal.timeout(10_000);
    const events = await fetch(`${mock.url}/_kit/events`, { signal });
    await write('profile.yaml', profile('refused 422'));
    await reloaded();
    expect(await create(1)).toBe(422);
    let text = '';
    for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('event: reload\n')) break;
    }
    expect(text).toContain('event: reload\n');
    expect(mock.stdout()).toMatch(/"level":"info",.*"reloaded":\["[^"]*profile\.yaml"\]\}/);
  });

  it('goes on with the last good profile where the new one is broken, and says where', async () => {
    await write('profile.yaml', profile('refusd 400'));
    await until(() => (/impossible-answer[^]*Not reloaded/.test(messages()) ? true : undefined));
    expect(messages()).toMatch(/profile\.yaml:4:5 impossible-answer: .*\n.*\n +\^/);
    expect(await create(1)).toBe(422);
    await write('profile.yaml', profile('refused 410'));
    await reloaded();
    expect(await create(1)).toBe(410);
  });

  it('serves a changed document, also when an editor puts it there by a rename', async () => {
    await write('api.yaml~', document.replaceAll('/plants:', '/trees:'));
    await rename(path('api.yaml~'), path('api.yaml'));
    await reloaded();
    expect(await create(1)).toBe(404);
    expect(await create(1, '/trees')).toBe(410);
  });

  it('goes on while a file is gone, and takes it when it is back', async () => {
    await unlink(path('api.yaml'));
    await until(() => (messages().includes('there is no such file') ? true : undefined));
    expect(await create(1, '/trees')).toBe(410);
    await write('api.yaml', document);
    await reloaded();
    expect(await create(1)).toBe(410);
  });

  it('asks changed handlers, and goes on with the last good ones', async () => {
    const extra = async (): Promise<string> => (await fetch(`${mock.url}/extra`)).text();
    expect(await extra()).toBe('first');
    await write('handlers.mjs', handlers('second'));
    await reloaded();
    expect(await extra()).toBe('second');
    await write('handlers.mjs', 'export const handlers = [;\n');
    await until(() => (messages().includes('Failed to load the handlers') ? true : undefined));
    expect(messages()).toMatch(/Unexpected token.* \(.*handlers\.mjs:1\)/);
    expect(await extra()).toBe('second');
    reloads = countReloads();
    await write('handlers.mjs', handlers('third'));
    await reloaded();
    expect(await extra()).toBe('third');
  });

  const choose = async (name: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ scenario: name });
    const url = `${mock.url}/_kit/scenario`;
    return (await fetch(url, { method: 'PUT', headers, body })).status;
  };

  it('takes changed and new scenarios, and applies the one that is on', async () => {
    expect(await choose('mine')).toBe(204);
    await write('scenarios/mine.yaml', scenario(418));
    await reloaded();
    expect([await create(2), await create(3)]).toEqual([200, 418]);
    reloads = countReloads();
    await write('scenarios/new.yaml', scenario(451));
    await reloaded();
    expect(await choose('new')).toBe(204);
    expect([await create(2), await create(3)]).toEqual([200, 451]);
  });

  it('says that the scenario that is on is gone, and stays in it; any other goes', async () => {
    await write('scenarios/other.yaml', scenario(418));
    await reloaded();
    reloads = countReloads();
    await unlink(path('scenarios/other.yaml'));
    await reloaded();
    expect([await choose('other'), await choose('mine')]).toEqual([400, 204]);
    expect([await create(20), await create(21)]).toEqual([200, 418]);
    await unlink(path('scenarios/mine.yaml'));
    const told = 'the scenario "mine" is gone, and the sandbox "default" is in it.';
    await until(() => (messages().includes(told) ? true : undefined));
    expect(await create(22)).toBe(418);
    reloads = countReloads();
    expect(await choose('busy')).toBe(204);
    await write('scenarios/other.yaml', scenario(418));
    await reloaded();
    expect([await choose('mine'), await choose('other')]).toEqual([400, 204]);
  });
});
