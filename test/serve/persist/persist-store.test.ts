import fs, {
  appendFileSync,
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import {
  type Opened,
  closeStores,
  fern,
  inFolder,
  ivy,
  linesOf,
  moss,
  openStore,
  reopenStore,
} from './store-file.ts';

let folder: string;
let file: string;

inFolder((name, store) => {
  [folder, file] = [name, store];
});

const open = (resources: readonly JsonObject[] = []): Opened => openStore(file, resources);
const reopened = (): ReturnType<typeof reopenStore> => reopenStore(file);
const lines = (): string[] => linesOf(file);

describe('a store that is kept in a file', () => {
  it('is the same after a restart, to the last digit', () => {
    const { store, persisted } = open();
    expect(persisted.content).toBeUndefined();
    store.add(fern);
    store.addAll([ivy, moss]);
    expect(reopened()).toEqual({ resources: [fern, ivy, moss], warnings: [] });
    expect(lines()[1]).toContain('"id":9223372036854775807');
  });

  it('has a create on file before it is over', () => {
    const { store } = open();
    store.add(fern);
    expect(lines()).toHaveLength(2);
    expect(JSON.parse(lines()[1]!)).toHaveProperty('add.name', fern.name);
  });

  it('begins with what the store held, and later with what the file has', () => {
    open([fern]);
    expect(reopened().resources).toEqual([fern]);
    closeStores();
    expect(open([ivy]).store.list()).toEqual([fern]);
  });

  it('keeps what was cleared and restored, in no more lines than there are resources', () => {
    const { store } = open();
    store.add(fern);
    const snapshot = store.snapshot();
    store.addAll([ivy, moss]);
    store.restore(snapshot);
    store.add(moss);
    expect(lines()).toHaveLength(3);
    expect(reopened().resources).toEqual([fern, moss]);
  });

  it('is empty after a reset, also for the next start with a seed', () => {
    const { store } = open([fern]);
    store.reset();
    closeStores();
    const next = open([ivy]);
    expect(next.persisted.content).toBeDefined();
    expect(next.store.list()).toEqual([]);
  });

  it('stays readable for those only who could read it', () => {
    const { store } = open([fern]);
    chmodSync(file, 0o600);
    store.restore([ivy]);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  it('removes what a crash has left of a file that was about to be replaced', () => {
    open([fern]);
    for (const end of ['', `-${crypto.randomUUID()}`]) writeFileSync(`${file}.new${end}`, '{"crc"');
    writeFileSync(`${file}.newer`, "somebody's");
    expect(reopened().resources).toEqual([fern]);
    closeStores();
    expect(readdirSync(folder)).toEqual(['store.jsonl', 'store.jsonl.newer']);
  });

  it('writes no draft through a link, nor over what is there', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'of somebody');
    const { store } = open([fern]);
    for (const name of ['new', 'lock-draft']) symlinkSync(victim, `${file}.${name}`);
    store.restore([ivy]);
    expect(readFileSync(victim, 'utf8')).toBe('of somebody');
    expect(reopened().resources).toEqual([ivy]);
  });

  it('writes nothing through a link even where the name of a draft is known', () => {
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'of somebody');
    const { store } = open([fern]);
    const known = crypto.randomUUID();
    const named = vi.spyOn(crypto, 'randomUUID').mockReturnValue(known);
    symlinkSync(victim, `${file}.new-${known}`);
    expect(() => store.restore([ivy])).toThrow('EEXIST');
    named.mockRestore();
    expect(readFileSync(victim, 'utf8')).toBe('of somebody');
    expect(reopened().resources).toEqual([fern]);
  });

  it('follows a link instead of replacing it', () => {
    const target = join(folder, 'target.jsonl');
    writeFileSync(target, '');
    symlinkSync(target, file);
    open([fern]).store.restore([ivy]);
    expect(readFileSync(target, 'utf8')).toContain('Ivy');
    expect(fs.lstatSync(file).isSymbolicLink()).toBe(true);
  });

  it('leaves nothing behind but the file', () => {
    open([fern]).store.restore([ivy]);
    reopened();
    closeStores();
    expect(readdirSync(folder)).toEqual(['store.jsonl']);
  });

  it('takes lines that were written by hand, without a check sum', () => {
    writeFileSync(file, '{"journal":1}\n{"add":{"id":7,"name":"By hand"}}');
    expect(reopened()).toEqual({ resources: [{ id: 7, name: 'By hand' }], warnings: [] });
    expect(lines().every((line) => line.startsWith('{"crc":'))).toBe(true);
  });
});

