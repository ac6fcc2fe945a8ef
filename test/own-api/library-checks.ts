import type { Fields, Request } from './library.ts';

/** What is wrong with a request, such as `body.isbn` or `query.limit range`. */
type Check = (request: Request) => string[];

type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === 'string';
const matches =
  (pattern: RegExp): Test =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const whole =
  (least: bigint, most: bigint): Test =>
  (value) => {
    const isWhole = typeof value === 'bigint' || Number.isInteger(value);
    return isWhole && BigInt(value as number) >= least && BigInt(value as number) <= most;
  };
const int64 = whole(-(2n ** 63n), 2n ** 63n - 1n);
const int32 = whole(-(2n ** 31n), 2n ** 31n - 1n);
const positive: Test = (value) => typeof value === 'number' && value > 0;
const date: Test = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
const instant: Test = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(value) &&
  date(value.slice(0, 10));
const uuid = matches(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i);
const email = matches(/^[^\s@]+@[^\s@]+$/);
const genre = matches(/^(novel|poetry|science)$/);
const length = (value: unknown): number => Array.from(String(value)).length;

const genres: Test = (value) =>
  Array.isArray(value) &&
  value.length <= 3 &&
  new Set(value).size === value.length &&
  value.every(genre);

const object = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const publisher: Test = (value) =>
  object(value) &&
  text(value['name']) &&
  value['name'] !== '' &&
  (value['city'] === undefined || text(value['city'])) &&
  Object.keys(value).every((name) => name === 'name' || name === 'city');

const fees: Test = (value) => object(value) && Object.values(value).every(int64);

const title: Test = (value) => text(value) && value !== '' && length(value) <= 200;
const pages = whole(1n, 20_000n);

const BOOK: Readonly<Record<string, Test>> = {
  id: uuid,
  addedAt: instant,
  title,
  isbn: matches(/^97[89]\d{10}$/),
  binding: matches(/^(hardcover|paperback|ebook)$/),
  pages,
  price: (value) => typeof value === 'number' && value >= 0,
  weight: positive,
  published: date,
  homepage: matches(/^[a-z][a-z\d+.-]*:[^\s"<>\\^`{|}]*$/i),
  contact: (value) => value === null || email(value),
  genres,
  publisher,
  titles: (value) => object(value) && Object.values(value).every(text),
};

/** @param closed Whether other properties are wrong. */
function fields(
  body: unknown,
  tests: Readonly<Record<string, Test>>,
  required: readonly string[],
  closed: boolean,
): string[] {
  if (!object(body)) return ['body'];
  const missing = required.filter((name) => !Object.hasOwn(body, name));
  const wrong = Object.entries(body).flatMap(([name, value]) => {
    const test = Object.hasOwn(tests, name) ? tests[name] : undefined;
    if (test === undefined) return closed ? [`body.${name} unknown`] : [];
    return test(value) ? [] : [`body.${name}`];
  });
  return [...missing.map((name) => `body.${name} missing`), ...wrong];
}

const book: Check = ({ body }) =>
  fields(body, BOOK, ['title', 'isbn', 'binding', 'pages', 'publisher', 'contact'], true);

/** Of a text that stands for an integer. */
function integer(value: string | null, test: Test): boolean {
  return value !== null && /^-?(0|[1-9]\d*)$/.test(value) && test(BigInt(value));
}

function wrongPart(what: string, isRight: boolean): string[] {
  return isRight ? [] : [what];
}

const bookId: Check = ({ path }) => wrongPart('path.bookId', uuid(path[0]));

const list: Check = ({ query }) => {
  const [limit, order, kinds] = ['limit', 'order', 'genres'].map((name) => query.get(name));
  const chosen = kinds?.split(',') ?? [];
  const deep = [...query].filter(([name]) => name.startsWith('pages['));
  const isDeep = deep.every(
    ([name, value]) => /^pages\[(from|to)\]$/.test(name) && integer(value, int32),
  );
  return [
    ...wrongPart('query.limit', limit === null || integer(limit!, whole(1n, 100n))),
    ...wrongPart('query.order', order === null || /^(title|newest)$/.test(order!)),
    ...wrongPart('query.genres', chosen.every(genre) && chosen.length <= 3),
    ...wrongPart('query.pages', isDeep),
  ];
};

const payment: Check = ({ body }) => {
  const type = object(body) ? body['type'] : undefined;
  const ownChecks: Record<string, Test> =
    type === 'card'
      ? { card: matches(/^\d{4}$/) }
      : { iban: matches(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/) };
  const amount: Test = (value) =>
    positive(value) && Math.abs(Number(value) * 100 - Math.round(Number(value) * 100)) < 1e-6;
  const known: Test = (value) => value === 'card' || value === 'transfer';
  return fields(
    body,
    { type: known, amount, ...ownChecks },
    ['type', 'amount', ...Object.keys(ownChecks)],
    false,
  );
};

/** By operation. */
export const checks: Readonly<Record<string, Check>> = {
  createBook: (request) => {
    const id = request.headers['x-request-id'];
    const notify = request.query.get('notify');
    return [
      ...wrongPart('header.X-Request-Id', id === undefined || uuid(id)),
      ...wrongPart('query.notify', notify === null || /^(true|false)$/.test(notify)),
      ...book(request),
    ];
  },
  listBooks: list,
  getBook: bookId,
  replaceBook: (request) => [...bookId(request), ...book(request)],
  changeBook: (request) => [
    ...bookId(request),
    ...fields(request.body, { title, pages }, [], true),
  ],
  removeBook: bookId,
  lendBook: (request) => [
    ...bookId(request),
    ...fields(
      request.body,
      { loanId: whole(1n, 2n ** 63n), member: int64, until: instant },
      ['member', 'until'],
      false,
    ),
  ],
  getLoan: (request) => [
    ...bookId(request),
    ...wrongPart('path.loanId', integer(request.path[1]!, whole(1n, 2n ** 63n - 1n))),
  ],
  createMember: ({ body }) =>
    fields(
      body,
      {
        id: int64,
        name: (value) => text(value) && value !== '',
        email,
        fees,
        pin: matches(/^\d{4}$/),
      },
      ['id', 'name'],
      false,
    ),
  getMember: ({ path }) => wrongPart('path.memberId', integer(path[0]!, int64)),
  pay: payment,
  getReport: ({ path, query, headers }) => [
    ...wrongPart('path.kind', /^(books|members)$/.test(path[0]!)),
    ...wrongPart('query.since', date(query.get('since'))),
    ...wrongPart('header.X-Tenant', matches(/^[a-z]{2,8}$/)(headers['x-tenant'])),
  ],
  getShelf: ({ path }) => wrongPart('path.shelf', /^[A-Z]\d$/.test(path[0]!)),
};
