/** Operations that change more than one resource that their path names: all of a kind, a session, the server itself. */
import type { OpenApiDocument } from '../../openapi/document.ts';
import { objectOf } from '../../openapi/json/json-value.ts';
import { valueAt } from '../../openapi/pointer.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { bodySchema } from '../media-type.ts';
import { type Operation, successResponse, operationAt } from '../operation.ts';
import { bulkCreationOf } from './bulk.ts';
import { nounOf } from './names.ts';
import { actedOn, effectOf, familyCreatedBy, familyOfItem, resourceFamilies } from './resources.ts';
import { type OfOperation, ofOperation } from '../of-operation.ts';

/** Stops what may be one thing, such as a job. */
const STOPPING_WORDS = 'halt|stop|kill|restart|reboot|reset';
/** Ends or empties more, ends a session. */
const LASTING_WORDS =
  'shuts? ?down|powers? ?(?:off|down)|factory reset|wipe|purge|' +
  'flush|erase|truncate|vacuum|compact(?:ion)?|logs? ?(?:out|off)|signs? ?(?:out|off)|uninstall';
/** Both, also with GET, which should be safe. */
const ENDING_WORDS = `${STOPPING_WORDS}|${LASTING_WORDS}`;
/** Changes who may come in, or in which mode everything is. */
const SWITCHING_WORDS =
  'import|restore|rolls? ?back|migrate|upgrade|downgrade|revoke|maintenance(?: mode)?$|' +
  '(?:(?:change|update|set|forgot|forgotten|recover) )?pass(?:word|phrase|wd)';
/** Reaches beyond the service: people's mail, the machine that it runs on, other machines. */
const REACHING_WORDS =
  '(?:re ?)?send ?(?:\\w+ ){0,2}(?:e ?mail|mail|sms|fax|push notification)|test (?:e ?mail|mail|smtp|sms|webhook)|' +
  '(?:run|exec(?:ute)?|start|spawn) ?(?:\\w+ )?(?:script|command|code|shell|macro|program|process|function)|fail ?over|' +
  '(?:cluster|swarm|quorum) (?:\\w+ )?(?:add|init|join|leave|promote)|' +
  '(?:initiali[sz]e|join|leave) (?:an? |the )?(?:\\w+ )?(?:cluster|swarm|quorum)';
/** Changes what its body, its query or nothing at all names. */
const CHANGING_WORDS =
  'delete|remove|destroy|clear|cleans? ?up|clean|prune|drop|update|patch|set|change|modify|edit|replace|' +
  'overwrite|persist|save all|rename|move|merge|transfer|cancel|abort|terminate|suspend|deactivate|activate|enable|' +
  'disable|lock|unlock|pause|resume|start|switch|toggle|mode|bulk|batch|rotate|rebuild|reindex|reload|' +
  'exec(?:ute)?|eval|invoke|deploy|install|unsubscribe|unregister|deregister|archive|mark|sync|apply';

/** How words stand in names, and at the beginning of what is told. */
interface Words {
  readonly inNames: RegExp;
  readonly inTexts: RegExp;
}

function words(verbs: string): Words {
  return {
    inNames: new RegExp(`^(?:\\w+ controller )?(?:${verbs})\\b|\\b(?:${verbs})$`),
    inTexts: new RegExp(`^(?:this \\w+ |will |to )*(?:${verbs})(?:e?s)?\\b`),
  };
}

const ENDING = words(ENDING_WORDS);
const GRAVE = words(`${ENDING_WORDS}|${SWITCHING_WORDS}`);
const CHANGING = words(`${CHANGING_WORDS}|${REACHING_WORDS}`);
/** What GET should not do. */
const UNSAFE = words(`${ENDING_WORDS}|${REACHING_WORDS}`);

const BENIGN = /^(?:create|add|new|post|get|list|find|read|fetch|show|search|check|is|has|count)\b/;

/** Why an operation may change more than one resource that its path names. */
export interface Danger {
  /** In a sentence. */
  readonly reason: string;
  /** Whether it does, for all that is known, also where the path names nothing. */
  readonly spreads: boolean;
}

