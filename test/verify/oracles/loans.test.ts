/** Loans of books to readers, and sections under names of clients: what each refers to, and others refer to, too. */
import { expect, it } from 'vitest';
import { loadDocument, verify } from '../../../src/index.ts';
import { serve } from '../../serve/http-helpers.ts';

const parameter = (name: string, schema: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { ${schema} } }]`;
const answers = (status: number, schema: string): string =>
  `'${status}': { description: it, content: { application/json: { schema: { ${schema} } } } }`;
const of = (name: string): string => `$ref: '#/components/schemas/${name}'`;
const listOf = (name: string): string => answers(200, `type: array, items: { ${of(name)} }`);
const takes = (name: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { ${of(name)} } } } }`;
const NONE = `'404': { description: none }, '400': { description: bad }`;
const USED = `'409': { description: used }, ${NONE}`;
const ID = "type: string, pattern: '^[a-z][0-9]+$', readOnly: true";

const DOCUMENT = `
openapi: 3.1.0
info: { title: Loans, version: '1' }
security: [{ desk: [] }]
paths:
  /readers:
    get: { operationId: listReaders, responses: { ${listOf('Reader')}, ${NONE} } }
    post:
      operationId: addReader
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      ${takes('Reader')}
      responses: { ${answers(201, of('Reader'))}, '422': { description: The key was used with another body. }, ${USED} }
  /readers/bulk:
    post:
      operationId: addReaders
      description: Creates all of them or, if one is refused, none.
      requestBody: { required: true, content: { application/json: { schema: { type: array, minItems: 1, items: { ${of('Reader')} } } } } }
      responses: { '201': { description: In the order of the request, content: { application/json: { schema: { type: array, items: { ${of('Reader')} } } } } }, ${USED} }
  /readers/{reader_id}:
    ${parameter('reader_id', 'type: string')}
    get: { operationId: getReader, responses: { ${answers(200, of('Reader'))}, ${NONE} } }
    put: { operationId: putReader, ${takes('Reader')}, responses: { ${answers(200, of('Reader'))}, ${USED} } }
    delete: { operationId: removeReader, responses: { '204': { description: done }, ${NONE} } }
  /sections:
    get:
      operationId: listSections
      parameters: [{ name: floor, in: query, schema: { type: integer } }, { name: sort, in: query, schema: { enum: [floor, -floor] } }]
      responses: { ${listOf('Section')}, ${NONE} }
  /sections/{code}:
    ${parameter('code', "type: string, pattern: '^[a-z]{4,20}$'")}
    get: { operationId: getSection, responses: { ${answers(200, of('Section'))}, ${NONE} } }
    put: { operationId: putSection, ${takes('NewSection')}, responses: { ${answers(201, of('Section'))}, ${answers(200, of('Section'))}, ${NONE} } }
    delete: { operationId: removeSection, responses: { '204': { description: done }, ${USED} } }
  /books:
    post: { operationId: addBook, ${takes('Book')}, responses: { ${answers(201, of('Book'))}, ${NONE} } }
  /books/{book_id}:
    ${parameter('book_id', 'type: string')}
    get: { operationId: getBook, responses: { ${answers(200, of('Book'))}, ${NONE} } }
  /loans:
    post: { operationId: addLoan, ${takes('Loan')}, responses: { ${answers(201, of('Loan'))}, ${USED} } }
  /loans/{loan_id}:
    ${parameter('loan_id', 'type: string')}
    get: { operationId: getLoan, responses: { ${answers(200, of('Loan'))}, ${NONE} } }
  /loans/{loan_id}/return:
    ${parameter('loan_id', 'type: string')}
    post: { operationId: returnLoan, responses: { ${answers(200, of('Loan'))}, ${USED} } }
  /loans/{loan_id}/remark:
    ${parameter('loan_id', 'type: string')}
    get: { operationId: getRemark, responses: { ${answers(200, of('Remark'))}, ${NONE} } }
    put: { operationId: putRemark, ${takes('Remark')}, responses: { ${answers(200, of('Remark'))}, ${NONE} } }
components:
  securitySchemes: { desk: { type: http, scheme: bearer } }
  schemas:
    Reader: { type: object, required: [id, name, branch], properties: { id: { ${ID} }, name: { type: string }, branch: { type: string, readOnly: true } } }
    NewSection: { type: object, required: [floor], properties: { floor: { type: integer, minimum: 0, maximum: 99 } } }
    Section: { type: object, required: [code, floor], properties: { code: { type: string, readOnly: true }, floor: { type: integer } } }
    Book: { type: object, required: [id, title, section], properties: { id: { ${ID} }, title: { type: string }, section: { type: string } } }
    Loan:
      type: object
      required: [id, reader_id, book_id, state]
      properties:
        id: { ${ID} }
        reader_id: { type: string, pattern: '^[a-z][0-9]+$' }
        book_id: { type: string, pattern: '^[a-z][0-9]+$' }
        state: { enum: [open, returned], readOnly: true }
    Remark: { type: object, required: [text], properties: { text: { type: string } } }
`;

