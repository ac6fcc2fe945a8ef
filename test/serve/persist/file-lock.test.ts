import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import { type Opened, fern, inFolder, openStore } from './store-file.ts';

let folder: string;
let file: string;

inFolder((name, store) => {
  [folder, file] = [name, store];
});

const open = (resources: readonly JsonObject[] = []): Opened => openStore(file, resources);

describe('the lock of a store file', () => {
  const lock = (holder: object): void => writeFileSync(`${file}.lock`, JSON.stringify(holder));

  it('keeps a second store out until the first lets go', () => {
    const first = open();
    expect(() => open()).toThrow(
      new RegExp(`the process ${process.pid} uses it.*remove .*store\\.jsonl\\.lock`),
    );
    first.persisted[Symbol.dispose]();
    expect(open().store.list()).toEqual([]);
  });

  it.each([
    ['a process that has ended', () => lock({ pid: 2 ** 22 + 7 })],
    ['nobody', () => writeFileSync(`${file}.lock`, '')],
    ['this pid, in another life', () => lock({ pid: process.pid, start: '1' })],
  ])('left behind by %s is taken over', (_, leave) => {
    leave();
    expect(open([fern]).store.list()).toEqual([fern]);
    expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8'))).toHaveProperty('pid', process.pid);
    expect(readdirSync(folder).sort()).toEqual(['store.jsonl', 'store.jsonl.lock']);
  });

  it.each([
    ['another machine', { pid: 1, host: 'elsewhere' }, 'the process 1 on elsewhere uses it'],
    ['a process that lives', { pid: process.ppid }, `the process ${process.ppid} uses it`],
  ])('of %s is respected', (_, holder, message) => {
    lock(holder);
    expect(() => open()).toThrow(message);
    expect(existsSync(file)).toBe(false);
  });

  it.each([
    ['gives signs of life', 0, /the process 1 of another container uses it/],
    ['has fallen silent', 11_000, undefined],
  ])('of a container with the same host name that %s', (_, silence, message) => {
    lock({ pid: 1, host: hostname(), start: '1', place: 'another' });
    const last = new Date(Date.now() - silence);
    utimesSync(`${file}.lock`, last, last);
    if (message !== undefined) expect(() => open()).toThrow(message);
    else expect(open([fern]).store.list()).toEqual([fern]);
  });

  it('gives signs of life while it is held', () => {
    vi.useFakeTimers();
    open();
    utimesSync(`${file}.lock`, 0, 0);
    vi.advanceTimersByTime(1000);
    expect(Date.now() - statSync(`${file}.lock`).mtimeMs).toBeLessThan(2000);
    vi.useRealTimers();
  });

  it.each<[string, (victim: string, path: string) => void]>([
    ['a link', symlinkSync],
    ['another name of a file', linkSync],
  ])('that is %s is replaced, and nothing written through it', (_, link) => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'of somebody');
    link(victim, `${file}.lock`);
    open();
    expect(readFileSync(victim, 'utf8')).toBe('of somebody');
    expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8'))).toHaveProperty('pid', process.pid);
  });

  it.each([
    ['a pipe that nobody writes to', () => execFileSync('mkfifo', [`${file}.lock`])],
    ['without end', () => symlinkSync('/dev/zero', `${file}.lock`)],
  ])('that is %s is replaced', (_, place) => {
    place();
    open();
    expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8'))).toHaveProperty('pid', process.pid);
  });

  it('is drafted under a name that no process of the same pid elsewhere uses', () => {
    const drafts = [`store.jsonl.lock-${process.pid}`, `store.jsonl.lock-stale-${process.pid}`];
    for (const name of drafts) writeFileSync(join(folder, name), 'of another host');
    lock({ pid: 2 ** 22 + 7 });
    open();
    for (const name of drafts) {
      expect(readFileSync(join(folder, name), 'utf8')).toBe('of another host');
    }
  });

  it('writes nothing through a link even where the name of its draft is known', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'of somebody');
    const known = crypto.randomUUID();
    // Put there once old drafts are removed.
    const named = vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      if (!existsSync(`${file}.lock-${known}`)) symlinkSync(victim, `${file}.lock-${known}`);
      return known;
    });
    try {
      expect(() => open()).toThrow('about to use it');
    } finally {
      named.mockRestore();
    }
    expect(readFileSync(victim, 'utf8')).toBe('of somebody');
  });

  it.each([
    ['before it was written', ''],
    ['before it was a lock', JSON.stringify({ pid: 2 ** 22 + 7 })],
  ])('removes the draft of a process that was killed %s', (_, text) => {
    writeFileSync(`${file}.lock-${crypto.randomUUID()}`, text);
    const alive = `${file}.lock-${crypto.randomUUID()}`;
    writeFileSync(alive, JSON.stringify({ pid: process.ppid }));
    open();
    expect(readdirSync(folder).sort()).toEqual(
      ['store.jsonl', 'store.jsonl.lock', basename(alive)].sort(),
    );
  });

  it('is taken over on a full disk, also of a process that was killed before its draft was removed', () => {
    lock({ pid: 2 ** 22 + 7 });
    linkSync(`${file}.lock`, `${file}.lock-${crypto.randomUUID()}`);
    const { ino } = statSync(`${file}.lock`);
    open();
    expect(statSync(`${file}.lock`).ino).toBe(ino);
    expect(readdirSync(folder).sort()).toEqual(['store.jsonl', 'store.jsonl.lock']);
  });

  it('stays where it is another one by now, of a process that has all else in common', () => {
    const { persisted: store } = open();
    const lockFile = JSON.parse(readFileSync(`${file}.lock`, 'utf8')) as object;
    lock({ ...lockFile, id: 'another' });
    store[Symbol.dispose]();
    expect(existsSync(`${file}.lock`)).toBe(true);
  });

  it('is free again where the file could not be opened', () => {
    mkdirSync(file);
    expect(() => open()).toThrow(/it is no file/);
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
});
