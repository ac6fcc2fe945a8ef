import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { childPointer, valueAt } from '../../openapi/pointer.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { Parameter } from '../../model/parameters/parameter.ts';
import { listOf } from '../../model/lists/lists.ts';
import type { Draw, FreshValues } from '../../model/requests/fresh-values.ts';
import { freshKey, onceKeyOf, schemaOf } from '../../model/requests/required-parameters.ts';
import { type CaseTemplate, type JudgedExchange, acceptanceOf } from '../cases/case.ts';
import { schemasOf } from './compared.ts';
import { drawnOnce } from './drawn-once.ts';
import { isListed, isRefusal, parametersWith, walk } from './list-walk.ts';
import type { Oracle, Resource, ResourceOperations, Stage } from './oracle.ts';
import { sentBody } from './varied.ts';
import { refusalsOf, refusingIn, saidOf, saidWith, sentencesOf } from '../../model/words.ts';
import type { Remark } from './scene-parts.ts';
import { responsesPointer } from '../checks/standing.ts';

/** So often a request is sent at once. */
const TOGETHER = 3;

/** A request that is known again by its key is done once. */
export const repeated: Oracle = {
  id: 'repeated',
  because:
    'For the server, requests with one idempotency key are one request (draft-ietf-httpapi-idempotency-key-header, 2).',
  *scenes({ resources }) {
    for (const kind of resources) {
      const { create } = kind;
      const key = onceKeyOf(create);
      if (key === undefined) continue;
      const play = (stage: Stage): Promise<void> => playOne(stage, kind, key);
      yield { operation: create, title: 'is done once with one key', requests: 8, play };
    }
  },
};

async function playOne(stage: Stage, kind: ResourceOperations, key: Parameter): Promise<void> {
  const given = stage.besides(await stage.create(kind));
  const schema = schemaOf(stage.document, key);
  const withKey = (draw: Draw): CaseTemplate =>
    stage.template(kind.create, {
      given,
      change: (parts, fresh) => ({ ...parts, parameters: { [key.name]: draw(fresh) } }),
    }) ?? stage.end();
  const draw: Draw = (fresh) => drawKey(schema, fresh);
  let used: JsonValue | undefined;
  const sent = drawnOnce(withKey((fresh) => (used = draw(fresh))));
  const first = stage.createdBy(kind, await stage.deliver(sent)) ?? stage.end();
  const usedKey = used;
  const description = saidOfKeys(stage, kind, key);
  const isPromised = key.required || SAYS_ONCE.test(description);
  const before = await copiesOf(stage, first);
  const again = await stage.deliver(sent);
  if (isRefusal(again) && promisesAnswer(stage, kind, description))
    return stage.report(again, refused(kind));
  if (isAnother(stage, first, again)) return stage.report(again, twice(kind, isPromised));
  const after = before === 1 ? await copiesOf(stage, first) : undefined;
  if (after !== undefined && after > 1) {
    return stage.report(again, {
      ...twice(kind, isPromised),
      message:
        'the same request with the same idempotency key is answered as before, and done again',
      received: `${after} in the list with all that was sent once`,
    });
  }
  const other = usedKey === undefined ? undefined : beside(usedKey);
  if (other !== undefined) {
    await playOthers(stage, first, withKey, { identity: usedKey!, nearly: other, description });
  }
  await playAlike(stage, first, withKey(draw));
  if (!isPromised || acceptanceOf(again) === undefined) return;
  await playTogether(stage, kind, drawnOnce(withKey(draw)));
}

/** The same body with another key is another request: nothing but the key tells them apart. */
async function playAlike(stage: Stage, first: Resource, template: CaseTemplate): Promise<void> {
  const { body, value } = first.exchange.case.request;
  const alike = await stage.deliver({
    ...template,
    fixedIdentity: true,
    validity: { kind: 'open', reason: 'its body was sent before', strictlyValid: false },
    build: (fresh) => ({ ...template.build(fresh), body, value }),
  });
  // What a server has already, it may show; but it says that it has created it.
  if (acceptanceOf(alike)?.status !== 201 || !isSame(stage, first, alike)) return;
  stage.report(alike, {
    message: 'the same body with another idempotency key gets the earlier resource',
    received: '201 with the identity of what was created with another key',
    documented: 'each key is of one request',
    pointer: responsesPointer(first.kind.create),
  });
}

