import { findMediaType } from '../../model/media-type.ts';
import { stringifyJson } from '../../openapi/json/stringify-json.ts';
import { valueAt } from '../../openapi/pointer.ts';
import {
  ACCEPTANCE,
  REFUSAL,
  acceptedBody,
  enactInspection,
  problemQuestion,
  readRefusal,
  probeCase,
  type OpenQuestion,
  type QuestionFactory,
} from '../question.ts';
import {
  type Subject,
  fitted,
  freshBody,
  requestWith,
  sampleText,
  noDocumentedStatus,
} from '../subject.ts';
import { type FreshValues, createFreshValues } from '../../model/requests/fresh-values.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { compileSchema } from '../../openapi/schema/compile-schema.ts';

/** For bodies that are only looked at. */
const PROBE = createFreshValues({ seed: 0, runId: 'probe' });

/** Bodies that the document itself rules out: with which status are they refused? */
export const brokenBodyQuestions: QuestionFactory = (subject) => {
  const { document, required, schemaPointer, operation } = subject;
  const { requestBody } = operation;
  const check = compileSchema(document.root, schemaPointer, 'request');
  const bodyWithout = (name: string, fresh: FreshValues): JsonObject => {
    const { [name]: _, ...rest } = freshBody(subject, fresh);
    return rest;
  };
  // An alternative of the schema may do without what another one requires.
  const needed = required.find((name) => check(bodyWithout(name, PROBE)).length > 0);
  const brokenSchema = problemQuestion(subject, {
    ...REFUSAL,
    id: 'broken-schema',
    question: 'Which status refuses a body that breaks the schema?',
    leftOpenBy: noDocumentedStatus(subject, 422),
    problem: 'schema',
    breach: { pointer: schemaPointer, keyword: 'required' },
    request: (fresh) => requestWith(subject, bodyWithout(needed ?? '', fresh)),
  });
  const malformedJson = problemQuestion(subject, {
    ...REFUSAL,
    id: 'malformed-json',
    question: 'Which status refuses a body that is not well-formed JSON?',
    leftOpenBy: noDocumentedStatus(subject, 400),
    problem: 'json-malformed',
    breach: { pointer: schemaPointer, keyword: 'syntax' },
    request: (fresh) => {
      const text = stringifyJson(freshBody(subject, fresh)).slice(0, -1);
      return requestWith(subject, encode(text));
    },
  });
  const missingBody = problemQuestion(subject, {
    ...REFUSAL,
    id: 'missing-body',
    question: 'Which status refuses a request without a body?',
    leftOpenBy: noDocumentedStatus(subject, 400),
    problem: 'body-missing',
    breach: { pointer: requestBody?.pointer ?? '', keyword: 'required' },
    request: () => requestWith(subject, undefined),
  });
  const emptyBody = problemQuestion(subject, {
    ...REFUSAL,
    id: EMPTY_BODY,
    question: 'Which status refuses a body of no bytes that has a media type?',
    leftOpenBy: noDocumentedStatus(subject, 400),
    problem: 'body-missing/typed',
    breach: { pointer: requestBody?.pointer ?? '', keyword: 'required' },
    request: () => requestWith(subject, new Uint8Array()),
  });
  const isRequired = requestBody?.required === true;
  return [
    ...(needed === undefined ? [] : [brokenSchema]),
    malformedJson,
    ...(isRequired ? [missingBody, emptyBody] : []),
    ...spelledOtherwise(subject),
    ...OTHER_TYPES.flatMap((type) => otherMediaType(subject, type)),
  ];
};

/** The id of the question about a body of no bytes. */
export const EMPTY_BODY = 'empty-body';

/** JSON that is sent as something else, which servers tell apart. */
const OTHER_TYPES: readonly OtherType[] = [
  {
    id: 'other-media-type',
    what: 'sent as text/plain',
    problem: 'media-type',
    type: () => 'text/plain',
  },
  {
    id: 'json-media-type',
    what: 'sent as application/vnd.api+json',
    problem: 'media-type/json',
    type: () => 'application/vnd.api+json',
  },
  {
    id: 'form-media-type',
    what: 'sent as a form',
    problem: 'media-type/form',
    type: () => 'application/x-www-form-urlencoded',
  },
  { id: 'no-media-type', what: 'sent without a media type', problem: 'media-type/missing' },
  {
    id: 'other-charset',
    what: 'sent with the charset ISO-8859-1',
    problem: 'media-type/charset',
    type: (type) => `${type}; charset=iso-8859-1`,
  },
  {
    id: 'utf-16-charset',
    what: 'in UTF-8, but sent with the charset UTF-16',
    problem: 'media-type/utf-charset',
    type: (type) => `${type}; charset=utf-16`,
  },
];

