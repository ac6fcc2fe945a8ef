/** What was deleted is listed where a flag such as `includeArchived` asks for it. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { wordsOf } from '../../model/lists/item-properties.ts';
import type { ListModel } from '../../model/lists/lists.ts';
import type { Operation } from '../../model/operation.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import { schemaOf } from '../../model/requests/required-parameters.ts';
import { alikeIn, isListed, walkUntil } from './list-walk.ts';
import type { ResourceOperations, Scene, Stage } from './oracle.ts';
import { saidOf } from '../../model/words.ts';

/** One scene, where a list has such a flag. */
export function* includedScenes(
  document: OpenApiDocument,
  kind: ResourceOperations,
  list: ListModel,
): Iterable<Scene> {
  const including = kind.remove && includingOf(document, list.operation, kind.remove);
  if (including === undefined) return;
  yield {
    operation: list.operation,
    isAlone: true,
    title: `has what was deleted where ${including.name} asks for it`,
    requests: 5,
    play: (stage) => playIncluded(stage, kind, list, including),
  };
}

/** The flag by which a read has what a deletion leaves: `includeArchived`, where that archives. */
export function includingOf(
  document: OpenApiDocument,
  { parameters }: Operation,
  remove: Operation,
): Parameter | undefined {
  const words = new Set([...wordsOf(remove.id), ...wordsOf(saidOf(document, remove))]);
  return parameters.find((parameter) => {
    const [first = '', last = '', ...more] = wordsOf(parameter.name);
    const isFlag = schemaOf(document, parameter).types.join() === 'boolean';
    const isAsking =
      /^(?:include|show|with)$/.test(first) && last.length > STEM && more.length === 0;
    const isMeant = [...words].some((word) => word.startsWith(last.slice(0, STEM)));
    return parameter.in === 'query' && isFlag && isAsking && isMeant;
  });
}

/** What `archive` and `archived` begin with. */
const STEM = 5;

async function playIncluded(
  stage: Stage,
  kind: ResourceOperations,
  list: ListModel,
  { name }: Parameter,
): Promise<void> {
  const created = await stage.create(kind);
  const left = await stage.create(kind, { given: stage.besides(created) });
  const alike = alikeIn(list, [created, left]) ?? stage.end();
  const parameters = { ...alike.parameters, [name]: true };
  const given = stage.besides(created);
  await stage.finish(kind.remove!, { given: created.given });
  const seen = await walkUntil(stage, list, { given, parameters }, (walk) =>
    isListed(walk, created),
  );
  if (!seen.isComplete) return;
  if (alike.resources.includes(left) && !isListed(seen, left)) {
    stage.report(seen.pages.at(-1)!, {
      // What is to be shown may be that alone.
      severity: /^show/i.test(name) ? 'warning' : 'violation',
      message: `what was not deleted is not listed where ${name} asks for more`,
      received: `${seen.items.length} items for ${name}=true, without it`,
      documented: 'what is listed without it, too',
    });
  }
  if (isListed(seen, created)) return;
  stage.report(seen.pages.at(-1)!, {
    severity: 'warning',
    message: `what was deleted is not listed, though ${name} asks for it`,
    received: `${seen.items.length} items for ${name}=true, without it`,
    documented: `what ${kind.remove!.id} was done to, too`,
  });
}
