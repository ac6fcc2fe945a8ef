import { pause } from '../../http/pause.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';

import { sentIn } from './resource-view.ts';
import { type JudgedExchange, acceptanceOf, notPromised } from '../cases/case.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import { isAnswered } from '../../http/exchange.ts';

/** What one read shows of a resource that was created, and that nobody has changed. */
type Sight = 'own' | 'none' | 'other';

/** Reads after which it is told whether there is anything to be looked into. */
const FIRST = 6;
/** Reads of a series. */
const READS = 12;
/** So often the sights change in a series of one server that has several states: there, gone, there again. */
const TURNS = 3;
/** Milliseconds before each series: what replicas copy from each other is everywhere by then. */
const PAUSES_MS: readonly number[] = [0, 700, 2300];

/**
 * Whether all replicas have what was created. What is found a moment later and from then on is no fault; what is
 * found now and then, seconds after it was created, is one. The run plays it where something is missed.
 */
export const replicas: Oracle = {
  id: 'replicas',
  because: 'A URL identifies one resource, whichever machine answers (RFC 9110, 3.1).',
  *scenes({ resources }) {
    for (const kind of resources) {
      if (kind.read === undefined) continue;
      const play = (stage: Stage): Promise<void> => playReads(stage, kind);
      const title = 'is the same from every replica';
      yield { operation: kind.create, title, requests: 1 + READS * PAUSES_MS.length, play };
    }
  },
};

async function playReads(stage: Stage, kind: ResourceOperations): Promise<void> {
  const created = await stage.create(kind);
  const told = toldApart(stage, created);
  const seen: [Sight, JudgedExchange][] = [];
  for (const ms of PAUSES_MS) {
    if (ms > 0) await pause(ms);
    const sights: Sight[] = [];
    while (sights.length < READS) {
      const exchange = await readAfresh(stage, created);
      const sight = sightIn(stage, kind, exchange, told);
      sights.push(sight);
      seen.push([sight, exchange]);
      if (sights.length === FIRST && new Set(sights).size === 1) return;
    }
    if (turnsIn(sights) < TURNS || !sights.includes('own')) return;
  }
  const [, exchange] = seen.findLast(([sight]) => sight !== 'own')!;
  const count = (wanted: Sight): number => seen.filter(([sight]) => sight === wanted).length;
  const others = count('other');
  stage.report(exchange, {
    message: 'what was created is found in some reads and not in others: answers differ by replica',
    received:
      `of ${seen.length} reads in a row, ${count('own')} found it and ${count('none')} did not` +
      (others === 0 ? '' : `; ${others} found another one in its place`),
    documented: 'the same from whichever replica answers',
  });
}

/** Over a connection of its own, as far as one has to be made: a balancer chooses a replica for it. */
async function readAfresh(
  stage: Stage,
  { kind: { read }, given }: Resource,
): Promise<JudgedExchange> {
  return stage.send(read!, {
    given,
    validity: notPromised('it is read to see whether every replica has it'),
    change: (parts) => ({ ...parts, headers: { ...parts.headers, Connection: 'close' } }),
  });
}

/** The texts that were sent and stay as they are: another resource under its identity has others. */
function toldApart(stage: Stage, { kind, view, exchange }: Resource): JsonObject {
  const sent = Object.entries(sentIn(stage.document, kind, exchange) ?? {});
  return Object.fromEntries(
    sent.filter(([name, value]) => typeof value === 'string' && view[name] === value),
  );
}

/** @throws an error that ends the scene where an answer tells nothing, such as one to too many requests. */
function sightIn(
  stage: Stage,
  kind: ResourceOperations,
  exchange: JudgedExchange,
  resource: JsonObject,
): Sight {
  if (isAnswered(exchange, 404, 410)) return 'none';
  if (acceptanceOf(exchange) === undefined) return stage.end();
  const view = stage.view(kind, exchange) ?? stage.end();
  const isOwn = Object.entries(resource).every(([name, value]) => view[name] === value);
  return isOwn ? 'own' : 'other';
}

function turnsIn(sights: readonly Sight[]): number {
  return sights.filter((sight, i) => i > 0 && sight !== sights[i - 1]).length;
}