type Fault =
  | 'all loans of a reader are returned'
  | 'remarks are of books'
  | 'books go with readers'
  | 'names are prefixes'
  | 'books lose their section'
  | 'a section in use breaks down'
  | 'branches are taken'
  | 'returns keep the version'
  | 'some are not listed'
  | 'some are created all the same'
  | 'some are answered backwards'
  | 'keys are for any body'
  | 'loans of others'
  | 'floors are not asked for'
  | 'sections are in any order';

type Item = Readonly<Record<string, unknown>>;

interface Call {
  /** Who asks: the reader of one branch is none of another's. */
  readonly caller: string;
  readonly key: string | undefined;
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Item;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly etag?: string | undefined;
}

const MISSING: Answer = { status: 404 };

class Library {
  readonly #fault: Fault | undefined;
  readonly #all = new Map<string, Map<string, Item>>();
  readonly #keys = new Map<string, { readonly text: string; readonly answer: Answer }>();
  readonly #unlisted = new Set<string>();
  #count = 0;

  constructor(fault?: Fault) {
    this.#fault = fault;
  }

  answer(call: Call): Answer {
    const { method, body, caller } = call;
    const [kind = '', id, part] = call.path;
    if (id === undefined)
      return method === 'POST' ? this.#once(kind, call) : this.#list(kind, call);
    if (id === 'bulk') return this.#addAll(body as unknown as Item[], caller);
    if (kind === 'sections' && method === 'PUT') return this.#put(id, body);
    const found = this.#of(kind).get(id);
    if (found === undefined || (kind === 'readers' && found['branch'] !== caller)) return MISSING;
    if (part === 'return') return this.#return(id, found);
    if (part === 'remark') return this.#remark(method, id, found, body);
    if (method === 'PUT') return this.#replace(id, body, caller);
    if (method === 'DELETE') return this.#remove(kind, id);
    return {
      status: 200,
      body: found,
      etag: kind === 'loans' ? this.#versionOf(found) : undefined,
    };
  }

