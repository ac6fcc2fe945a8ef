import {
  type JsonObject,
  type JsonValue,
  getProperty,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { isTimeName } from '../../model/believable/moments.ts';
import { namesResource } from '../../model/resources/names.ts';
import { isValidFor } from '../../openapi/schema/compile-schema.ts';
import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { Operation } from '../../model/operation.ts';
import { acceptanceOf } from '../cases/case.ts';
import { differences } from '../checks/differences.ts';
import { successPointer } from '../checks/standing.ts';
import { playAction } from './acted.ts';
import { couldTell, goesOn, propertiesOf, schemasOf, showProperty } from './compared.ts';
import type { Oracle, ResourceOperations, Stage } from './oracle.ts';
import { ownScenes, referenceScenes } from './own-kind.ts';
import { isPut } from '../../model/resources/put-families.ts';

/** What an answer says of a resource is what is read then. */
export const stored: Oracle = {
  id: 'stored',
  because:
    'A success says that the server carried out the request (RFC 9110, 15.3): later reads show the resource as the answer showed it.',
  *scenes(cast) {
    const { resources, put } = cast;
    yield* ownScenes(cast);
    yield* referenceScenes(cast);
    for (const kind of [...resources, ...put]) {
      const { create, replace, change, actions, read } = kind;
      if (read === undefined) continue;
      for (const operation of new Set([create, replace, change])) {
        if (operation === undefined) continue;
        const play = (stage: Stage): Promise<void> => playWrite(stage, kind);
        yield { operation, title: 'is read as it was answered', requests: 3, play };
        for (const text of ['long', 'odd'] as const) {
          const tell = (stage: Stage): Promise<void> => playWrite(stage, kind, text);
          yield { operation, title: `keeps ${text} texts`, requests: 3, play: tell };
        }
      }
      for (const operation of actions) {
        const play = (stage: Stage): Promise<void> => playAction(stage, kind);
        yield { operation, title: 'is done when it is answered', requests: 4, play };
      }
    }
  },
};

async function playWrite(stage: Stage, kind: ResourceOperations, text?: TextKind): Promise<void> {
  const { operation } = stage;
  const isCreation = operation === kind.create && !isPut(kind);
  const before = isCreation ? undefined : await stage.create(kind);
  const change = text && telling(stage, kind, operation, text);
  const done = await stage.succeed(operation, { given: before?.given, change });
  const resource = before ?? stage.createdBy(kind, done) ?? stage.end();
  const { view } = await stage.read(resource);
  const told = comparable(stage.view(kind, done), view);
  const { told: properties, sent } = schemasOf(stage.document, kind);
  const isUnderWay = acceptanceOf(done)?.status === 202;
  const isTellable = (found: JsonValue | undefined, more: JsonObject): boolean =>
    found !== undefined || couldTell(stage.document, kind, view, more);
  for (const [name, schema] of properties) {
    const was = getProperty(told, name);
    const isOneSided = schema.writeOnly || sent.get(name)?.writeOnly === true;
    // What is still being made is told as far as it is.
    const isMoving = goesOn(name, schema) || (isUnderWay && !sent.has(name));
    if (was === undefined || was === null || isOneSided || isMoving) continue;
    for (const { place, expected, found } of changesIn(
      name,
      schema,
      was,
      getProperty(view, name),
    )) {
      if (!isTellable(found, { [name]: was })) continue;
      stage.report(done, {
        message: `${place} is read not as it was answered`,
        received: showProperty(place, found),
        documented: showProperty(place, expected),
        pointer: schema.pointers[0] ?? successPointer(operation),
      });
    }
  }
}

/** What was told, where what is read has something of it: of another shape, the checks of answers say that. */
function comparable(told: JsonObject | undefined, view: JsonObject): JsonObject {
  const isMissing = (name: string): boolean => getProperty(view, name) === undefined;
  const isOther = Object.keys(view).length > 0 && Object.keys(told ?? {}).every(isMissing);
  return isOther || told === undefined ? {} : told;
}

/** Whatever may be another value is one that shows whether it is kept. */
function telling(
  stage: Stage,
  kind: ResourceOperations,
  operation: Operation,
  text: TextKind,
): ReturnType<Stage['changing']> {
  const taken = propertiesOf(stage.document, kind, operation, 'taken');
  return stage.changing(kind, operation, (body) => {
    const members = Object.entries(body).map(([name, value]) => {
      const schema = name === kind.family.identity ? undefined : taken.get(name);
      return [
        name,
        schema === undefined ? value : tellingMember(name, value, schema, text),
      ] as const;
    });
    return Object.fromEntries(members);
  });
}

interface ChangedPlace {
  readonly place: string;
  readonly expected: JsonValue;
  readonly found: JsonValue | undefined;
}

/** Where a property is read not as it was answered; nowhere where an answer to a read can't have that value at all. */
export function changesIn(
  name: string,
  schema: EffectiveSchema,
  was: JsonValue,
  is: JsonValue | undefined,
): ChangedPlace[] {
  if (!isValidFor(was, schema, 'response')) return [];
  if (is === undefined) return [{ place: name, expected: was, found: undefined }];
  const property = { name, pointer: schema.pointers[0] ?? '', schema, required: false };
  return differences(property, [was, is]).map((difference) => {
    return { place: difference.property.name, expected: difference.was, found: difference.is };
  });
}

/** What stands behind texts: how long they are, or which characters they have. A store may have less room than its answers. */
type TextKind = 'long' | 'odd';

const TAILS: Readonly<Record<TextKind, string>> = {
  long: ` ${'with  blanks and more of it, '.repeat(10)}to its end`,
  odd: ' a+b %41 100% "q" O\'x <b>&amp;</b> \\ é 漢 🌿',
};

/** Deeper than this, a value stays as it is. */
const DEPTH = 4;

/** A property in which whatever may be another value is a telling one; the same where nothing may. */
function tellingMember(
  name: string,
  value: JsonValue,
  schema: EffectiveSchema,
  kind: TextKind,
  depth = 0,
): JsonValue {
  // What may name something else has to name it, and a time has no fraction.
  if (/(?:Ids?|_ids?|Key|_key)$/.test(name) || namesResource(name)) return value;
  if (typeof value === 'number' && isTimeName({ path: [name] })) return value;
  if (schema.readOnly || schema.values !== undefined || depth > DEPTH) return value;
  const telling = tell(value, schema, kind, depth);
  return isValidFor(telling, schema, 'request') ? telling : value;
}

function tell(value: JsonValue, schema: EffectiveSchema, kind: TextKind, depth: number): JsonValue {
  if (typeof value === 'string') return isOpen(schema) ? withTail(value, schema, kind) : value;
  if (typeof value === 'boolean') return kind === 'long' ? !value : value;
  if (typeof value === 'number') return schema.types.includes('number') ? value + 0.37 : value;
  if (Array.isArray(value)) {
    const { items } = schema;
    const [first] = value;
    if (items === undefined || typeof first !== 'string' || !isOpen(items)) return value;
    return ['z', 'a', 'm'].map((text) => withTail(text, items, kind));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const property = schema.properties.get(name) ?? schema.additional;
    const telling = property && tellingMember(name, member, property, kind, depth + 1);
    return [name, telling ?? member] as const;
  });
  return Object.fromEntries(members);
}

function isOpen({ types, format, pattern }: EffectiveSchema): boolean {
  return types.includes('string') && format === undefined && pattern === undefined;
}

function withTail(
  text: string,
  { maxLength = Number.POSITIVE_INFINITY }: EffectiveSchema,
  kind: TextKind,
): string {
  const room = Math.max(0, maxLength - text.length);
  // Nothing ends in a blank, or within a character: that is another question.
  return `${text}${TAILS[kind].slice(0, room)}`.toWellFormed().replace(/[\s\uFFFD]+$/, '');
}
