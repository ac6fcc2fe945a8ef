/**
 * The Prism gateway beside stock Prism: requests a second as a ratio to bare node:http, and the
 * time to the first answer. `node bench/gateway.ts [seconds a round] [rounds]`
 */
import autocannon from 'autocannon';
import { type Command, commands, proxies, requestOf, startChild } from './child-server.ts';

const [seconds = 3, rounds = 3] = process.argv.slice(2).map(Number);
let id = 0;

async function throughput(url: string): Promise<number> {
  const result = await autocannon({
    url: `${url}/plants`,
    method: 'POST',
    connections: 10,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          id += 1;
          return { ...request, ...requestOf(id) };
        },
      },
    ],
  });
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} refusals.`);
  }
  return result.requests.average;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

async function compareThroughput(): Promise<void> {
  await using bare = await startChild(commands.bare);
  const servers: Record<string, Command> = {
    'mock --no-prism': commands.mock,
    'mock (Prism gateway)': commands.mockWithPrism,
    'proxy (Prism gateway)': proxies.gateway(bare.url),
    'stock prism mock': commands.stockMock,
    'stock prism proxy': proxies.stock(bare.url),
  };
  const results = new Map<string, number[]>([['bare node:http', []]]);
  for (let round = 0; round < rounds; round += 1) {
    results.get('bare node:http')!.push(await throughput(bare.url));
    for (const [name, command] of Object.entries(servers)) {
      await using server = await startChild(command);
      // Hot before it counts.
      if (round === 0) await autocannon({ url: server.url, duration: 1 });
      results.set(name, [...(results.get(name) ?? []), await throughput(server.url)]);
    }
  }
  const base = median(results.get('bare node:http')!);
  const rate = (name: string): number => median(results.get(name)!);
  const rows = [...results.keys()].map((name) => ({
    server: name,
    'requests/s': Math.round(rate(name)),
    'of bare': (rate(name) / base).toFixed(2),
  }));
  console.table(rows);
  const ratio = rate('proxy (Prism gateway)') / rate('stock prism proxy');
  console.log(`proxy beside stock prism proxy: ${ratio.toFixed(1)} times as fast (at least 3)`);
}

async function compareStart(): Promise<void> {
  const kinds = { mock: commands.mock, gateway: commands.mockWithPrism, stock: commands.stockMock };
  const times = new Map<string, number[]>();
  for (let round = 0; round < 5; round += 1) {
    for (const [name, command] of Object.entries(kinds)) {
      await using server = await startChild(command);
      times.set(name, [...(times.get(name) ?? []), server.firstAnswerMs]);
    }
  }
  const of = (name: string): number => median(times.get(name)!);
  console.log(`first answer: mock --no-prism ${of('mock').toFixed(0)} ms (at most 250)`);
  console.log(
    `first answer: mock with Prism ${of('gateway').toFixed(0)} ms, stock prism mock ` +
      `${of('stock').toFixed(0)} ms: ${(of('gateway') / of('stock')).toFixed(2)} (at most 1.3)`,
  );
}

await compareStart();
await compareThroughput();
