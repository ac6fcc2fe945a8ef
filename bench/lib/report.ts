import { bare, mockWithoutPrism, skipped, versions } from './contenders.ts';
import { CASES, type DocumentRow } from './documents.ts';
import type { GrowthRow } from './growth.ts';
import type { JudgeRow } from './judges.ts';
import { table } from './markdown.ts';
import type { Shared } from './shared.ts';
import type { StartUpRow } from './start-up.ts';
import type { Spread } from './statistics.ts';
import { type MemoryGrowth, type Results, describeTargets } from './targets.ts';
import type { Throughput, ThroughputRow } from './throughput.ts';

/** The whole report in Markdown. */
export function formatReport(results: Results): string {
  const { throughput, startUp, growth, shared, judges, documents } = results;
  const sections = [
    heading(results),
    describeTargets(results),
    throughput && throughputSection(throughput),
    startUp && startUpSection(startUp),
    growth && growthSection(growth),
    shared && sharedSection(shared),
    judges && judgesSection(judges),
    documents && documentsSection(documents),
  ];
  return `${sections.filter((section) => section !== undefined).join('\n\n')}\n`;
}

function heading({ command, date, machine, busyness }: Results): string {
  const packages = Object.entries(versions()).map(([name, version]) => `${name} ${version}`);
  return `# Benchmarks

Written by \`${command}\` on ${date}. Compare figures only within this run: another machine, or another day, gives other figures. [NOTES.md](NOTES.md)
says where the time goes, and why the kit misses some targets.

- Machine: ${machine}
- Node: ${process.version}
- Packages: ${packages.join(', ')}
- Load averages (1, 5, 15 minutes): ${busyness[0]} before, ${busyness[1]} after`;
}

function throughputSection({ rows, noise, failures }: Throughput): string {
  const missing = [...failures, ...skipped()].map(
    ({ name, reason }) => `- Left out: ${name}: ${reason}`,
  );
  return [
    `## Throughput`,
    `Each request creates a fresh plant, over 10 connections that stay open. In each round, all servers take turns.
The ratio is a server's answers per second, divided by those of ${bare.name} in the same round. The CPU ratio is
the CPU time of ${bare.name} for a request, divided by the server's. It also shows when the client, on the same
machine, limits the fastest servers.`,
    `${bare.name} itself varied from ${show(noise.minimum)} to ${show(noise.maximum)} of its median
in this run. Smaller differences mean nothing.`,
    throughputTable(rows),
    ...(missing.length > 0 ? [missing.join('\n')] : []),
  ].join('\n\n');
}

function throughputTable(rows: readonly ThroughputRow[]): string {
  const sorted = rows.toSorted((a, b) => b.ratio.median - a.ratio.median);
  const cells = sorted.map(({ contender, ratio, cpuRatio, loaded, requests, failed }) => [
    contender.name,
    ...spreadCells(ratio),
    cpuRatio === undefined ? '-' : cpuRatio.median.toFixed(2),
    loaded?.toFixed(0) ?? '-',
    String(requests),
    String(failed),
  ]);
  const head = ['server', 'ratio', 'min', 'max', 'CPU ratio', 'MB after', 'requests', 'refused'];
  return table(head, cells);
}

function startUpSection(rows: readonly StartUpRow[]): string {
  const range = ({ minimum, maximum }: Spread): string =>
    `${minimum.toFixed(0)}-${maximum.toFixed(0)}`;
  const cells = rows.map(({ contender, cold, warm, coldIdle, warmIdle }) => [
    contender.name,
    cold.median.toFixed(0),
    range(cold),
    warm.median.toFixed(0),
    range(warm),
    coldIdle?.median.toFixed(0) ?? '-',
    warmIdle?.median.toFixed(0) ?? '-',
  ]);
  return [
    `## Start-up and idle memory`,
    `Medians of the milliseconds from the start of the process to its first 200, and of the resident MB then. A cold
start has an empty compile cache of Node (\`module.enableCompileCache\`); a warm start has one that an earlier
start filled. Files are in the operating system's cache in both cases. A cold start of a checkout also loads the
code that strips TypeScript's types; the built package has no types.`,
    table(['server', 'cold', 'min-max', 'warm', 'min-max', 'MB cold', 'MB warm'], cells),
  ].join('\n\n');
}

