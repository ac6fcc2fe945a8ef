import { randomUUID } from 'node:crypto';
import {
  type Answer,
  type Fields,
  type Request,
  type Shelves,
  type Twist,
  problem,
} from './library.ts';

/** A library with one fault, and what a report must name. */
export interface Fault extends Twist {
  readonly name: string;
  /** Of the rule. */
  readonly rule: string;
  /** Default: a violation. */
  readonly severity?: 'warning';
  /** Id of the operation. */
  readonly operation: string;
  /** In the finding's JSON Pointer. */
  readonly pointer: RegExp;
  /** Where the finding is another operation's: that which shows the fault. */
  readonly shownBy?: string;
  /** Flags that choose the cases which show it. Default: those of the operation. */
  readonly cases?: readonly string[];
}

/** Does not see something that is wrong. */
function blind(operation: string, ignores: RegExp, pointer: RegExp, rule = 'R5'): Fault {
  return { name: `${operation} takes ${ignores.source}`, rule, operation, pointer, ignores };
}

/** Changes the successes of an operation. */
function answering(
  name: string,
  operation: string,
  rule: string,
  pointer: RegExp,
  change: (answer: Answer, request: Request, shelves: Shelves) => Answer,
): Fault {
  return {
    name,
    rule,
    operation,
    pointer,
    answers: (answer, request, shelves) =>
      request.operation === operation && answer.status < 300
        ? change(answer, request, shelves)
        : answer,
  };
}

function withFields(answer: Answer, fields: Fields): Answer {
  return { ...answer, body: { ...(answer.body as Fields), ...fields } };
}

/** Changes a property where it comes back. */
function changeField(answer: Answer, name: string, change: (value: unknown) => unknown): Answer {
  const { [name]: value } = answer.body as Fields;
  return value === undefined ? answer : withFields(answer, { [name]: change(value) });
}

/** An unknown one is answered with the first that is there. */
function firstForUnknown(kind: 'books' | 'members', operation: string, pointer: RegExp): Fault {
  return {
    name: `${operation} answers with another where there is none`,
    rule: 'R5',
    operation,
    pointer,
    answers: (answer, request, shelves) => {
      const [first] = shelves[kind].values();
      const isOther = request.operation === operation && answer.status === 404;
      return isOther && first !== undefined ? { status: 200, headers: {}, body: first } : answer;
    },
  };
}

const seen = new WeakMap<Shelves, Fields>();

