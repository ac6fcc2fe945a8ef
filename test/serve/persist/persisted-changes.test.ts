import fs, { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/openapi/json/json-value.ts';
import {
  type Opened,
  fern,
  inFolder,
  ivy,
  linesOf,
  moss,
  openStore,
  reopenStore,
} from './store-file.ts';

let file: string;

inFolder((_folder, store) => {
  file = store;
});

const open = (resources: readonly JsonObject[] = []): Opened => openStore(file, resources);
const reopened = (): ReturnType<typeof reopenStore> => reopenStore(file);
const lines = (): string[] => linesOf(file);

describe('changes and deletions in a store file', () => {
  const birch = { id: 4, name: 'Birch' };
  const taller = { ...fern, name: 'Tall fern' };

  it('are lines of their own, behind what was there, in a version that older kits refuse', () => {
    const { store } = open([fern, ivy, moss]);
    const before = lines();
    store.replace(store.find('id', ivy.id)!, undefined);
    store.replace(store.find('id', fern.id)!, taller);
    store.add(birch);
    expect(lines().slice(0, before.length)).toEqual(before);
    const added = lines().slice(before.length);
    expect(added.map((line) => Object.keys(JSON.parse(line) as object).slice(1))).toEqual([
      ['journal'],
      ['at', 'was', 'delete'],
      ['at', 'was', 'put'],
      ['add'],
    ]);
    expect(added[0]).toContain('"journal":3}');
    expect(reopened()).toEqual({ resources: [taller, moss, birch], warnings: [] });
  });

  it('are gone after the next start, so that every kit reads the file', () => {
    const { store } = open([fern, ivy]);
    const others = store.collection('/a');
    others.add(moss);
    others.add(birch);
    others.replace(others.find('id', 3)!, undefined);
    store.replace(store.find('id', ivy.id)!, undefined);
    expect(reopened()).toEqual({ resources: [fern], warnings: [] });
    expect(lines().map((line) => Object.keys(JSON.parse(line) as object).at(-1))).toEqual([
      'journal',
      'add',
      'add',
    ]);
    expect(lines()[0]).toContain('"journal":2}');
    expect(lines()[2]).toMatch(/"in":"\/a","add":\{"id":4,/);
  });

  it('become part of what they change once there are many', () => {
    const { store } = open([fern, ivy]);
    for (let i = 0; i < 2500; i += 1) store.replace(store.find('id', ivy.id)!, { ...ivy, i });
    expect(lines().length).toBeLessThan(1100);
    expect(reopened()).toEqual({ resources: [fern, { ...ivy, i: 2499 }], warnings: [] });
  });

  it('stay lines where the file can not be written anew', () => {
    const { store } = open([fern, ivy]);
    const { renameSync } = fs;
    fs.renameSync = () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    };
    syncBuiltinESMExports();
    for (let i = 0; i < 1200; i += 1) store.replace(store.find('id', ivy.id)!, { ...ivy, i });
    expect(lines().length).toBeGreaterThan(1200);
    fs.renameSync = renameSync;
    syncBuiltinESMExports();
    expect(reopened()).toEqual({ resources: [fern, { ...ivy, i: 1199 }], warnings: [] });
  });

  it('find what they change also where a line before them was damaged', () => {
    const { store } = open([fern, ivy, moss]);
    store.addAll([birch, { id: 5, name: 'Rose' }]);
    store.replace(store.find('id', 3)!, undefined);
    store.replace(store.find('id', 4)!, { ...birch, name: 'Tall birch' });
    store.replace(store.find('id', fern.id)!, taller);
    const damaged = lines().map((line, i) => (i === 1 ? line.replace('Fern', 'Farn') : line));
    writeFileSync(file, `${damaged.join('\n')}\n`);
    const { resources, warnings } = reopened();
    expect(resources).toEqual([ivy, { ...birch, name: 'Tall birch' }, { id: 5, name: 'Rose' }]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /:2 the line was changed[\s\S]*:9 what the line changes is not there/,
    );
  });

  it('may be written by hand, without check sums', () => {
    const text = '{"journal":1}\n{"add":{"id":1}}\n{"add":{"id":2}}\n';
    writeFileSync(file, `${text}{"at":0,"delete":true}\n{"at":0,"put":{"id":3}}\n`);
    expect(reopened()).toEqual({ resources: [{ id: 3 }], warnings: [] });
  });

  it.each([
    '{"at":-1,"delete":true}',
    '{"at":0}',
    '{"at":0,"was":1,"delete":true}',
    '{"at":"0","put":{}}',
  ])('are damage where they say nothing: %s', (line) => {
    writeFileSync(file, `{"journal":3}\n{"add":{"id":1}}\n${line}\n`);
    const { resources, warnings } = reopened();
    expect(resources).toEqual([{ id: 1 }]);
    expect(warnings[0]).toContain(':3 the line is none of a store file');
  });

  it('of the last one empty the file', () => {
    const { store } = open([fern]);
    store.replace(store.find('id', fern.id)!, undefined);
    expect(lines()).toHaveLength(1);
    store.add(ivy);
    expect(reopened()).toEqual({ resources: [ivy], warnings: [] });
  });
});