  #versionOf({ state, remark }: Item): string {
    const isKept = this.#fault === 'returns keep the version';
    return `"${String(isKept ? 'open' : state)}-${String(remark)}"`;
  }

  #once(kind: string, { key, body, caller }: Call): Answer {
    const known = key === undefined ? undefined : this.#keys.get(key);
    const text = JSON.stringify(body);
    if (known !== undefined && (known.text === text || this.#fault === 'keys are for any body'))
      return known.answer;
    if (known !== undefined) return { status: 422 };
    const answer = this.#add(kind, body, caller);
    if (key !== undefined) this.#keys.set(key, { text, answer });
    return answer;
  }

  #branchOf({ branch }: Item, caller: string): string {
    const isTaken = this.#fault === 'branches are taken' && typeof branch === 'string';
    return isTaken ? branch : caller;
  }

  #replace(id: string, body: Item, caller: string): Answer {
    const reader = { ...body, id, branch: this.#branchOf(body, caller) };
    this.#of('readers').set(id, reader);
    return { status: 200, body: reader };
  }

  #addAll(bodies: readonly Item[], caller: string): Answer {
    const made: Item[] = [];
    const known = new Map(this.#of('readers'));
    for (const body of bodies) {
      const { status, body: reader } = this.#add('readers', body, caller);
      if (status !== 201) {
        if (this.#fault !== 'some are created all the same') this.#all.set('readers', known);
        return { status };
      }
      made.push(reader as Item);
    }
    const last = String(made.at(-1)?.['id']);
    if (this.#fault === 'some are not listed') this.#unlisted.add(last);
    return {
      status: 201,
      body: this.#fault === 'some are answered backwards' ? made.toReversed() : made,
    };
  }

  #of(kind: string): Map<string, Item> {
    const all = this.#all.get(kind) ?? new Map<string, Item>();
    this.#all.set(kind, all);
    return all;
  }

  #add(kind: string, body: Item, caller: string): Answer {
    const { reader_id: reader, book_id: book, section, name } = body;
    if (kind === 'books' && !this.#of('sections').has(String(section))) return { status: 400 };
    const isLoan = kind === 'loans';
    const readers = this.#of('readers');
    const isNamed = readers.values().some((other) => other['name'] === name);
    if (kind === 'readers' && isNamed) return { status: 409 };
    const branch = readers.get(String(reader))?.['branch'];
    const isOwn = branch === caller || (branch !== undefined && this.#fault === 'loans of others');
    if (isLoan && !isOwn) return { status: 400 };
    if (isLoan && !this.#of('books').has(String(book))) return { status: 400 };
    const isUsed = this.#of('loans')
      .values()
      .some((loan) => loan['reader_id'] === reader && loan['book_id'] === book);
    if (isLoan && isUsed) return { status: 409 };
    const id = `${kind[0]}${(this.#count += 1)}`;
    const made = {
      ...body,
      id,
      ...(isLoan && { state: 'open' }),
      ...(kind === 'readers' && { branch: this.#branchOf(body, caller) }),
    };
    this.#of(kind).set(id, made);
    return { status: 201, body: made };
  }

  #list(kind: string, { query, caller }: Call): Answer {
    if (kind === 'readers') {
      const readers = [...this.#of('readers').values()].filter(
        ({ id, branch }) => branch === caller && !this.#unlisted.has(String(id)),
      );
      return { status: 200, body: readers };
    }
    const [floor, sort] = [query.get('floor'), query.get('sort')];
    const isAny = floor === null || this.#fault === 'floors are not asked for';
    const sections = [...this.#of('sections').values()].filter(
      (section) => isAny || String(section['floor']) === floor,
    );
    const way = sort === '-floor' ? -1 : 1;
    if (sort !== null && this.#fault !== 'sections are in any order')
      sections.sort((a, b) => way * (Number(a['floor']) - Number(b['floor'])));
    return { status: 200, body: sections };
  }

  #put(code: string, { floor }: Item): Answer {
    const isNew = !this.#of('sections').has(code);
    const section = { code, floor };
    this.#of('sections').set(code, section);
    if (this.#fault === 'books lose their section' && !isNew)
      this.#change('books', (book) => (book['section'] === code ? { ...book, section: '' } : book));
    return { status: isNew ? 201 : 200, body: section };
  }

  #return(id: string, loan: Item): Answer {
    if (loan['state'] !== 'open') return { status: 409 };
    const isAlso = (other: Item): boolean =>
      this.#fault === 'all loans of a reader are returned' &&
      other['reader_id'] === loan['reader_id'];
    this.#change('loans', (other) =>
      other === loan || isAlso(other) ? { ...other, state: 'returned' } : other,
    );
    return { status: 200, body: this.#of('loans').get(id) };
  }

  #remark(method: string, id: string, loan: Item, body: Item): Answer {
    const key = this.#fault === 'remarks are of books' ? String(loan['book_id']) : id;
    if (method === 'PUT') this.#of('remarks').set(key, body);
    const remark = this.#of('remarks').get(key);
    return remark === undefined ? MISSING : { status: 200, body: remark };
  }

  #remove(kind: string, id: string): Answer {
    const isUsed = this.#of('books')
      .values()
      .some(({ section }) => kind === 'sections' && section === id);
    if (isUsed) return { status: this.#fault === 'a section in use breaks down' ? 500 : 409 };
    const loans = [...this.#of('loans').values()].filter((loan) => loan['reader_id'] === id);
    for (const { id: loan, book_id: book } of loans) {
      this.#of('loans').delete(String(loan));
      if (this.#fault === 'books go with readers') this.#of('books').delete(String(book));
    }
    const isPrefix = kind === 'sections' && this.#fault === 'names are prefixes';
    const gone = [...this.#of(kind).keys()].filter((key) => isPrefix && key.startsWith(id));
    for (const key of [id, ...gone]) this.#of(kind).delete(key);
    return { status: 204 };
  }

  #change(kind: string, change: (item: Item) => Item): void {
    for (const [id, item] of this.#of(kind)) this.#of(kind).set(id, change(item));
  }
}

/** What the oracles of some operations say, as `operation: message`. */
async function toldBy(only: string, fault?: Fault): Promise<string[]> {
  const library = new Library(fault);
  await using server = await serve((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '', headers } = incoming;
      const { pathname, searchParams: query } = new URL(url, 'http://host');
      const path = pathname.slice(1).split('/').map(decodeURIComponent);
      const read = text === '' ? {} : (JSON.parse(text) as Item);
      const [caller = '', key] = [headers.authorization, headers['idempotency-key']?.toString()];
      const { status, body, etag } = library.answer({
        caller,
        key,
        method,
        path,
        query,
        body: read,
      });
      const tag = etag === undefined ? {} : { ETag: etag };
      outgoing.writeHead(status, { 'Content-Type': 'application/json', ...tag });
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  const document = await loadDocument({ text: DOCUMENT, file: 'loans.yaml' });
  const run = verify({
    document,
    baseUrl: server.url,
    credentials: { desk: 'desk-0001' },
    otherCredentials: { desk: 'desk-0002' },
    only: [`oracle/${only}`],
    questions: false,
  });
  const { findings } = await run.result;
  const told = findings.filter(({ severity }) => severity !== 'note');
  return [...new Set(told.map(({ operation, message }) => `${operation}: ${message}`))];
}

it.each<[only: string, fault: Fault, message: string]>([
  [
    'siblings/return-loan',
    'all loans of a reader are returned',
    'returnLoan: state of another resource changes with an action on one',
  ],
  [
    'siblings/put-remark',
    'remarks are of books',
    'putRemark: text of another resource changes when one is changed',
  ],
  [
    'siblings/remove-reader',
    'books go with readers',
    'removeReader: what is referred to beside it in /books is gone then',
  ],
  [
    'siblings/remove-section',
    'names are prefixes',
    'removeSection: another resource is gone when one is deleted',
  ],
  [
    'siblings/put-section',
    'books lose their section',
    'putSection: section of what refers to it in /books changes',
  ],
  [
    'refusals/remove-section',
    'a section in use breaks down',
    'removeSection: the server fails with 500 on a request',
  ],
  [
    'queries/list-sections',
    'floors are not asked for',
    "listSections: floor doesn't leave out what has another floor",
  ],
  [
    'queries/list-sections',
    'sections are in any order',
    'listSections: the list is not in the order of floor',
  ],
  [
    'read-only/add-reader',
    'branches are taken',
    'addReader: with branch, what is created is not there then, though it is readOnly',
  ],
  [
    'read-only/put-reader',
    'branches are taken',
    'putReader: with branch, what is changed is not there then, though it is readOnly',
  ],
  [
    'stored/return-loan',
    'returns keep the version',
    'returnLoan: the ETag stays as it is when the resource changes',
  ],
  ['bulk', 'some are not listed', 'addReaders: one of several that were created is not listed'],
  [
    'bulk',
    'some are created all the same',
    'addReaders: one of several is there, though all were refused',
  ],
  [
    'bulk',
    'some are answered backwards',
    'addReaders: several are answered in another order than they were sent',
  ],
  [
    'repeated',
    'keys are for any body',
    'addReader: another body with a used idempotency key is answered with the earlier resource',
  ],
  ['other-client/add-loan', 'loans of others', 'addLoan: takes a reader_id of another client'],
])('%s finds: %s', async (only, fault, message) => {
  expect(await toldBy(only)).toEqual([]);
  expect(await toldBy(only, fault)).toContain(message);
});
