/** What other tools say of a server of the rich family: Dredd, and stock Prism as a proxy. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isMap, parseDocument, visit } from 'yaml';
import { verify } from '../../src/index.ts';
import { headerValue } from '../../src/http/exchange.ts';
import { run } from '../cli/run-main.ts';
import { PrismProxy, isFaultyByPrism } from '../setup/prism-proxy.ts';
import { documentOf } from './judge.ts';
import type { Member } from './member.ts';
import { startServer } from './server.ts';
import type { Service } from './service.ts';

/** What a tool says of a server. */
export interface Opinion {
  /** What it holds against the server: each kind once. */
  readonly blame: ReadonlySet<string>;
  readonly requests: number;
  readonly ms: number;
}

/** A tool that judges servers. */
export interface Peer extends AsyncDisposable {
  readonly name: string;
  judge(member: Member): Promise<Opinion>;
}

/** Both tools, at rest. */
export function startPeers(): readonly Peer[] {
  return [new Dredd(), new Prism()];
}

/** Sends an example of each operation; gets the credentials, and a value for each path parameter. */
class Dredd implements Peer {
  readonly name = 'Dredd';
  readonly #folder = mkdtempSync(join(tmpdir(), 'rich-dredd-'));

  async judge({ service, change }: Member): Promise<Opinion> {
    await using server = await startServer(service, change);
    const secrets = Object.entries(service.credentials);
    const given = secrets.flatMap(([scheme]) => ['--credential', `${scheme}=$${variable(scheme)}`]);
    const variables = secrets.map(([scheme, secret]) => [variable(scheme), secret]);
    const start = performance.now();
    const words = ['dredd', server.url, '--spec', this.#specOf(service), ...given];
    const { stdout } = await run(words, {
      env: { ...process.env, ...Object.fromEntries(variables) },
    });
    const blame = new Set(stdout.match(/(?<=^fail: ).+?(?= duration)/gm));
    const requests = stdout.match(/^(?:pass|fail): /gm)?.length ?? 0;
    return { blame, requests, ms: performance.now() - start };
  }

  #specOf({ file }: Service): string {
    const document = parseDocument(readFileSync(file, 'utf8'));
    visit(document, {
      Map: (_, node) => {
        const schema = node.get('schema');
        if (node.get('in') !== 'path' || !isMap(schema)) return;
        node.set('example', schema.get('type') === 'integer' ? 1 : VALUE);
      },
    });
    const spec = join(this.#folder, basename(file));
    writeFileSync(spec, String(document));
    return spec;
  }

  [Symbol.asyncDispose](): Promise<void> {
    rmSync(this.#folder, { recursive: true });
    return Promise.resolve();
  }
}

/** Also what begins a slug. */
const VALUE = '3f2b8c9e-1d4a-4b6f-8e2a-9c7d5b3a1f00';

const variable = (scheme: string): string => scheme.toUpperCase();

/** The kit's plain requests go through it: what it holds against the responses counts. */
const PLAIN = ['oracle/stored', 'oracle/lists', 'the-least-request'];

/** Judges whatever passes; it sends nothing by itself. */
class Prism implements Peer {
  readonly name = 'Prism as a proxy';
  readonly #proxies = new Map<string, Promise<PrismProxy>>();

  async judge({ service, change }: Member): Promise<Opinion> {
    const document = await documentOf(service);
    const { file, credentials } = service;
    const starting = this.#proxies.get(file) ?? PrismProxy.start(file);
    this.#proxies.set(file, starting);
    await using server = await startServer(service, change);
    const baseUrl = await (await starting).to(server.url);
    const blame = new Set<string>();
    const start = performance.now();
    const judged = verify({ document, baseUrl, credentials, only: PLAIN });
    for await (const event of judged) {
      if (event.type !== 'exchange') continue;
      const { outcome, case: sent } = event.exchange;
      if (outcome.kind !== 'response') continue;
      const violations = headerValue(outcome.response.headers, 'sl-violations');
      if (isFaultyByPrism(violations)) blame.add(`${sent.operation.id} ${outcome.response.status}`);
    }
    const { counts } = await judged.result;
    return { blame, requests: counts.exchanges, ms: performance.now() - start };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const proxy of this.#proxies.values()) await (await proxy).stop();
  }
}