/** Told by the name and the description, and by where it writes; `undefined` where nothing says so. */
export const dangerOf: OfOperation<Danger | undefined> = ofOperation(findDanger);

/** Whether its requests change what is there. */
export function changesStored(document: OpenApiDocument, operation: Operation): boolean {
  return effectOf(document, operation) === 'changes' || dangerOf(document, operation) !== undefined;
}

function findDanger(document: OpenApiDocument, operation: Operation): Danger | undefined {
  const isRead = effectOf(document, operation) === 'reads';
  const isBulk = bulkCreationOf(document, operation) !== undefined;
  // What imports as one is created adds to what is there.
  const all = isRead ? UNSAFE : isBulk ? ENDING : GRAVE;
  // Of what the run has created, it may stop and take back what it likes.
  const noun = isRead ? undefined : nounOfOne(document, operation);
  const grave = dangerousWord(document, operation, noun === undefined ? all : beyond(noun));
  if (grave !== undefined) return { reason: `it says "${grave}"`, spreads: true };
  if (operation.method !== 'POST' || familyCreatedBy(document, operation)) return undefined;
  if (isBulk) return undefined;
  const word = dangerousWord(document, operation, CHANGING);
  if (word !== undefined) return { reason: `it says "${word}"`, spreads: false };
  const reason = `it writes the one thing that is at ${operation.path}`;
  return isSingleton(document, operation) ? { reason, spreads: false } : undefined;
}

/** What it changes one of, which its path names, of those that clients create; `undefined` where it changes more. */
function nounOfOne(document: OpenApiDocument, operation: Operation): string | undefined {
  const families = resourceFamilies(document);
  const family =
    familyOfItem(document, operation.path) ?? actedOn(document, operation, families.values());
  return family && nounOf(family.collection);
}

/** What ends more than one of those that are called so: `stops the server`, and not `stops the job`. */
function beyond(noun: string): Words {
  const { inTexts } = words(`(?!\\w+ (?:\\w+ ){0,2}${noun})(?:${STOPPING_WORDS})|${LASTING_WORDS}`);
  return { ...words(LASTING_WORDS), inTexts };
}

function dangerousWord(
  { root }: OpenApiDocument,
  { path, id, pointer, method }: Operation,
  { inNames, inTexts }: Words,
): string | undefined {
  const names = [...namesIn(path, method, id), id].map(spaced);
  const node = valueAt(root, pointer);
  const { summary, description } = objectOf(node);
  const texts = [summary, description].flatMap((text) =>
    typeof text === 'string' ? spaced(text.slice(0, 80)) : [],
  );
  const found = [
    ...names.filter((name) => !BENIGN.test(name)).map((name) => inNames.exec(name)),
    ...texts.map((text) => inTexts.exec(text)),
  ];
  return found.find((match) => match !== null)?.[0];
}

/** What is read lies in folders of any name, and the `stop` in a path may be one of a bus. */
function namesIn(path: string, method: string, id: string): string[] {
  const parts = path.split('/').filter((part) => !part.includes('{'));
  if (method !== 'GET') return parts;
  const isNamedRead = id !== `GET ${path}` && BENIGN.test(spaced(id));
  return isNamedRead ? [] : parts.slice(-1);
}

/** `deleteAll_things` → `delete all things`. */
function spaced(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[^a-zA-Z\d]+/g, ' ');
  return words.trim().toLowerCase();
}

/** What there are several of is a list, whatever the document says that GET answers. */
const SEVERAL = /(?<!setting|preference|option|default|statu|credential|permission|detail)s\/?$/i;

/** Whether GET finds there what POST writes, and no list. */
function isSingleton(document: OpenApiDocument, { path, requestBody }: Operation): boolean {
  if (SEVERAL.test(path)) return false;
  const get = operationAt(document, 'GET', path);
  const [found, written] = [get && successResponse(get), requestBody].map((body) => [
    ...effectiveSchema(document.root, bodySchema(body)).properties.keys(),
  ]);
  const common = written!.filter((name) => found!.includes(name)).length;
  return common * 2 > written!.length;
}
