import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A server that is measured. */
export interface Contender {
  readonly name: string;
  /** Arguments of `node`. */
  readonly command: (port: number) => readonly string[];
  /** Its place in the report: `kit` has targets, `field` stands beside it. */
  readonly side: 'yardstick' | 'kit' | 'field';
}

/** A contender that can't be measured here, and why. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

const root = join(import.meta.dirname, '..', '..');
const kit = join(root, 'bin', 'plant-store.js');
const spec = join(root, 'spec', 'plant-store.openapi.yaml');
const prism = join(root, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');
const peersFolder = join(root, 'bench', 'peers');

export const bare: Contender = {
  name: 'bare node:http',
  side: 'yardstick',
  command: (port) => [join(root, 'bench', 'bare-server.ts'), `${port}`],
};

/** Growth goes beyond the default, and fast machines throughput; no bench fills the store. */
const ROOM = ['--max-resources', '1000000000'];

function mock(name: string, ...flags: readonly string[]): Contender {
  return {
    name,
    side: 'kit',
    command: (port) => [kit, 'mock', '--port', `${port}`, ...ROOM, ...flags],
  };
}

/** The one that the targets without Prism are for. */
export const mockWithoutPrism: Contender = mock('mock --no-prism', '--no-prism', '--log', 'silent');

/** The one that the targets with Prism are for. */
export const mockWithPrism: Contender = mock('mock', '--log', 'silent');

/** The mock as the package has it: JavaScript, so that a first start strips no types. */
export const builtMock: Contender = {
  name: 'mock --no-prism, built',
  side: 'kit',
  command: (port) => {
    const words = ['mock', '--port', `${port}`, ...ROOM, '--no-prism', '--log', 'silent'];
    return [join(root, 'bench', 'built-kit.js'), ...words];
  },
};

/** As they come: the kit is held against these. */
export const stockMock: Contender = prismMock('prism mock');
export const STOCK_PROXY = 'prism proxy';

/** Our proxy, without a line a request. */
export const OWN_PROXY = 'proxy';

/** A replica of several, which keep nothing themselves. */
export const SHARED = 'mock --no-prism --store';

/** A replica whose resources are in Redis, below `prefix`. */
export function sharedMock(store: string, prefix: string): Contender {
  const flags = ['--no-prism', '--log', 'silent', '--store', store, '--store-prefix', prefix];
  return mock(SHARED, ...flags);
}

/** Our mock with one line a request, as a person sees it. */
const mockWithLog = mock('mock --no-prism, log on', '--no-prism');

function prismMock(name: string, ...flags: readonly string[]): Contender {
  return {
    name,
    side: 'field',
    command: (port) => [prism, 'mock', spec, '-h', '127.0.0.1', '-p', `${port}`, ...flags],
  };
}

function prismProxy(name: string, upstream: string, ...flags: readonly string[]): Contender {
  const command = (port: number): string[] => {
    return [prism, 'proxy', spec, upstream, '-h', '127.0.0.1', '-p', `${port}`, ...flags];
  };
  return { name, side: 'field', command };
}

/** Every contender but the yardstick. */
export function contenders(upstream: string): readonly Contender[] {
  return [
    mockWithoutPrism,
    ...(isBuilt() ? [builtMock] : []),
    mockWithLog,
    mockWithPrism,
    {
      name: OWN_PROXY,
      side: 'kit',
      command: (port) => [kit, 'proxy', upstream, '--port', `${port}`, '--log', 'silent'],
    },
    prismMock('prism mock, log off', '-v', 'silent'),
    stockMock,
    prismProxy('prism proxy, log off', upstream, '-v', 'silent'),
    prismProxy(STOCK_PROXY, upstream),
    ...peers().filter((peer) => 'command' in peer),
  ];
}

/** Peers by their package and the script that starts them. */
const PEERS = {
  'openapi-backend': 'openapi-backend.js',
  '@scalar/mock-server': 'scalar.js',
  '@mockoon/commons-server': 'mockoon.js',
} as const;

function peers(): readonly (Contender | Skipped)[] {
  return Object.entries(PEERS).map(([name, script]) => {
    if (peerVersion(name) === undefined) {
      return { name, reason: 'not installed; `npm run bench:peers` installs it' };
    }
    return { name, side: 'field', command: (port) => [join(peersFolder, script), `${port}`] };
  });
}

function isBuilt(): boolean {
  return existsSync(join(root, 'dist', 'src', 'cli', 'main.js'));
}

/** Whom the run goes without. */
export function skipped(): readonly Skipped[] {
  const built = { name: builtMock.name, reason: 'not built; `npm run build` builds it' };
  return [...(isBuilt() ? [] : [built]), ...peers().filter((peer) => 'reason' in peer)];
}

/** What was measured, by package. */
export function versions(): Readonly<Record<string, string>> {
  const packages = ['@stoplight/prism-cli', 'autocannon', 'dredd', 'msw'].map(
    (name) => [name, packageVersion(root, name)] as const,
  );
  const others = Object.keys(PEERS).map((name) => [name, peerVersion(name)] as const);
  const kitVersion = readVersion(join(root, 'package.json'));
  const all = [['plant-store-kit', kitVersion] as const, ...packages, ...others];
  return Object.fromEntries(all.map(([name, version]) => [name, version ?? 'not installed']));
}

function peerVersion(name: string): string | undefined {
  return packageVersion(peersFolder, name);
}

function packageVersion(folder: string, name: string): string | undefined {
  return readVersion(join(folder, 'node_modules', name, 'package.json'));
}

function readVersion(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version;
}
