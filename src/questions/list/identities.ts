import type { Enactment } from '../../mock/enactment.ts';
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
  const { identity, texts, required } = subject;
  if (identity === undefined) return [];
  const text = texts.find((name) => required.includes(name));
  return [
    usedIdentity(subject, identity),
    identityInResponse(subject, identity),
    ...(text === undefined ? [] : [usedText(subject, text, identity)]),
  ];
};

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

function usedText(subject: Subject, text: string, identity: string): OpenQuestion {
  return {
    ...usedValue(subject, text),
    question: `May two have the same ${text}, under another ${identity}?`,
    leftOpenBy: `No schema can say that ${text} is unique among all.`,
    usual: 'accepted',
  };
}

type UsedValue = Pick<OpenQuestion, 'id' | 'answers' | 'probe' | 'read' | 'enact'>;

/** Two requests that have one value in common; the second one is what is asked about. */
function usedValue(subject: Subject, property: string): UsedValue {
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
    read: ([first, second]) =>
      readAcceptance(first) === 'accepted' ? readAcceptance(second) : undefined,
    enact: (answer) => enactUsed(id, property, answer),
  };
}

/** Refuses a value that a stored resource has already. */
function enactUsed(kind: string, property: string, answer: string): Enactment {
  if (answer === 'accepted') return { problems: { [kind]: 'accepted' } };
  return enactInspection(kind, answer, ({ value: body, store }) => {
    const value = body[property];
    const isUsed = value !== undefined && store.find(property, value) !== undefined;
    return isUsed ? `${property} ${showJson(value)} is already used` : undefined;
  });
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
