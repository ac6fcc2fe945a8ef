import type { Exchange, RelativeRequest } from '../../http/exchange.ts';
import type { Enactment, Inspection } from '../../mock/enactment.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';
import { freshIdentity } from '../../model/requests/fresh-identity.ts';
import { samePath, valuesAt, withValue } from '../../model/requests/slots.ts';
import { bodyReferences } from '../../model/resources/body-references.ts';
import { type BulkCreation, bulkCreationOf, itemsSent } from '../../model/resources/bulk.ts';
import { familyCreatedBy } from '../../model/resources/resources.ts';
import { isSecretName } from '../../model/secrets/secret-places.ts';
import { saidOfUsed } from '../../model/words.ts';
import {
  type JsonObject,
  type JsonValue,
  getProperty,
  propertyAt,
} from '../../openapi/json/json-value.ts';
import { equalJson } from '../../openapi/schema/equal-json.ts';
import { showJson } from '../../openapi/json/stringify-json.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import {
  ACCEPTANCE,
  acceptedBody,
  enactInspection,
  readAcceptance,
  probeCase,
  validProbe,
  type OpenQuestion,
  type QuestionFactory,
} from '../question.ts';
import { type Subject, freshBody, requestWith, noDocumentedStatus } from '../subject.ts';

/** What is created twice with the same identity, or the same text under another identity. */
export const identityQuestions: QuestionFactory = (subject) => {
  const { identity, document, operation } = subject;
  const bulk = bulkCreationOf(document, operation);
  if (bulk !== undefined) return repeatedTexts(subject, bulk);
  const creates = identity !== undefined || familyCreatedBy(document, operation) !== undefined;
  return [
    ...(identity === undefined
      ? []
      : [usedIdentity(subject, identity), identityInResponse(subject, identity)]),
    ...(creates ? namingTexts(subject).map((text) => usedText(subject, text)) : []),
    ...(creates ? unknownReferences(subject) : []),
  ];
};

/** Whether what is created may refer to what isn't there: to something of a collection that lies below nothing. */
function unknownReferences(subject: Subject): OpenQuestion[] {
  const { document, base, required } = subject;
  const { operation } = subject;
  const all = bodyReferences(document, operation, base.slots).flatMap(({ path, schema, key }) => {
    const [collection = ''] = key.split(' ');
    const identity = familyCreatedBy(document, { path: collection })?.identity;
    const isKnown = identity !== undefined && !collection.includes('{');
    return isKnown ? [{ path, schema, collection, identity }] : [];
  });
  const requiredPaths = all.filter(({ path }) => required.includes(path[0]!));
  if (requiredPaths.length === 0) return [];
  const id = 'unknown-reference';
  return [
    {
      id,
      question: `What happens when ${requiredPaths[0]!.path.join('.')} names nothing?`,
      leftOpenBy: 'No schema can say that what is referred to must be there.',
      usual: 'accepted',
      answers: ACCEPTANCE.answers,
      probe: (fresh) => {
        const body = requiredPaths.reduce<JsonValue>(
          (value, { path, schema }) =>
            propertyAt(value, path) === undefined
              ? value
              : withValue(value, path, freshIdentity(schema, fresh)),
          freshBody(subject, fresh),
        );
        const probe = probeCase(subject, id, requestWith(subject, body));
        // A server may know more than its document.
        return [{ ...probe, validity: { ...OPEN, reason: probe.title } }];
      },
      read: ACCEPTANCE.read,
      enact: (answer) =>
        enactInspection(id, answer, ({ value, storeAt }) => {
          for (const { path, collection, identity } of all) {
            const missing = valuesAt(value, path).find(
              (named) => storeAt?.(collection).find(identity, named) === undefined,
            );
            if (storeAt !== undefined && missing !== undefined)
              return `${path[0]}: there is no ${showJson(missing)} in ${collection}`;
          }
          return undefined;
        }),
    },
  ];
}

const OPEN = { kind: 'open', strictlyValid: false } as const;

/** Properties whose texts others may not have: fresh in every request, and naming nothing else. */
function namingTexts(subject: Subject, within: readonly string[] = []): string[] {
  const { document, operation, base, required, texts } = subject;
  const naming = bodyReferences(document, operation, base.slots);
  const paths = [
    ...base.marks.filter(
      ({ path }) => isIn(path) && (within.length > 0 || isRequiredText(path[0]!)),
    ),
    ...base.identity.filter(({ schema }) => schema.types.includes('string')),
    ...base.unique,
  ].map(({ path }) => path);
  const untied = paths.filter(
    (path) => isIn(path) && !naming.some((reference) => samePath(reference.path, path)),
  );
  return [...new Set(untied.map((path) => path.at(-1)!))].filter((name) => !isSecretName(name));

  function isIn(path: readonly string[]): boolean {
    return path.length === within.length + 1 && samePath(path.slice(0, -1), within);
  }
  function isRequiredText(name: string): boolean {
    return required.includes(name) && texts.includes(name);
  }
}

function usedIdentity(subject: Subject, identity: string): OpenQuestion {
  const question = usedValue(subject, identity);
  return {
    ...question,
    question: `What happens when ${identity} was already used?`,
    leftOpenBy: noDocumentedStatus(subject, 409),
    usual: 'refused 400',
    probe: (fresh) => {
      const [once, again] = question.probe(fresh);
      return [once!, { ...again!, fixedIdentity: true }];
    },
  };
}

function usedText(subject: Subject, text: string): OpenQuestion {
  const { identity } = subject;
  const other = identity === undefined ? '' : `, under another ${identity}`;
  return {
    ...usedValue(subject, text, { isOfAnother: true }),
    question: `May two have the same ${text}${other}?`,
    leftOpenBy: noUniqueness(text),
    usual: usualOfUsed(subject, text),
  };
}