interface OtherType {
  readonly id: string;
  /** Completes "a JSON body that is …". */
  readonly what: string;
  readonly problem: string;
  /** The header; absent where none is sent. */
  readonly type?: (type: string) => string;
}

/** Nothing is open of a type that the document has beside JSON. */
function otherMediaType(subject: Subject, { id, what, problem, type }: OtherType): OpenQuestion[] {
  const essence = subject.mediaType.split(';', 1)[0]!;
  const other = type?.(essence);
  const documented = findMediaType(subject.operation.requestBody?.content ?? [], other);
  if (documented !== undefined && documented.name !== subject.mediaType) return [];
  const headers = other === undefined ? [] : [['Content-Type', other] as const];
  const question = problemQuestion(subject, {
    ...ACCEPTANCE,
    id,
    question: `What happens to a JSON body that is ${what}?`,
    leftOpenBy: noDocumentedStatus(subject, 415),
    problem,
    request: (fresh) => requestWith(subject, freshBody(subject, fresh), headers),
  });
  return [question];
}

/** Members of a body that the schema doesn't speak of. */
export const memberQuestions: QuestionFactory = (subject) => {
  const [text] = subject.texts;
  return [unknownProperty(subject), ...(text === undefined ? [] : [duplicateKey(subject, text)])];
};

const UNKNOWN = 'unknownProperty';

/** A property that the schema does not name. */
function unknownProperty(subject: Subject): OpenQuestion {
  const { document, base } = subject;
  const isForbidden = base.schema.pointers.some(
    (pointer) => valueAt(document.root, `${pointer}/additionalProperties`) === false,
  );
  return {
    id: 'unknown-property',
    question: 'What happens to a property that the document does not name?',
    leftOpenBy: isForbidden
      ? noDocumentedStatus(subject, 422)
      : 'additionalProperties is not false in the schema of the body.',
    answers: { words: ['ignored', 'returned'], refused: true },
    usual: 'ignored',
    probe: (fresh) => {
      const body = freshBody(subject, fresh, { [UNKNOWN]: 'sample' });
      return [probeCase(subject, 'unknown-property', requestWith(subject, body))];
    },
    read: ([exchange]) => {
      const body = acceptedBody(exchange);
      if (body === undefined) return readRefusal(exchange);
      return Object.hasOwn(body, UNKNOWN) ? 'returned' : 'ignored';
    },
    enact: (answer) => {
      if (answer === 'returned') return { returnsUnknown: true };
      return enactInspection('unknown-property', answer, ({ value }) => {
        const unknown = Object.keys(value).find((name) => !subject.properties.includes(name));
        return unknown === undefined ? undefined : `${unknown} is not a known property`;
      });
    },
  };
}

/** The same key twice: "behavior … is unpredictable" (RFC 8259, 4). */
function duplicateKey(subject: Subject, property: string): OpenQuestion {
  return {
    id: 'duplicate-key',
    question: 'Which value counts if the body has a key twice?',
    leftOpenBy: 'No schema can describe a repeated key.',
    answers: { words: ['first', 'last'], refused: true },
    usual: 'last',
    probe: (fresh) => {
      const lengths = subject.lengths.get(property)!;
      const first = fitted(fresh, `First ${sampleText(property)}`, lengths);
      const last = fitted(fresh, `Last ${sampleText(property)}`, lengths);
      const body = freshBody(subject, fresh, { [property]: last });
      const rest = stringifyJson(body).slice(1);
      const text = `{${stringifyJson(property)}:${stringifyJson(first)},${rest}`;
      const request = requestWith(subject, encode(text));
      return [probeCase(subject, 'duplicate-key', request)];
    },
    read: ([exchange]) => {
      const returned = acceptedBody(exchange)?.[property];
      if (typeof returned !== 'string') return readRefusal(exchange);
      if (returned.startsWith('First')) return 'first';
      return returned.startsWith('Last') ? 'last' : undefined;
    },
    enact: (answer) => {
      if (answer === 'first' || answer === 'last') return { duplicateKey: answer };
      const find = ({ duplicateKeys: [key] }: { duplicateKeys: readonly string[] }) =>
        key === undefined ? undefined : `the key ${JSON.stringify(key)} is twice in the body`;
      return enactInspection('duplicate-key', answer, find, { readsText: true });
    },
  };
}

