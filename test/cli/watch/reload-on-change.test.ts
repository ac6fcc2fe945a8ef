import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, afterEach, beforeEach, describe } from 'vitest';
import {
  reloadOnChange,
  type WatchOptions,
  watchFiles,
} from '../../../src/cli/watch/reload-on-change.ts';
import { until } from '../../serve/http-helpers.ts';
import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

let folder: string;
let file: string;
let told: (readonly string[])[];
let watcher: Disposable | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
  file = join(folder, 'a.yaml');
  writeFileSync(file, 'one');
  told = [];
});

afterEach(() => {
  watcher?.[Symbol.dispose]();
  rmSync(folder, { recursive: true, force: true });
});

function watch(paths = [file], options: WatchOptions = {}): void {
  watcher = watchFiles(new Set(paths), (files) => told.push(files.map((path) => basename(path))), {
    missing: 200,
    interval: 20,
    ...options,
  });
}

async function expectTold(...names: string[]): Promise<void> {
  await until(() => (told.length > 0 ? true : undefined));
  expect(told.splice(0)).toEqual([names]);
}

describe('watched files', () => {
  it.each<[string, () => void | Promise<void>]>([
    ['written', () => writeFileSync(file, 'two')],
    [
      'written twice in a moment',
      async () => {
        writeFileSync(file, '');
        await delay(5);
        writeFileSync(file, 'two');
      },
    ],
    [
      'replaced by a rename',
      () => {
        writeFileSync(`${file}.tmp`, 'two');
        renameSync(`${file}.tmp`, file);
      },
    ],
    [
      'removed and written anew',
      async () => {
        renameSync(file, `${file}~`);
        await delay(90);
        writeFileSync(file, 'two');
      },
    ],
  ])('are told once when %s, and again the next time', async (_, act) => {
    watch();
    await act();
    await expectTold('a.yaml');
    await delay(250);
    expect(told).toEqual([]);
    writeFileSync(file, 'three');
    await expectTold('a.yaml');
  });

  it('are told when they are gone for good, and when they are back', async () => {
    watch();
    unlinkSync(file);
    await expectTold('a.yaml');
    writeFileSync(file, 'one');
    await expectTold('a.yaml');
  });

  it('are not told when they are the same as before, or others change', async () => {
    watch();
    writeFileSync(file, 'one');
    writeFileSync(join(folder, 'b.yaml'), 'b');
    await delay(300);
    expect(told).toEqual([]);
  });

  it('are told while another file of the folder never comes to rest', async () => {
    watch();
    const log = setInterval(() => writeFileSync(join(folder, 'log'), String(Math.random())), 5);
    writeFileSync(file, 'two');
    await expectTold('a.yaml').finally(() => clearInterval(log));
  });

  it('can be all of a folder, those that come later too', async () => {
    watch([folder]);
    writeFileSync(join(folder, 'b.yaml'), 'b');
    writeFileSync(join(folder, 'notes.txt'), 'n');
    await expectTold('b.yaml');
  });

  it('are found again where their folder was replaced', async () => {
    const below = join(folder, 'below');
    mkdirSync(below);
    writeFileSync(join(below, 'c.yaml'), 'c');
    watch([join(below, 'c.yaml')], { missing: 60 });
    rmSync(below, { recursive: true });
    await expectTold('c.yaml');
    mkdirSync(below);
    writeFileSync(join(below, 'c.yaml'), 'd');
    await expectTold('c.yaml');
    writeFileSync(join(below, 'c.yaml'), 'e');
    await expectTold('c.yaml');
  });

  it('are watched on where one can no longer be looked at', async () => {
    watch([file, folder], { missing: 60 });
    unlinkSync(file);
    symlinkSync(file, file);
    await expectTold('a.yaml');
    unlinkSync(file);
    writeFileSync(file, 'two');
    await expectTold('a.yaml');
  });

  it('are followed through links', async () => {
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real', 'd.yaml'), 'd');
    symlinkSync(join(folder, 'real', 'd.yaml'), join(folder, 'link.yaml'));
    watch([join(folder, 'link.yaml')]);
    writeFileSync(join(folder, 'real', 'd.yaml'), 'e');
    await expectTold('link.yaml');
  });
});

it('what a broken file kept from being read is read once that is mended', async () => {
  const [broken, other] = [join(folder, 'broken'), join(folder, 'other')];
  writeFileSync(broken, 'good');
  writeFileSync(other, 'old');
  const seen: string[] = [];
  let isBroken = true;
  const sink = { write: () => true };
  const io = { cwd: folder, stdout: sink, stderr: sink };
  const reload = async (files: readonly string[]): Promise<void> => {
    seen.push(files.map((file) => basename(file)).join(' '));
    if (isBroken) throw new Error('broken');
  };
  const reloaded = async (text: string): Promise<void> => {
    await until(() => (seen.at(-1) === text ? true : undefined));
  };
  {
    using _watch = reloadOnChange(new Set([broken, other]), { io, log: 'silent', reload });
    writeFileSync(other, 'new');
    await reloaded('other');
    isBroken = false;
    writeFileSync(broken, 'mended');
    await reloaded('other broken');
    writeFileSync(broken, 'better');
    await reloaded('broken');
  }
  expect(seen).toEqual(['other', 'other broken', 'broken']);
});