/** What the document says in words is no schema's to check, and is done all the same. */
function usualOfUsed({ document, operation, properties }: Subject, text: string): string {
  const isSaid = saidOfUsed(document, operation, properties).has(text);
  const documented = new Set(operation.responses.map(({ status }) => status));
  const status = ['409', '422', '400'].find((refusal) => documented.has(refusal));
  return isSaid && status !== undefined ? `refused ${status}` : 'accepted';
}

function noUniqueness(text: string): string {
  return `No schema can say that ${text} is unique among all.`;
}

/** Of several that one request creates: what one of them has, neither another one nor what is there may have. */
function repeatedTexts(subject: Subject, bulk: BulkCreation): OpenQuestion[] {
  const [list] = bulk.taken;
  const { maxItems = Number.POSITIVE_INFINITY } =
    subject.base.schema.properties.get(list ?? '') ?? {};
  if (list === undefined || maxItems < 2) return [];
  const itemsOf = (body: JsonObject): JsonObject[] => itemsSent(bulk, body);
  return namingTexts(subject, [list, '0']).map((text): OpenQuestion => {
    const id = `repeated-${text}`;
    const two = (fresh: FreshValues, isRepeated: boolean): RelativeRequest => {
      const [body, other] = [freshBody(subject, fresh), freshBody(subject, fresh)];
      const [first = {}, second = {}] = [body, other].map((sent) => itemsOf(sent)[0]);
      const repeated = isRepeated ? { [text]: first[text]! } : {};
      return requestWith(subject, { ...body, [list]: [first, { ...second, ...repeated }] });
    };
    return {
      id,
      question: `May two that are created at once have the same ${text}?`,
      leftOpenBy: noUniqueness(text),
      usual: 'accepted',
      answers: ACCEPTANCE.answers,
      probe: (fresh) => [
        validProbe(subject, `${id}-1`, two(fresh, false)),
        probeCase(subject, `${id}-2`, two(fresh, true)),
      ],
      read: readSecond,
      enact: (answer) => enactUsed(id, text, answer, { itemsOf }),
    };
  });
}

type UsedValue = Pick<OpenQuestion, 'id' | 'answers' | 'probe' | 'read' | 'enact'>;

/** Two requests that have one value in common; the second one is what is asked about. */
function usedValue(subject: Subject, property: string, options: UsedOptions = {}): UsedValue {
  const id = `used-${property}`;
  return {
    id,
    answers: ACCEPTANCE.answers,
    probe: (fresh) => {
      const first = freshBody(subject, fresh);
      const second = { ...freshBody(subject, fresh), [property]: first[property]! };
      return [
        validProbe(subject, `${id}-1`, requestWith(subject, first)),
        probeCase(subject, `${id}-2`, requestWith(subject, second)),
      ];
    },
    read: readSecond,
    enact: (answer) => enactUsed(id, property, answer, options),
  };
}

/** What becomes of the second request, where the first one was taken. */
function readSecond([first, second]: readonly Exchange[]): string | undefined {
  return readAcceptance(first) === 'accepted' ? readAcceptance(second) : undefined;
}

/** What {@link enactUsed} is about. The path of a change names the identity: that is no matter of its body. */
interface UsedOptions extends Pick<Inspection, 'isOfAnother'> {
  /** The resources in a body. Default: it is one. */
  readonly itemsOf?: (body: JsonObject) => readonly JsonObject[];
}

/** Refuses a value that a stored resource has already, or another one of the request. */
function enactUsed(
  kind: string,
  property: string,
  answer: string,
  { itemsOf = (body) => [body], isOfAnother = false }: UsedOptions = {},
): Enactment {
  if (answer === 'accepted') return { problems: { [kind]: 'accepted' } };
  const find: Inspection['find'] = ({ value: body, store }) => {
    const values: JsonValue[] = [];
    for (const item of itemsOf(body)) {
      const value = getProperty(item, property);
      if (value === undefined) continue;
      const isRepeated = values.some((other) => equalJson(other, value));
      if (isRepeated || store.find(property, value) !== undefined) {
        return `${property} ${showJson(value)} is already used`;
      }
      values.push(value);
    }
    return undefined;
  };
  return enactInspection(kind, answer, find, { isOfAnother });
}

/** Whether the answer repeats the id; that it is exact then is a rule, not a question. */
function identityInResponse(subject: Subject, identity: string): OpenQuestion {
  const id = `${identity}-in-response`;
  return {
    id,
    question: `Does the response repeat ${identity}?`,
    leftOpenBy: sayInResponse(subject, identity),
    answers: { words: ['absent', 'present'], refused: false },
    usual: 'absent',
    probe: (fresh) => [validProbe(subject, id, requestWith(subject, freshBody(subject, fresh)))],
    read: ([exchange]) => {
      const body = acceptedBody(exchange);
      if (body === undefined) return undefined;
      return Object.hasOwn(body, identity) ? 'present' : 'absent';
    },
    enact: (answer) => (answer === 'present' ? { returned: [identity] } : {}),
  };
}

function sayInResponse({ document, operation }: Subject, identity: string): string {
  const success = operation.responses.find(({ status }) => status.startsWith('2'));
  const pointer = success?.content.find(({ schemaPointer }) => schemaPointer)?.schemaPointer;
  if (pointer === undefined) return 'The document gives no schema of the response.';
  const { properties, required } = effectiveSchema(document.root, pointer);
  if (!properties.has(identity)) return `The schema of the response does not name ${identity}.`;
  return required.has(identity)
    ? `The schema of the response requires ${identity}: "absent" breaks it.`
    : `The schema of the response does not require ${identity}.`;
}