const all: readonly Fault[] = [
  blind('listBooks', /^query\.limit$/, /limit|parameters\/0/),
  blind('listBooks', /^query\.order$/, /parameters\/1.*enum/),
  blind('listBooks', /^query\.genres$/, /parameters\/2/),
  blind('listBooks', /^query\.pages$/, /parameters\/3/),
  blind('createBook', /^query\.notify$/, /parameters\/1.*type/),
  blind('createBook', /^header\.X-Request-Id$/, /RequestId.*format/),
  blind('getReport', /^header\.X-Tenant$/, /parameters\/2/),
  blind('getReport', /^query\.since$/, /parameters\/1/),
  blind('getReport', /^path\.kind$/, /parameters\/0.*enum/),
  blind('createBook', /^body\.isbn$/, /isbn/),
  blind('createBook', /^body\.binding$/, /binding\/enum/),
  blind('createBook', /^body\.pages$/, /Pages/),
  blind('createBook', /^body\.published$/, /published\/format/),
  blind('createBook', /^body\.homepage$/, /homepage\/format/),
  blind('createBook', /^body\.contact$/, /contact/),
  blind('createBook', /^body\.genres$/, /genres/),
  blind('createBook', /^body\.publisher$/, /publisher/),
  blind('createBook', /^body\.titles$/, /titles/),
  blind('createBook', /^body\.weight$/, /weight/),
  blind('createBook', /^body\.title$/, /Title/),
  blind('createBook', /unknown$/, /additionalProperties/),
  blind('replaceBook', /missing$/, /required/),
  blind('changeBook', /^body\.(title|pages)$/, /Title|Pages/),
  blind('lendBook', /^body\.until$/, /until\/(format|type)/),
  blind('createMember', /^body\.email$/, /email\/(format|type)/),
  blind('createMember', /^body\.pin$/, /pin\/(pattern|type)/),
  blind('pay', /^body\.amount$/, /Payment|oneOf/),
  blind('pay', /^body\.card$/, /Payment|oneOf/),
  blind('createBook', /^credential$/, /401|Problem/),
  blind('pay', /^credential$/, /401|Problem/),
  blind('getReport', /^credential$/, /401|Problem/),
  blind('getShelf', /^credential$/, /401|Problem/),
  answering('a created book is answered with 200', 'createBook', 'R1', /responses/, (answer) => ({
    ...answer,
    status: 200,
  })),
  answering('no Location', 'createBook', 'R1', /Location/, (answer) => ({
    ...answer,
    headers: {},
  })),
  answering('a book without an id', 'createBook', 'R1', /Book/, (answer) => {
    const { id: _, ...body } = answer.body as Fields;
    return { ...answer, body };
  }),
  answering('an id that is no UUID', 'getBook', 'R1', /id\/format/, (answer) =>
    withFields(answer, { id: 'book-1' }),
  ),
  answering('addedAt without a zone', 'replaceBook', 'R1', /addedAt\/format/, (answer) =>
    withFields(answer, { addedAt: '2026-01-01 12:00:00' }),
  ),
  answering('pages as a text', 'changeBook', 'R1', /Pages\/type/, (answer) =>
    withFields(answer, { pages: '42' }),
  ),
  answering('a secret that comes back', 'getBook', 'R1', /additionalProperties/, (answer) =>
    withFields(answer, { shelfCode: 'x' }),
  ),
  answering('the list in an object', 'listBooks', 'R1', /type/, (answer) => ({
    ...answer,
    body: { books: answer.body },
  })),
  answering('a list as text', 'listBooks', 'R3', /content/, (answer) => ({
    ...answer,
    headers: { 'content-type': 'text/plain' },
  })),
  answering('a count below zero', 'getReport', 'R1', /count\/minimum/, (answer) =>
    withFields(answer, { count: -1 }),
  ),
  answering('the title in capitals', 'createBook', 'R4', /Book\/properties\/title/, (answer) =>
    withFields(answer, { title: String((answer.body as Fields)['title']).toUpperCase() }),
  ),
  answering('the city is dropped inside', 'createBook', 'R4', /publisher/, (answer) =>
    withFields(answer, { publisher: { name: 'X' } }),
  ),
  {
    ...answering('the city is left out inside', 'createBook', 'R4', /publisher/, (answer) => {
      const { name } = (answer.body as Fields)['publisher'] as Fields;
      return withFields(answer, { publisher: { name } });
    }),
    severity: 'warning',
  },
  {
    ...answering('titles are lost from a map', 'createBook', 'R4', /titles/, (answer) =>
      changeField(answer, 'titles', () => ({})),
    ),
    severity: 'warning',
  },
  {
    ...answering('the pin comes back', 'createMember', 'R1', /pin/, (answer, { body }) =>
      withFields(answer, { pin: (body as Fields)['pin'] }),
    ),
    severity: 'warning',
  },
  answering('fees above 2^53 are rounded', 'createMember', 'R7', /fees/, (answer) =>
    changeField(answer, 'fees', (fees) =>
      Object.fromEntries(
        Object.entries(fees as Fields).map(([town, fee]) => [town, BigInt(Number(fee))]),
      ),
    ),
  ),
  answering('weights are whole', 'createBook', 'R4', /weight/, (answer) =>
    changeField(answer, 'weight', (weight) => Math.ceil(Number(weight))),
  ),
  answering('cents are cut off', 'pay', 'R4', /amount/, (answer) =>
    changeField(answer, 'amount', (amount) => Math.ceil(Number(amount))),
  ),
  answering('an id is given twice', 'createBook', 'R4', /responses/, (answer, _, shelves) => {
    const [first] = shelves.books.values();
    return shelves.books.size % 3 === 0 ? withFields(answer, { id: first!['id'] }) : answer;
  }),
  answering('a member that was not asked for', 'getMember', 'R4', /Member/, (answer) =>
    withFields(answer, { id: 7, name: 'somebody else' }),
  ),
  answering('a loan of somebody else', 'getLoan', 'R4', /Loan/, (answer) =>
    withFields(answer, { member: 7 }),
  ),
  answering('ids above 2^53 are rounded', 'createMember', 'R7', /id/, (answer) => {
    const { id } = answer.body as Fields;
    return withFields(answer, { id: BigInt(Number(id)) });
  }),
  answering(
    'nothing is deleted',
    'removeBook',
    'R5',
    /404|Problem/,
    (answer, request, { books }) => {
      const [path = ''] = request.path;
      books.set(path, { ...EXAMPLE, id: path });
      return answer;
    },
  ),
  answering(
    'another book than was asked for',
    'getBook',
    'R4',
    /Book|Title/,
    (answer, _, shelves) => {
      const first = seen.get(shelves) ?? (answer.body as Fields);
      seen.set(shelves, first);
      return { ...answer, body: first };
    },
  ),
  firstForUnknown('books', 'getBook', /Problem/),
  firstForUnknown('members', 'getMember', /Problem/),
  {
    name: 'changes are not kept',
    rule: 'R4',
    operation: 'getBook',
    pointer: /Book|Title|Pages/,
    keeps: (book) => ({ ...book, title: 'as it was' }),
  },
  {
    name: 'errors in another shape',
    rule: 'R2',
    operation: 'createBook',
    pointer: /Problem/,
    answers: (answer) => (answer.status < 400 ? answer : { ...answer, body: { error: 'no' } }),
  },
  {
    name: 'errors as plain JSON',
    rule: 'R3',
    operation: 'lendBook',
    pointer: /Problem\/content/,
    answers: (answer) => (answer.status < 400 ? answer : { ...answer, headers: {} }),
  },
  {
    name: 'lists refuse a documented filter',
    rule: 'R1',
    operation: 'listBooks',
    pointer: /responses/,
    answers: (answer, { query }) =>
      query.get('order') === 'newest' ? problem(400, 'this order is not known') : answer,
  },
  {
    name: 'ids of members beyond 32 bits are refused',
    rule: 'R7',
    operation: 'createMember',
    pointer: /./,
    answers: (answer, { operation, body }) => {
      const isLarge =
        operation === 'createMember' && Math.abs(Number((body as Fields)?.['id'])) > 2 ** 31;
      return isLarge ? problem(422, 'body.id is too large') : answer;
    },
  },
  {
    name: 'one media type is refused',
    rule: 'R1',
    operation: 'createBook',
    pointer: /./,
    answers: (answer, { headers, operation }) =>
      operation === 'createBook' && headers['content-type']?.includes('vnd.library') === true
        ? problem(415, 'not this one')
        : answer,
  },
  {
    name: 'the second way to pay is refused',
    rule: 'R1',
    operation: 'pay',
    pointer: /./,
    answers: (answer, { body }) =>
      (body as Fields | undefined)?.['type'] === 'transfer' && answer.status === 200
        ? problem(400, 'no transfers')
        : answer,
  },
  {
    name: 'an author without an address is refused',
    rule: 'R1',
    operation: 'createBook',
    pointer: /./,
    answers: (answer, { body }) =>
      (body as Fields | undefined)?.['contact'] === null && answer.status === 201
        ? problem(422, 'body.contact is wrong')
        : answer,
  },
  {
    name: 'a report breaks down',
    rule: 'R6',
    operation: 'getReport',
    pointer: /./,
    answers: (answer, { path }) =>
      path[0] === 'members' && answer.status === 200
        ? { status: 500, headers: {}, body: { error: randomUUID() } }
        : answer,
  },
];

const EXAMPLE: Fields = {
  addedAt: '2026-01-01T12:00:00Z',
  title: 'Undead',
  isbn: '9780000000000',
  binding: 'ebook',
  pages: 1,
  publisher: { name: 'X' },
  contact: null,
};

/** What only another operation shows, and what only a whole run does. */
const ELSEWHERE: Readonly<Record<string, Partial<Fault>>> = {
  'nothing is deleted': { shownBy: 'getBook' },
  'ids above 2^53 are rounded': { cases: ['--no-large'] },
  'createBook takes unknown$': { cases: ['--only', 'boundary/create-book/a-property'] },
  'errors as plain JSON': { cases: ['--only', 'broken/lend-book/'] },
};

export const faults: readonly Fault[] = all.map((fault) => ({
  ...fault,
  ...ELSEWHERE[fault.name],
}));