function growthSection({ rows, bytesPerPlant, failed }: MemoryGrowth): string {
  return [
    `## A growing store`,
    `${mockWithoutPrism.name} with more and more plants in its store, in turns with ${bare.name}.
A plant takes ${bytesPerPlant.toFixed(0)} bytes of heap, measured after a full garbage collection at
the largest number. ${failed} of the requests were refused.`,
    growthTable(rows),
  ].join('\n\n');
}

function growthTable(rows: readonly GrowthRow[]): string {
  const cells = rows.map(({ plants, ratio, cpuRatio, resident }) => [
    String(plants),
    ...spreadCells(ratio),
    cpuRatio === undefined ? '-' : cpuRatio.median.toFixed(2),
    resident?.toFixed(0) ?? '-',
  ]);
  return table(['plants', 'ratio', 'min', 'max', 'CPU ratio', 'resident MB'], cells);
}

function sharedSection({ throughput, replicas, growth, redisMemory }: Shared): string {
  const { count, alone, together, ratio, redisCpu, failed } = replicas;
  const [empty, full] = redisMemory.map((megabytes) => megabytes?.toFixed(0) ?? '-');
  return [
    `## A shared store`,
    `As above, with a Redis on the same machine that writes no file: it, the replicas and the client share
the processors.`,
    throughputTable(throughput.rows),
    `${count} replicas gave ${together.toFixed(0)} answers a second together, one of them alone
${alone.toFixed(0)}: ${show(ratio.median)} times as many (${show(ratio.minimum)} to ${show(ratio.maximum)}). Redis took
${redisCpu?.toFixed(0) ?? '-'} µs of CPU a create. ${failed + growth.failed} requests were refused.`,
    `One replica, with more and more plants in the store. Redis had ${empty} MB at the start and ${full}
at the end.`,
    growthTable(growth.rows),
  ].join('\n\n');
}

function judgesSection(rows: readonly JudgeRow[]): string {
  const cells = rows.map(({ name, wall, requests, exitCode }) => [
    `plant-store ${name}`,
    ...[wall.median, wall.minimum, wall.maximum].map((ms) => ms.toFixed(0)),
    String(requests),
    String(exitCode),
  ]);
  return [
    `## Judges`,
    `Both judge ${mockWithoutPrism.name}, which conforms, in turns, a fresh one each time.
Milliseconds of the whole process, median; requests are counted where they arrive.`,
    table(['judge', 'wall', 'min', 'max', 'requests', 'exit code'], cells),
  ].join('\n\n');
}

function documentsSection(rows: readonly DocumentRow[]): string {
  const cells = rows.map(({ name, operations, kilobytes, mock, firstRequest, verify }) => [
    name,
    String(operations),
    kilobytes.toFixed(0),
    ...[mock.cpu, mock.megabytes].map((value, i) => value.toFixed(i === 0 ? 1 : 0)),
    firstRequest.toFixed(1),
    ...[verify.cpu, verify.megabytes].map((value, i) => value.toFixed(i === 0 ? 1 : 0)),
  ]);
  const head = ['document', 'operations', 'kB', 'mock: CPU s', 'MB', 'first request: CPU s'];
  return [
    `## Large documents`,
    `CPU seconds (user and system) and peak MB: of \`mock --no-prism\` from its start to its end, with one answer. The same of
\`verify\` when its first request arrives, and of \`verify --max-cases ${CASES}\` on that mock.`,
    table([...head, `${CASES} cases: CPU s`, 'MB'], cells),
  ].join('\n\n');
}

function spreadCells({ minimum, median, maximum }: Spread): string[] {
  return [median, minimum, maximum].map(show);
}

function show(value: number): string {
  return value.toFixed(2);
}
