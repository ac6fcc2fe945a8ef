/** Loans of books to readers, and sections under names of clients: what each refers to, and others refer to, too. */
import { expect, it } from 'vitest';
import { loadDocument, verify } from '../../../src/index.ts';
import type { VerifyOptions } from '../../../src/index.ts';
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
    post: { operationId: addReader, ${takes('Reader')}, responses: { ${answers(201, of('Reader'))}, ${NONE} } }
  /readers/{reader_id}:
    ${parameter('reader_id', 'type: string')}
    get: { operationId: getReader, responses: { ${answers(200, of('Reader'))}, ${NONE} } }
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
    Reader: { type: object, required: [id, name], properties: { id: { ${ID} }, name: { type: string } } }
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
  | 'floors are not asked for'
  | 'sections are in any order';

type Item = Readonly<Record<string, unknown>>;

interface Call {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Item;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

const MISSING: Answer = { status: 404 };

class Library {
  readonly #fault: Fault | undefined;
  readonly #all = new Map<string, Map<string, Item>>();
  #count = 0;

  constructor(fault?: Fault) {
    this.#fault = fault;
  }

  answer({ method, path: [kind = '', id, part], query, body }: Call): Answer {
    const all = this.#of(kind);
    if (id === undefined) return method === 'POST' ? this.#add(kind, body) : this.#list(query);
    if (kind === 'sections' && method === 'PUT') return this.#put(id, body);
    const found = all.get(id);
    if (found === undefined) return MISSING;
    if (part === 'return') return this.#return(id, found);
    if (part === 'remark') return this.#remark(method, id, found, body);
    return method === 'DELETE' ? this.#remove(kind, id) : { status: 200, body: found };
  }

  #of(kind: string): Map<string, Item> {
    const all = this.#all.get(kind) ?? new Map<string, Item>();
    this.#all.set(kind, all);
    return all;
  }

  #add(kind: string, body: Item): Answer {
    const { reader_id: reader, book_id: book, section } = body;
    if (kind === 'books' && !this.#of('sections').has(String(section))) return { status: 400 };
    const isLoan = kind === 'loans';
    if (isLoan && !this.#of('readers').has(String(reader))) return { status: 400 };
    if (isLoan && !this.#of('books').has(String(book))) return { status: 400 };
    const isUsed = this.#of('loans')
      .values()
      .some((loan) => loan['reader_id'] === reader && loan['book_id'] === book);
    if (isLoan && isUsed) return { status: 409 };
    const id = `${kind[0]}${(this.#count += 1)}`;
    const made = { ...body, id, ...(isLoan && { state: 'open' }) };
    this.#of(kind).set(id, made);
    return { status: 201, body: made };
  }

  #list(query: URLSearchParams): Answer {
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
async function told(
  only: string,
  fault?: Fault,
  options: Partial<VerifyOptions> = {},
): Promise<string[]> {
  const library = new Library(fault);
  await using server = await serve((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const { method = '', url = '' } = incoming;
      const { pathname, searchParams: query } = new URL(url, 'http://host');
      const path = pathname.slice(1).split('/').map(decodeURIComponent);
      const read = text === '' ? {} : (JSON.parse(text) as Item);
      const { status, body } = library.answer({ method, path, query, body: read });
      outgoing.writeHead(status, { 'Content-Type': 'application/json' });
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  const document = await loadDocument({ text: DOCUMENT, file: 'loans.yaml' });
  const run = verify({
    document,
    baseUrl: server.url,
    credentials: { desk: 'desk-0001' },
    only: [`oracle/${only}`],
    questions: false,
    ...options,
  });
  const { findings } = await run.result;
  const violations = findings.filter(({ severity }) => severity === 'violation');
  return [...new Set(violations.map(({ operation, message }) => `${operation}: ${message}`))];
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
])('%s finds: %s', async (only, fault, message) => {
  expect(await told(only)).toEqual([]);
  expect(await told(only, fault)).toContain(message);
});
