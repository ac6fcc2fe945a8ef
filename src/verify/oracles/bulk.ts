import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { operations } from '../../model/operation.ts';
import { type BulkCreation, bulkCreationOf } from '../../model/resources/bulk.ts';
import { opened } from '../../model/resources/envelope.ts';
import { envelopesOf } from '../../model/resources/envelopes-in.ts';
import { type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { isSameValue } from '../checks/differences.ts';
import { successPointer } from '../checks/standing.ts';
import { propertiesOf, schemasOf, showProperty } from './compared.ts';
import { repeatedIn } from './list-items.ts';
import { readAt } from './list-walk.ts';
import { isSeen, look } from './look.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import { changesIn } from './stored.ts';

/** So many are created by one request. */
const SEVERAL = 3;

/** Of several that are created by one request, each is there. */
export const bulk: Oracle = {
  id: 'bulk',
  because:
    'A success says that the server carried out the whole request (RFC 9110, 15.3): each resource is there, as it was sent.',
  *scenes({ document, resources }) {
    for (const operation of operations(document)) {
      const several = bulkCreationOf(document, operation);
      const kind = resources.find(({ create }) => create === several?.create);
      if (several === undefined || kind === undefined || !isSeen(kind)) continue;
      const play = (stage: Stage): Promise<void> => playSeveral(stage, kind, several);
      yield { operation, title: 'creates each of several', requests: 5, play };
    }
  },
};

async function playSeveral(
  stage: Stage,
  kind: ResourceOperations,
  { operation, taken, told }: BulkCreation,
): Promise<void> {
  const beside = await stage.create(kind);
  const given = stage.besides(beside);
  const template = stage.template(kind.create, { given }) ?? stage.end();
  const bodies = envelopesOf(stage.document, kind.create, kind.family).taken;
  const sent: JsonObject[] = [];
  const done = await stage.succeed(operation, {
    given,
    change: ({ value, ...parts }, fresh) => {
      sent.length = 0;
      while (sent.length < SEVERAL) {
        sent.push(opened(template.build(fresh).value ?? null, bodies) ?? {});
      }
      const [name] = taken;
      const around = isJsonObject(value) ? value : {};
      return { ...parts, value: name === undefined ? [...sent] : { ...around, [name]: [...sent] } };
    },
  });
  const answered = told && readAt(acceptanceOf(done), told.path);
  const made = Array.isArray(answered) ? resourcesOf(kind, { ...beside, given }, answered) : [];
  if (made.length === 0) return;
  reportAnswer(stage, done, sent, made);
  for (const resource of made) if (await reportOne(stage, done, resource)) return;
  const { view } = await look(stage, beside);
  if (view !== undefined) return;
  stage.report(done, {
    ...breachAt(done),
    message: 'what was there before is gone when several are created',
    received: 'nothing where another one was before',
    documented: 'a request that creates, beside what is there',
  });
}

/** What an answer has created; none where one of them is not named. */
function resourcesOf(
  kind: ResourceOperations,
  { given, exchange }: Resource,
  answered: readonly JsonValue[],
): Resource[] {
  const { parameter, identity: name = '', envelope } = kind.family;
  const made = answered.flatMap((item): Resource[] => {
    const view = opened(item, envelope) ?? (isJsonObject(item) ? item : {});
    const identity = getProperty(view, name);
    if (identity === undefined) return [];
    const parameters = { ...given.parameters, [parameter]: identity };
    return [{ kind, identity, view, exchange, given: { ...given, parameters, resource: view } }];
  });
  return made.length === answered.length ? made : [];
}

/** As many as were sent, each another one, and each as it was sent. */
function reportAnswer(
  stage: Stage,
  done: JudgedExchange,
  sent: readonly JsonObject[],
  made: readonly Resource[],
): void {
  const [twice] = repeatedIn(made.map(({ identity }) => textOf(identity)));
  const report = (message: string, received: string, documented: string): void =>
    stage.report(done, { ...breachAt(done), message, received, documented });
  if (made.length < sent.length) {
    report('fewer are answered than were sent', `${made.length}`, `${sent.length}`);
  } else if (twice !== undefined) {
    report('several have one identity', `${twice} twice`, 'each resource has one of its own');
  } else if (sent.some((body) => !made.some((creation) => isAsSent(stage, creation, body)))) {
    report('one of several is not answered as it was sent', 'none with its texts', 'all of them');
  }
}

function isAsSent(stage: Stage, { kind, view }: Resource, body: JsonObject): boolean {
  const told = propertiesOf(stage.document, kind, kind.read ?? kind.create, 'told');
  return Object.entries(body).every(([name, value]) => {
    const is = getProperty(view, name);
    const isTold = typeof value === 'string' && typeof is === 'string';
    return !isTold || isSameValue(value, is, told.get(name)?.format);
  });
}

/** Whether one is not there as it was answered. */
async function reportOne(stage: Stage, done: JudgedExchange, made: Resource): Promise<boolean> {
  const { view } = await look(stage, made);
  if (view === undefined) {
    stage.report(done, {
      ...breachAt(done),
      message: 'one of several that were created is not there',
      received: 'nothing where it should be',
      documented: showProperty(made.kind.family.identity ?? '', made.identity),
    });
    return true;
  }
  const { told, sent } = schemasOf(stage.document, made.kind);
  const changed = [...told].flatMap(([name, schema]) => {
    const was = getProperty(made.view, name);
    const isOwn = sent.get(name)?.readOnly === false && !schema.writeOnly;
    return was === undefined || !isOwn ? [] : changesIn(name, schema, was, getProperty(view, name));
  });
  for (const { place, expected, found } of changed) {
    stage.report(done, {
      ...breachAt(done),
      message: `${place} of one of several is read not as it was answered`,
      received: showProperty(place, found),
      documented: showProperty(place, expected),
    });
  }
  return changed.length > 0;
}

function breachAt({ case: { operation } }: JudgedExchange): {
  readonly severity: 'violation';
  readonly rule: 'R9';
  readonly pointer: string;
} {
  return { severity: 'violation', rule: 'R9', pointer: successPointer(operation) };
}
