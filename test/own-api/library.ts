import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rawJson } from '../../src/openapi/json/json-value.ts';
import { checks } from './library-checks.ts';
import { percentDecoded } from '../../src/openapi/percent.ts';

/** A body or a stored resource; integers beyond 2^53 are bigints. */
export type Fields = Record<string, unknown>;

/** An answer before it is written. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
}

/** A request as the library reads it. */
export interface Request {
  readonly operation: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** What is different in a faulty library. */
export interface Twist {
  /** Problems that it doesn't see, such as `body.isbn`; credentials are `credential`. */
  readonly ignores?: RegExp;
  /** Changes an answer. */
  readonly answers?: (answer: Answer, request: Request, shelves: Shelves) => Answer;
  /** Changes what is kept. */
  readonly keeps?: (resource: Fields) => Fields;
}

/** What the library has. */
export class Shelves {
  readonly books: Map<string, Fields> = new Map<string, Fields>();
  readonly loans: Map<string, Fields> = new Map<string, Fields>();
  readonly members: Map<string, Fields> = new Map<string, Fields>();
}

/** Secrets that the library takes. */
export const secrets = {
  STAFF_KEY: 'staff-4711-secret',
  REPORT_KEY: 'report-0815-secret',
  SESSION: 'session-1234-secret',
  TELLER: 'teller:till-secret',
};

/** A library over HTTP, on a free port. */
export async function openLibrary(
  twist: Twist = {},
): Promise<AsyncDisposable & { readonly url: string; readonly shelves: Shelves }> {
  const shelves = new Shelves();
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const answer = respond(incoming, Buffer.concat(chunks), shelves, twist);
      write(response, answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shelves,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  const text = body === undefined ? undefined : JSON.stringify(body, rawIntegers);
  response.writeHead(status, { ...(text === undefined ? {} : TYPE), ...headers }).end(text);
}

const TYPE = { 'content-type': 'application/json' };

function rawIntegers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJson(String(value)) : value;
}

const ROUTES: readonly (readonly [RegExp, Readonly<Record<string, string>>])[] = [
  [/^\/books$/, { POST: 'createBook', GET: 'listBooks' }],
  [
    /^\/books\/([^/]+)$/,
    { GET: 'getBook', PUT: 'replaceBook', PATCH: 'changeBook', DELETE: 'removeBook' },
  ],
  [/^\/books\/([^/]+)\/loans$/, { POST: 'lendBook' }],
  [/^\/books\/([^/]+)\/loans\/([^/]+)$/, { GET: 'getLoan' }],
  [/^\/members$/, { POST: 'createMember' }],
  [/^\/members\/([^/]+)$/, { GET: 'getMember' }],
  [/^\/payments$/, { POST: 'pay' }],
  [/^\/reports\/([^/]+)$/, { GET: 'getReport' }],
  [/^\/shelves\/([^/]+)$/, { GET: 'getShelf' }],
];

export function problem(status: number, title: string, detail = ''): Answer {
  const headers = { 'content-type': 'application/problem+json' };
  return { status, headers, body: { title, status, ...(detail === '' ? {} : { detail }) } };
}

function respond(incoming: IncomingMessage, bytes: Buffer, shelves: Shelves, twist: Twist): Answer {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://library');
  const [pattern, methods] = ROUTES.find(([exp]) => exp.test(pathname)) ?? [];
  if (pattern === undefined) return problem(404, 'no such path');
  const operation = methods?.[incoming.method ?? ''];
  if (operation === undefined) return problem(405, 'no such method');
  const path = pattern.exec(pathname)!.slice(1).map(percentDecoded);
  const request = { operation, path, query: searchParams, headers: incoming.headers };
  const plain = answer(request, bytes, shelves, twist);
  return twist.answers?.(plain.answer, plain.request, shelves) ?? plain.answer;
}

function answer(
  request: Omit<Request, 'body'>,
  bytes: Buffer,
  shelves: Shelves,
  twist: Twist,
): { answer: Answer; request: Request } {
  const sees = (what: string): boolean => twist.ignores?.test(what) !== true;
  const { operation } = request;
  let whole: Request = { ...request, body: undefined };
  if (!isKnown(whole) && sees('credential')) {
    return { answer: problem(401, 'who are you?'), request: whole };
  }
  if (/^(?:create|replace|change|lend|pay)/.test(operation)) {
    const read = readBody(request, bytes);
    if ('status' in read) return { answer: read, request: whole };
    whole = { ...request, body: read.body };
  }
  const seen = checks[operation]!(whole).filter(sees);
  const [first] = seen;
  if (first !== undefined) {
    const status = first.startsWith('body') ? 422 : 400;
    return { answer: problem(status, `${first} is wrong`, seen.join(', ')), request: whole };
  }
  return { answer: ACTIONS[operation]!(whole, shelves, twist.keeps ?? same), request: whole };
}

function same(resource: Fields): Fields {
  return resource;
}

function isKnown({ operation, headers, query }: Request): boolean {
  if (operation === 'pay') {
    return headers.authorization === `Basic ${Buffer.from(secrets.TELLER).toString('base64')}`;
  }
  if (operation === 'getReport') return query.get('api_key') === secrets.REPORT_KEY;
  if (operation === 'getShelf') {
    return headers.cookie?.includes(`session=${secrets.SESSION}`) === true;
  }
  return headers['x-api-key'] === secrets.STAFF_KEY;
}

const MEDIA_TYPES: Readonly<Record<string, RegExp>> = {
  createBook: /^application\/(?:vnd\.library\.book\+)?json$/,
  changeBook: /^application\/merge-patch\+json$/,
};

function readBody(
  { operation, headers }: Omit<Request, 'body'>,
  bytes: Buffer,
): { body: unknown } | Answer {
  if (bytes.length === 0) return problem(400, 'the body is missing');
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (!(MEDIA_TYPES[operation] ?? /^application\/json$/).test(type)) {
    return problem(415, 'this media type is not read here');
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { body: JSON.parse(text, exact) as unknown };
  } catch {
    return problem(400, 'the body is not JSON');
  }
}

function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isLong = typeof value === 'number' && !Number.isSafeInteger(value);
  return isLong && /^-?\d+$/.test(context?.source ?? '') ? BigInt(context!.source!) : value;
}

