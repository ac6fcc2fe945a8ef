/** Whether PUT says that it has created something, or that it has replaced it. */
import { type Operation, hasResponse } from '../../model/operation.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { DELETED } from './look.ts';
import type { ResourceOperations, Scene, Stage } from './oracle.ts';
import { isAnswered, statusOf } from '../../http/exchange.ts';

/** One scene, where the document has answers for both. */
export function* putStatusScenes(kind: ResourceOperations): Iterable<Scene> {
  const { replace, read } = kind;
  if (replace === undefined || read === undefined || !hasResponse(replace, 201)) return;
  if (!hasResponse(replace, 200, 204)) return;
  const play = (stage: Stage): Promise<void> => playBoth(stage, kind, read);
  yield { operation: replace, title: 'tells a replacement from a creation', requests: 6, play };
}

async function playBoth(stage: Stage, kind: ResourceOperations, read: Operation): Promise<void> {
  const { operation: replace } = stage;
  const created = await stage.create(kind);
  const { given } = await stage.read(created);
  const done = await stage.succeed(replace, { given });
  if (isAnswered(done, 201)) report(stage, done, 'replaced', 'created');
  if (kind.remove === undefined) return;
  await stage.finish(kind.remove, { given: (await stage.read(created)).given });
  const { given: left } = created;
  const gone = await stage.send(read, { given: left, validity: DELETED });
  if (!isAnswered(gone, 404, 410)) return;
  const again = await stage.send(replace, {
    given: { ...left, etag: undefined },
    validity: DELETED,
  });
  if (!isAnswered(again, 200, 204)) return;
  // What a server takes, and does nothing about, it has not created.
  const found = await stage.send(read, { given: left, validity: DELETED });
  if (acceptanceOf(found) !== undefined) report(stage, again, 'created', 'replaced');
}

function report(stage: Stage, exchange: JudgedExchange, is: string, told: string): void {
  stage.report(exchange, {
    message: `what is ${is} is told to be ${told}`,
    received: `${statusOf(exchange)}`,
    documented: is === 'created' ? '201: it was not there' : '200 or 204: it was there',
  });
}