/** How many in the list have all that was sent for a resource; `undefined` where that tells nothing. */
async function copiesOf(stage: Stage, resource: Resource): Promise<number | undefined> {
  const { kind, view, exchange } = resource;
  const list = kind.list && listOf(stage.document, kind.list);
  const parameters = list && parametersWith(list, view);
  const sent = exchange.case.request.value;
  // Without anything that is new in each request, there are many alike.
  if (list === undefined || parameters === undefined || !isJsonObject(sent)) return undefined;
  const given = stage.besides(resource);
  const { items, isComplete } = await walk(stage, list, { given, parameters });
  if (!isComplete || !isListed({ items }, resource)) return undefined;
  const { sent: properties } = schemasOf(stage.document, kind);
  const names = [...properties.keys()].filter((name) => getProperty(view, name) !== undefined);
  const isAlike = (item: JsonObject): boolean =>
    names.every((name) => equalJson(getProperty(item, name) ?? null, getProperty(view, name)!));
  return items.filter((item) => isJsonObject(item) && isAlike(item)).length;
}

interface UsedKey {
  /** What the document says of keys. */
  readonly description: string;
}

/** Another key is another request; with the same key, another body is none that can be answered. */
async function playOthers(
  stage: Stage,
  first: Resource,
  withKey: (draw: Draw) => CaseTemplate,
  { identity, nearly, description }: Record<'identity' | 'nearly', JsonValue> & UsedKey,
): Promise<void> {
  const { kind } = first;
  const other = await stage.deliver(withKey(() => nearly));
  const pointer = responsesPointer(kind.create);
  if (isSame(stage, first, other)) {
    stage.report(other, {
      message: 'another idempotency key gets the resource of an earlier one',
      received: 'the identity of what was created with a key that differs at its end',
      documented: 'each key is of one request',
      pointer,
    });
  }
  // What comes back needn't be what was sent: it may be what there is already.
  const changed = await stage.deliver({ ...withKey(() => identity), fixedIdentity: true });
  if (!isSame(stage, first, changed)) return;
  const isSaid =
    refusingIn(description).some((sentence) => OTHER_BODY.test(sentence)) ||
    ['400', '409', '422'].some((status) =>
      SAYS_OTHER.test(saidWith(stage.document, kind.create, status)),
    );
  stage.report(changed, {
    severity: isSaid ? 'warning' : 'note',
    message: 'another body with a used idempotency key is answered with the earlier resource',
    received: 'the resource of the request before, as if nothing else was sent',
    documented: isSaid
      ? 'a refusal, as the document says'
      : 'nothing; 422 is usual (draft-ietf-httpapi-idempotency-key-header, 2.7)',
    pointer,
  });
}

/** Words of a response for a key that was used with another body. */
const SAYS_OTHER = /\bkey\b.*\b(?:another|other|different|mismatch|match|re-?us|used)/is;

/** Words of another body than the first one. */
const OTHER_BODY =
  /\b(?:another|other|different)\b.*\b(?:bod(?:y|ies)|requests?|payloads?|contents?|parameters)\b/i;

/** One request, several times at once. */
async function playTogether(
  stage: Stage,
  kind: ResourceOperations,
  template: CaseTemplate,
): Promise<void> {
  const all = await Promise.all(Array.from({ length: TOGETHER }, () => stage.deliver(template)));
  const made = all.flatMap((exchange) => stage.createdBy(kind, exchange) ?? []);
  const [first] = made;
  const second = made.find(({ identity }) => !equalJson(identity, first!.identity));
  if (second === undefined) return;
  stage.report(second.exchange, {
    ...twice(kind, true),
    message: 'one idempotency key creates several resources when its requests come together',
  });
}

function twice({ create }: ResourceOperations, isPromised: boolean): Remark {
  return {
    severity: isPromised ? 'violation' : 'note',
    message: 'the same request with the same idempotency key creates another resource',
    received: 'another identity than the first time',
    documented: 'the resource of the first time, or a refusal',
    pointer: `${create.pointer}/parameters`,
  };
}