describe('a store file with collections', () => {
  /** What the next process finds in each collection. */
  function collections(): Record<string, JsonObject[]> {
    closeStores();
    const { store, persisted } = open();
    expect(persisted.warnings).toEqual([]);
    const names = [...store.sizes().keys()];
    return Object.fromEntries(names.map((name) => [name, store.collection(name).list()]));
  }

  const header = (version: number): RegExp =>
    new RegExp(`^\\{"crc":"[0-9a-f]{8}","journal":${version}\\}$`);

  it('says so before the first of them, so that an older kit leaves it alone', () => {
    const { store } = open([fern]);
    const before = readFileSync(file, 'utf8');
    expect(lines()[0]).toMatch(header(1));
    store.collection('/a').add(ivy);
    store.collection('/b').add(moss);
    store.add(moss);
    expect(readFileSync(file, 'utf8').startsWith(before)).toBe(true);
    expect(lines()[2]).toMatch(header(2));
    expect(lines()[3]).toMatch(
      /^\{"crc":"[0-9a-f]{8}","in":"\/a","add":\{"id":-9223372036854775808,/,
    );
    expect(lines()).toHaveLength(6);
    expect(collections()).toEqual({ '/a': [ivy], '/b': [moss] });
    expect(reopened().resources).toEqual([fern, moss]);
  });

  it('says so once, also after a restart and a change', () => {
    open().store.collection('/a').add(ivy);
    const { store } = ((): ReturnType<typeof open> => {
      closeStores();
      return open();
    })();
    store.collection('/a').add(moss);
    store.collection('/a').replace(store.collection('/a').find('id', 3)!, fern);
    store.collection('/a').add(moss);
    expect(lines().filter((line) => header(2).test(line))).toHaveLength(1);
    expect(collections()).toEqual({ '/a': [ivy, fern, moss] });
  });

  it('is as one without once they are empty', () => {
    const { store } = open([fern]);
    const before = readFileSync(file);
    store.collection('/a').add(ivy);
    store.collection('/a').replace(store.collection('/a').find('id', ivy.id)!, undefined);
    reopened();
    expect(readFileSync(file)).toEqual(before);
    closeStores();
    const { store: next } = open();
    next.collection('/a').add(ivy);
    next.reset();
    next.collection('/a').add(moss);
    expect(lines()).toHaveLength(3);
    expect(collections()).toEqual({ '/a': [moss] });
  });

  it('has several at once in one line, and loses no other collection with a torn one', () => {
    const { store } = open();
    store.managed.collection('/a').addAll([fern, ivy]);
    store.collection('/b').add(moss);
    expect(lines()).toHaveLength(4);
    const text = readFileSync(file, 'utf8');
    closeStores();
    writeFileSync(file, text.slice(0, -5));
    expect(reopened().warnings[0]).toContain(`2 stored resources could be used`);
    expect(collections()).toEqual({ '/a': [fern, ivy] });
  });

  it('takes lines by hand, and says its version where the hand forgot', () => {
    writeFileSync(file, '{"journal":1}\n{"in":"/a","add":{"id":3,"name":"Moss"}}\n');
    expect(collections()).toEqual({ '/a': [moss] });
    expect(lines()[0]).toMatch(header(2));
  });

  it('makes no change that it can not keep', () => {
    const { store } = open();
    const collection = store.collection('/a');
    collection.add(ivy);
    rmSync(file);
    expect(() => collection.add(moss)).toThrow('it was removed');
    expect(() => collection.replace(collection.find('id', ivy.id)!, fern)).toThrow(
      'it was removed',
    );
    expect(() => store.reset()).toThrow('it was removed');
    expect(collection.list()).toEqual([ivy]);
    expect(store.total).toBe(1);
  });
});

describe('a damaged store file', () => {
  const damages: readonly (readonly [
    string,
    (text: string) => string | Buffer,
    JsonObject[],
    string,
  ])[] = [
    ['torn at its end', (text) => text.slice(0, -9), [fern, ivy], ':4 the line was changed'],
    [
      'torn to a few letters',
      (text) => text.slice(0, text.lastIndexOf('{"crc') + 5),
      [fern, ivy],
      ':4 the line is not JSON',
    ],
    [
      'a changed digit',
      (text) => text.replace('75807', '75806'),
      [ivy, moss],
      ':2 the line was changed',
    ],
    [
      'a line of something else',
      (text) => text.replace('\n', '\nhello\n'),
      [fern, ivy, moss],
      ':2 the line is not JSON',
    ],
    [
      'without its first line',
      (text) => text.slice(text.indexOf('\n') + 1),
      [fern, ivy, moss],
      ':1 the first line',
    ],
    [
      'zeros in it',
      (text) => text.replace('Ivy', '\0\0\0'),
      [fern, moss],
      ':3 the line was changed',
    ],
    [
      'bytes that are no UTF-8',
      (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]),
      [fern, ivy, moss],
      ':5 the line is not UTF-8',
    ],
    ['torn on its first line', (text) => text.slice(0, 5), [], ':1 the line is not JSON'],
  ];

  it.each(damages)('%s is told, kept aside, and its good part used', (_, damage, good, told) => {
    const { store } = open();
    for (const one of [fern, ivy, moss]) store.add(one);
    const damaged = Buffer.from(damage(readFileSync(file, 'utf8')));
    closeStores();
    writeFileSync(file, damaged);
    const { resources, warnings } = reopened();
    expect(resources).toEqual(good);
    expect(warnings[0]).toContain(`${file}${told}`);
    const aside = readdirSync(folder).find((name) => name.startsWith('store.jsonl.damaged-'));
    expect(readFileSync(join(folder, aside!))).toEqual(damaged);
    expect(warnings[0]).toContain(aside);
    // The next start has nothing to complain of.
    expect(reopened()).toEqual({ resources: good, warnings: [] });
  });

  it('of a later version is left alone', () => {
    writeFileSync(file, '{"journal":4}\n');
    expect(() => open()).toThrow(/version 4 of the format, this kit knows 1, 2, 3\. Use/);
    expect(readFileSync(file, 'utf8')).toBe('{"journal":4}\n');
    expect(existsSync(`${file}.lock`)).toBe(false);
  });
});

it.each(['id,name\n1,Fern\n', '{"a":1}\n', '[]', '\n', '\0\u0001SQLite'])(
  'a file that was never a store is left alone: %j',
  (text) => {
    writeFileSync(file, text);
    expect(() => open()).toThrow(/no line of it is one of a store file\. Name another file/);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual([basename(file)]);
  },
);

describe('a store file that can not be used', () => {
  it.each([
    ['no/such/folder.jsonl', /its folder is not there/],
    ['', /it is no file/],
  ])('%s is refused', (name, message) => {
    file = join(folder, name);
    expect(() => open()).toThrow(message);
  });

  it.skipIf(process.getuid?.() === 0)('in a folder without permission is refused', () => {
    chmodSync(folder, 0o500);
    expect(() => open()).toThrow(/may not be written/);
    chmodSync(folder, 0o700);
  });

  it.each([
    ['removed', () => rmSync(file)],
    [
      'replaced',
      () => {
        writeFileSync(join(folder, 'other'), readFileSync(file));
        renameSync(join(folder, 'other'), file);
      },
    ],
    ['changed', () => appendFileSync(file, '{"add":{"id":1}}\n')],
  ])('takes nothing more once it is %s', (word, act) => {
    const { store } = open([fern]);
    act();
    expect(() => store.add(ivy)).toThrow(new RegExp(`it was .*${word}.* Start the server again`));
    expect(store.list()).toEqual([fern]);
  });
});

describe.runIf(process.platform === 'linux')('by the rules of Windows', () => {
  const { ftruncateSync, renameSync: rename } = fs;

  /** As Windows says it. */
  const denied = (): Error => Object.assign(new Error('EPERM: not permitted'), { code: 'EPERM' });
  const isOpen = (path: unknown): boolean =>
    readdirSync('/proc/self/fd').some((descriptor) => {
      const link = `/proc/self/fd/${descriptor}`;
      return existsSync(link) && fs.readlinkSync(link) === path;
    });
  const isForAppending = (descriptor: number): boolean => {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const [, flags = ''] = /^flags:\s*(\d+)$/m.exec(info) ?? [];
    return (Number.parseInt(flags, 8) & fs.constants.O_APPEND) !== 0;
  };

  beforeEach(() => {
    fs.renameSync = (from, to) => {
      if (isOpen(to)) throw denied();
      rename(from, to);
    };
    fs.ftruncateSync = (descriptor, length) => {
      if (isForAppending(descriptor)) throw denied();
      ftruncateSync(descriptor, length);
    };
    syncBuiltinESMExports();
  });

  afterEach(() => {
    fs.renameSync = rename;
    fs.ftruncateSync = ftruncateSync;
    syncBuiltinESMExports();
  });

  it('replaces no file that is open', () => {
    const { store } = open([fern]);
    store.restore([ivy]);
    store.add(moss);
    expect(reopened()).toEqual({ resources: [ivy, moss], warnings: [] });
  });

  it('cuts a file that it can write anywhere', () => {
    const { store } = open([fern]);
    store.restore([]);
    store.add(moss);
    expect(reopened()).toEqual({ resources: [moss], warnings: [] });
  });

  it('goes on with the file where it could not be replaced', () => {
    const { store } = open([fern]);
    fs.renameSync = () => {
      throw denied();
    };
    syncBuiltinESMExports();
    expect(() => store.restore([ivy])).toThrow(/store\.jsonl/);
    store.add(moss);
    expect(readdirSync(folder).toSorted()).toEqual(['store.jsonl', 'store.jsonl.lock']);
    expect(reopened()).toEqual({ resources: [fern, moss], warnings: [] });
  });
});

describe('a full disk', () => {
  const { writeSync } = fs;

  afterEach(() => {
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
  });

  /** Writes the first bytes and then says that there is no room. */
  function fill(room: number): void {
    let left = room;
    fs.writeSync = ((
      descriptor: number,
      bytes: Uint8Array,
      offset: number,
      _length: number,
      position: number,
    ) => {
      if (left === 0) throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
      const length = Math.min(left, bytes.length - offset);
      left -= length;
      return writeSync(descriptor, bytes, offset, length, position);
    }) as typeof writeSync;
    syncBuiltinESMExports();
  }

  it('keeps a create from being made, and the file whole', () => {
    const { store } = open([fern]);
    fill(20);
    expect(() => store.add(ivy)).toThrow(/the disk is full\. Make room/);
    expect(() => store.addAll([ivy, moss])).toThrow(/the disk is full/);
    expect(() => store.restore([ivy])).toThrow(/the disk is full/);
    expect(store.list()).toEqual([fern]);
    expect(store.find('id', ivy.id)).toBeUndefined();
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
    store.add(moss);
    expect(reopened()).toEqual({ resources: [fern, moss], warnings: [] });
    expect(readdirSync(folder)).not.toContain('store.jsonl.new');
  });

  it('keeps a change from being made, too', () => {
    const { store } = open([fern, ivy]);
    fill(20);
    expect(() => store.replace(store.find('id', ivy.id)!, undefined)).toThrow(/the disk is full/);
    expect(store.list()).toEqual([fern, ivy]);
    expect(store.find('id', ivy.id)).toEqual(ivy);
    fs.writeSync = writeSync;
    syncBuiltinESMExports();
    store.replace(store.find('id', fern.id)!, undefined);
    expect(reopened()).toEqual({ resources: [ivy], warnings: [] });
  });

  it('does not keep a start after a crash, whose half a line goes', () => {
    open([fern, ivy]);
    closeStores();
    appendFileSync(file, '{"crc":"0000');
    writeFileSync(`${file}.lock`, JSON.stringify({ pid: 2 ** 22 + 7 }));
    const { copyFileSync } = fs;
    fs.copyFileSync = () => {
      throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC' });
    };
    fill(0);
    const { resources, warnings } = reopened();
    expect(resources).toEqual([fern, ivy]);
    expect(warnings[0]).toContain('a full disk has no room for a copy');
    closeStores();
    fs.copyFileSync = copyFileSync;
    expect(readdirSync(folder)).toEqual(['store.jsonl']);
    expect(linesOf(file)).toHaveLength(3);
  });

  it('does not keep the store from being emptied', () => {
    const { store } = open([fern]);
    fill(0);
    store.reset();
    expect(reopened()).toEqual({ resources: [], warnings: [] });
  });
});