/** Integers to JSON Schema (2020-12, 4.2.3), though not to every parser. */
const SPELLINGS = [
  { id: 'fraction-spelling', example: '1.0', suffix: '.0', form: /^-?\d+\.0+$/ },
  { id: 'exponent-spelling', example: '1e2', suffix: 'e0', form: /[eE]/ },
] as const;

/** An integer that is spelled as a fraction, or with an exponent. */
export const numberQuestions: QuestionFactory = (subject) => {
  const { identity } = subject;
  if (identity === undefined) return [];
  return SPELLINGS.map(({ id, example, suffix, form }) => ({
    ...ACCEPTANCE,
    id,
    question: `May an integer be spelled ${example}?`,
    leftOpenBy: `The schema of ${identity} says integer, but not how one is spelled.`,
    usual: 'accepted',
    probe: (fresh) => {
      const value = freshBody(subject, fresh);
      const bytes = withNumberSpelling(value, identity, (digits) => digits + suffix);
      return [probeCase(subject, id, { ...requestWith(subject, bytes), value })];
    },
    enact: (answer) =>
      enactInspection(
        id,
        answer,
        ({ numbers }) => {
          const spelling = numbers.find((source) => form.test(source));
          return spelling && `the integer ${spelling} must be written in digits`;
        },
        { readsText: true },
      ),
  }));
};

/** The body's bytes, with one number spelled otherwise. */
export function withNumberSpelling(
  body: JsonObject,
  property: string,
  spell: (digits: string) => string,
): Uint8Array {
  const digits = stringifyJson(body[property] ?? 0);
  const members = Object.entries(body).map(([name, value]) => {
    const text = name === property ? spell(digits) : stringifyJson(value);
    return `${stringifyJson(name)}:${text}`;
  });
  return encode(`{${members.join(',')}}`);
}

/** Bytes around and in JSON that readers may forgive (RFC 8259, 8.1). */
function spelledOtherwise(subject: Subject): OpenQuestion[] {
  const text = subject.texts.find((name) => subject.required.includes(name));
  const mark = forgiven(subject, {
    ...ACCEPTANCE,
    id: 'byte-order-mark',
    question: 'What happens to a body with a byte order mark in front?',
    leftOpenBy: 'No schema can describe a byte order mark.',
    problem: 'json-malformed/byte-order-mark',
    bytes: (body) => Uint8Array.from([0xef, 0xbb, 0xbf, ...encode(stringifyJson(body))]),
  });
  if (text === undefined) return [mark];
  const encoding = forgiven(subject, {
    ...ACCEPTANCE,
    id: 'broken-encoding',
    question: 'What happens to a text with a byte that is no UTF-8?',
    leftOpenBy: 'No schema can describe bytes that are no characters.',
    problem: 'text-encoding',
    bytes: (body) => {
      const json = stringifyJson(body);
      const value = stringifyJson(body[text]!);
      const end = json.indexOf(value) + value.length - 1;
      return Uint8Array.from([...encode(json.slice(0, end)), 0xff, ...encode(json.slice(end))]);
    },
  });
  return [mark, encoding];
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** No document allows it by its letter, and nothing says that it must be refused. */
function forgiven(
  subject: Subject,
  {
    bytes,
    ...parts
  }: Omit<Parameters<typeof problemQuestion>[1], 'request'> & {
    readonly bytes: (body: JsonObject) => Uint8Array;
  },
): OpenQuestion {
  const question = problemQuestion(subject, {
    ...parts,
    request: (fresh) => requestWith(subject, bytes(freshBody(subject, fresh))),
  });
  const reason = parts.id.replaceAll('-', ' ');
  return {
    ...question,
    probe: (fresh) =>
      question
        .probe(fresh)
        .map((probe) => ({ ...probe, validity: { kind: 'open', reason, strictlyValid: false } })),
  };
}