function refused({ create }: ResourceOperations): Remark {
  return {
    message: 'the same request with the same idempotency key is refused',
    received: 'a refusal of what was accepted the first time',
    documented: 'the answer of the first time',
    pointer: create.pointer,
  };
}

/** Whether the document promises the first answer to a repeated request, and has no refusal for used keys. */
function promisesAnswer(
  { document }: Stage,
  { create }: ResourceOperations,
  description: string,
): boolean {
  const [refusing, others] = [true, false].map((refuses) =>
    sentencesOf(description).filter((sentence) => REFUSED.test(sentence) === refuses),
  );
  const refusals = refusalsOf(document, create).filter((text) => /\bkeys?\b/i.test(text));
  const isForBody = [...refusing!, ...refusingIn(description), ...refusals].every((text) =>
    OTHER_BODY.test(text),
  );
  return isForBody && others!.some((sentence) => ANSWERED_ALIKE.test(sentence));
}

/** What the document says of keys: of the parameter, and of its operation where that names it. */
function saidOfKeys(
  { document }: Stage,
  { create }: ResourceOperations,
  { pointer, name }: Parameter,
): string {
  const description = valueAt(document.root, childPointer(pointer, 'description'));
  const isNamed = (sentence: string): boolean =>
    /idempotency[- ]?key/i.test(sentence) || sentence.includes(name);
  // Its name is no promise.
  const about = sentencesOf(saidOf(document, { ...create, responses: [] }))
    .filter(isNamed)
    .map((sentence) => sentence.replaceAll(name, 'key').replaceAll(/idempotency[- ]?key/gi, 'key'));
  return [typeof description === 'string' ? description : '', ...about].join('\n');
}

/** Words of a refusal, besides those of {@link refusingIn}. */
const REFUSED = /\b4\d\d\b|\b(?:errors?|conflicts?|fails?)\b/i;

const FIRST = String.raw`\b(?:same|first|original|earlier|previous)\b`;
const ANSWER = String.raw`\b(?:answer|respon|result|repl[iy]|return|g[ai]ve|get)`;

/** Words of an answer that is the one of the first time. */
const ANSWERED_ALIKE = new RegExp(`${ANSWER}.*${FIRST}|${FIRST}.*${ANSWER}`, 'i');

/** Words of sending a request once more, and of what is then done or answered. */
const SAYS_ONCE = new RegExp(
  String.raw`\b(?:same|once|twice|again|before|first|original|earlier|previous\w*|already|safely` +
    String.raw`|retr\w+|repeat\w*|replay\w*|resen[dt]\w*|re-?us\w+|(?:de-?)?duplicat\w+|idempoten\w+)\b`,
  'i',
);

/** So often a key is drawn: of those that are numbered, each tenth ends with the same digit. */
const DRAWS = 10;

/** A key that can be told from one {@link beside} it, whichever others are drawn. */
function drawKey(schema: EffectiveSchema, fresh: FreshValues): JsonValue {
  let key = freshKey(schema, fresh);
  for (let i = 1; i < DRAWS && beside(key) === undefined; i += 1) key = freshKey(schema, fresh);
  return key;
}

/** The key with another character at its end, where a careless server doesn't look: one that ends no drawn key. */
function beside(key: JsonValue): string | undefined {
  if (typeof key !== 'string' || !/[0-5]$/.test(key)) return undefined;
  return `${key.slice(0, -1)}${'abcdef'[Number(key.at(-1))]}`;
}

function isSame(stage: Stage, { kind, identity }: Resource, exchange: JudgedExchange): boolean {
  const made = stage.createdBy(kind, exchange);
  if (made === undefined || !equalJson(made.identity, identity)) return false;
  // Who is told what it is to be called can't give it another name.
  const named = getProperty(sentBody(stage, made) ?? {}, kind.family.identity ?? '');
  return named === undefined || !equalJson(named, identity);
}

function isAnother(stage: Stage, { kind, identity }: Resource, exchange: JudgedExchange): boolean {
  const made = stage.createdBy(kind, exchange);
  return made !== undefined && !equalJson(made.identity, identity);
}