type Keeps = (resource: Fields) => Fields;
type Action = (request: Request, shelves: Shelves, keeps: Keeps) => Answer;

function withBook(act: (book: Fields, request: Request, shelves: Shelves, keeps: Keeps) => Answer) {
  const action: Action = (request, shelves, keeps) => {
    const book = shelves.books.get(request.path[0]!.toLowerCase());
    return book === undefined ? problem(404, 'no such book') : act(book, request, shelves, keeps);
  };
  return action;
}

const ok = (body: unknown): Answer => ({ status: 200, headers: {}, body });

/** `genres=novel,poetry&pages[from]=10`. */
function isWanted(query: URLSearchParams): (book: Fields) => boolean {
  const genres = query.get('genres')?.split(',') ?? [];
  const from = Number(query.get('pages[from]') ?? -Infinity);
  const to = Number(query.get('pages[to]') ?? Infinity);
  return (book) => {
    const genresOfBook = (book['genres'] ?? []) as readonly string[];
    const pages = Number(book['pages'] ?? Number.NaN);
    const isCounted = query.has('pages[from]') || query.has('pages[to]');
    return (
      (genres.length === 0 || genres.some((genre) => genresOfBook.includes(genre))) &&
      (!isCounted || (pages >= from && pages <= to))
    );
  };
}

function sorted(books: readonly Fields[], by: string | null): readonly Fields[] {
  if (by === null) return books;
  if (by === 'newest') return books.toReversed();
  const key = (book: Fields): string => book[by] as string;
  return books.toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}

const ACTIONS: Readonly<Record<string, Action>> = {
  createBook: ({ body }, { books }, keeps) => {
    const added = { id: randomUUID(), addedAt: new Date().toISOString() };
    const book = { ...(body as Fields), ...added };
    books.set(added.id, keeps(book));
    return { status: 201, headers: { location: `/books/${added.id}` }, body: book };
  },
  listBooks: ({ query }, { books }) => {
    const found = sorted([...books.values()].filter(isWanted(query)), query.get('order'));
    return ok(found.slice(0, Number(query.get('limit') ?? 20)));
  },
  getBook: withBook((book) => ok(book)),
  replaceBook: withBook((book, { body }, { books }, keeps) => {
    const { id, addedAt } = book;
    const changed = { ...(body as Fields), id, addedAt };
    books.set(String(id), keeps(changed));
    return ok(changed);
  }),
  changeBook: withBook((book, { body }, { books }, keeps) => {
    const changed = { ...book, ...(body as Fields) };
    books.set(String(book['id']), keeps(changed));
    return ok(changed);
  }),
  removeBook: withBook((book, _request, { books, loans }) => {
    const id = String(book['id']);
    books.delete(id);
    for (const key of loans.keys()) if (key.startsWith(`${id}/`)) loans.delete(key);
    return { status: 204, headers: {} };
  }),
  lendBook: withBook((book, { body }, { loans }) => {
    const loanId = Number([...loans.keys()].at(-1)?.split('/')[1] ?? 0) + 1;
    const loan = { ...(body as Fields), loanId };
    loans.set(`${String(book['id'])}/${loanId}`, loan);
    return { status: 201, headers: {}, body: loan };
  }),
  getLoan: ({ path }, { loans }) => {
    const loan = loans.get(`${path[0]!.toLowerCase()}/${path[1]}`);
    return loan === undefined ? problem(404, 'no such loan') : ok(loan);
  },
  createMember: ({ body }, { members }) => {
    const { pin: _pin, ...member } = body as Fields;
    const id = String(member['id']);
    if (members.has(id)) return problem(409, 'this id is taken');
    members.set(id, member);
    return { status: 201, headers: {}, body: member };
  },
  getMember: ({ path }, { members }) => {
    const member = members.get(path[0]!);
    return member === undefined ? problem(404, 'no such reader') : ok(member);
  },
  pay: ({ body }) => ok(body),
  getReport: ({ path, query }, { books, members }) => {
    const count = path[0] === 'books' ? books.size : members.size;
    return ok({ kind: path[0], since: query.get('since'), count });
  },
  getShelf: ({ path }) =>
    path[0] === 'A1' ? ok({ shelf: 'A1', room: 'cellar' }) : problem(404, 'no such shelf'),
};
