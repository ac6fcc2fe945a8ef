/** Loans of books to readers, and sections under names of clients: what each refers to, and others refer to, too. */
import { type RunResult, type VerifyOptions, loadDocument, verify } from '../../../src/index.ts';
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
const LANGUAGE = "type: string, pattern: '^[a-z]{2}$'";
const FILES = 'content: { image/png: {}, image/jpeg: {} }';
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
      responses: { ${answers(201, of('Reader'))}, '409': { description: A reader of this name exists. }, '422': { description: The key was used with another body. }, ${NONE} }
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
    delete: { operationId: removeReader, description: Removes the reader and all loans., responses: { '204': { description: done }, ${NONE} } }
  /sections:
    get:
      operationId: listSections
      parameters: [{ name: floor, in: query, schema: { type: integer } }, { name: floorTo, in: query, description: 'The last floor, inclusive.', schema: { type: integer } }, { name: sort, in: query, schema: { enum: [floor, -floor] } }]
      responses: { ${listOf('Section')}, ${NONE} }
  /sections/{code}:
    ${parameter('code', "type: string, pattern: '^[a-z]{4,20}$'")}
    get: { operationId: getSection, responses: { ${answers(200, of('Section'))}, ${NONE} } }
    put: { operationId: putSection, ${takes('NewSection')}, responses: { ${answers(201, of('Section'))}, ${answers(200, of('Section'))}, ${NONE} } }
    delete: { operationId: removeSection, description: A section that has books can't be removed., responses: { '204': { description: done }, ${USED} } }
  /books:
    get:
      operationId: listBooks
      parameters: [{ name: language, in: query, schema: { ${LANGUAGE} } }, { name: includeArchived, in: query, schema: { type: boolean, default: false } }]
      responses: { ${listOf('Book')}, ${NONE} }
    post: { operationId: addBook, ${takes('Book')}, responses: { ${answers(201, of('Book'))}, ${NONE} } }
  /books/{book_id}:
    ${parameter('book_id', 'type: string')}
    get: { operationId: getBook, responses: { ${answers(200, of('Book'))}, ${NONE} } }
    delete: { operationId: archiveBook, responses: { '204': { description: done }, ${NONE} } }
  /books/{book_id}/cover:
    ${parameter('book_id', 'type: string')}
    get: { operationId: getCover, responses: { '200': { description: it, ${FILES} }, ${NONE} } }
    put: { operationId: putCover, requestBody: { required: true, ${FILES} }, responses: { '204': { description: done }, ${NONE} } }
  /loans:
    post: { operationId: addLoan, ${takes('Loan')}, responses: { ${answers(201, of('Loan'))}, ${USED} } }
  /loans/{loan_id}:
    ${parameter('loan_id', 'type: string')}
    get: { operationId: getLoan, responses: { ${answers(200, of('Loan'))}, ${NONE} } }
  /loans/{loan_id}/return:
    ${parameter('loan_id', 'type: string')}
    post: { operationId: returnLoan, responses: { ${answers(200, of('Loan'))}, '409': { description: It was returned already. }, ${NONE} } }
  /loans/{loan_id}/remark:
    ${parameter('loan_id', 'type: string')}
    get: { operationId: getRemark, responses: { ${answers(200, of('Remark'))}, ${NONE} } }
    put: { operationId: putRemark, ${takes('Remark')}, responses: { ${answers(200, of('Remark'))}, ${NONE} } }
components:
  securitySchemes: { desk: { type: http, scheme: bearer } }
  schemas:
    Reader: { type: object, required: [id, name, branch], properties: { id: { ${ID} }, name: { type: string }, branch: { type: string, readOnly: true }, borrowed: { type: integer, readOnly: true } } }
    NewSection: { type: object, required: [floor], properties: { floor: { type: integer, minimum: 0, maximum: 99 } } }
    Section: { type: object, required: [code, floor], properties: { code: { type: string, readOnly: true }, floor: { type: integer } } }
    Book: { type: object, required: [id, title, section, language], properties: { id: { ${ID} }, title: { type: string }, language: { ${LANGUAGE} }, section: { type: string } } }
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

export type Fault =
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
  | 'two have one name'
  | 'sections go with their books'
  | 'loans outlive readers'
  | 'loans are returned twice'
  | 'loans are not returned'
  | 'the last floor is left out'
  | 'languages are not asked for'
  | 'archived books are lost'
  | 'covers are of one type'
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
  readonly file: Stored;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly etag?: string | undefined;
  readonly file?: Stored | undefined;
}

interface Stored {
  readonly bytes: Buffer;
  readonly type: string;
}

const MISSING: Answer = { status: 404 };

class Library {
  readonly #fault: Fault | undefined;
  readonly #all = new Map<string, Map<string, Item>>();
  readonly #keys = new Map<string, { readonly text: string; readonly answer: Answer }>();
  readonly #unlisted = new Set<string>();
  readonly #covers = new Map<string, Stored>();
  #count = 0;

  constructor(fault?: Fault) {
    this.#fault = fault;
  }

  answer(call: Call): Answer {
    const { method, body, caller } = call;
    const [kind = '', id, part] = call.path;
    if (id === undefined)
      return method === 'POST' ? this.#once(kind, call) : this.#list(kind, call);
    if (id === 'bulk')
      return Array.isArray(body) ? this.#addAll(body as Item[], caller) : { status: 400 };
    if (kind === 'sections' && method === 'PUT') return this.#put(id, body);
    const found = this.#of(kind).get(id);
    if (found?.['archived'] === true) return MISSING;
    if (found === undefined || (kind === 'readers' && found['branch'] !== caller)) return MISSING;
    if (part === 'cover') return this.#cover(id, call);
    if (part === 'return') return this.#return(id, found);
    if (part === 'remark') return this.#remark(method, id, found, body);
    if (method === 'PUT') return this.#replace(id, body, caller);
    if (method === 'DELETE') return this.#remove(kind, id);
    const etag = kind === 'loans' ? this.#versionOf(found) : undefined;
    return { status: 200, body: this.#shown(kind, found), etag };
  }

  #shown(kind: string, item: Item): Item {
    if (kind !== 'readers') return item;
    const loans = [...this.#of('loans').values()].filter(
      (loan) => loan['reader_id'] === item['id'],
    );
    return { ...item, borrowed: loans.length };
  }

  #cover(id: string, { method, file }: Call): Answer {
    if (method === 'PUT') {
      const type = this.#fault === 'covers are of one type' ? 'image/png' : file.type;
      this.#covers.set(id, { ...file, type });
      return { status: 204 };
    }
    const cover = this.#covers.get(id);
    return cover === undefined ? MISSING : { status: 200, file: cover };
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

  #add(kind: string, sent: Item | null, caller: string): Answer {
    const body = sent ?? {};
    const { reader_id: reader, book_id: book, section, name } = body;
    if (kind === 'books' && !this.#of('sections').has(String(section))) return { status: 400 };
    const isLoan = kind === 'loans';
    const readers = this.#of('readers');
    const isNamed = readers.values().some((other) => other['name'] === name);
    if (kind === 'readers' && isNamed && this.#fault !== 'two have one name')
      return { status: 409 };
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
      return { status: 200, body: readers.map((reader) => this.#shown(kind, reader)) };
    }
    if (kind === 'books') return { status: 200, body: this.#books(query) };
    const [floor, last, sort] = ['floor', 'floorTo', 'sort'].map((name) => query.get(name));
    const most = Number(last ?? 99) - Number(this.#fault === 'the last floor is left out');
    const isAny =
      floor === null || floor === undefined || this.#fault === 'floors are not asked for';
    const sections = [...this.#of('sections').values()].filter(
      (section) =>
        (isAny || String(section['floor']) === floor) &&
        (last === null || Number(section['floor']) <= most),
    );
    const way = sort === '-floor' ? -1 : 1;
    if (sort !== null && sort !== undefined && this.#fault !== 'sections are in any order')
      sections.sort((a, b) => way * (Number(a['floor']) - Number(b['floor'])));
    return { status: 200, body: sections };
  }

  #books(query: URLSearchParams): Item[] {
    const language = query.get('language');
    const isAny = language === null || this.#fault === 'languages are not asked for';
    const isAll =
      query.get('includeArchived') === 'true' && this.#fault !== 'archived books are lost';
    return [...this.#of('books').values()]
      .filter((book) => isAny || book['language'] === language)
      .filter((book) => isAll || book['archived'] !== true);
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
    const isTwice = this.#fault === 'loans are returned twice';
    if (loan['state'] !== 'open' && !isTwice) return { status: 409 };
    if (this.#fault === 'loans are not returned') return { status: 200, body: loan };
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
    if (kind === 'books') {
      this.#of('books').set(id, { ...this.#of('books').get(id), archived: true });
      return { status: 204 };
    }
    if (isUsed && this.#fault !== 'sections go with their books')
      return { status: this.#fault === 'a section in use breaks down' ? 500 : 409 };
    const loans = [...this.#of('loans').values()].filter((loan) => loan['reader_id'] === id);
    for (const { id: loan, book_id: book } of loans) {
      if (this.#fault !== 'loans outlive readers') this.#of('loans').delete(String(loan));
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

/** Of what is no JSON object, or too large, nothing. */
function readItem(text: string): Item {
  if (text.length > 2000) return {};
  try {
    return (JSON.parse(text) as Item | null) ?? {};
  } catch {
    return {};
  }
}

/** Verifies a library. */
export async function verified(
  fault: Fault | undefined,
  options: Partial<VerifyOptions>,
): Promise<RunResult & { readonly sent: readonly string[] }> {
  const library = new Library(fault);
  const sent: string[] = [];
  await using server = await serve((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const text = bytes.toString();
      const { method = '', url = '', headers } = incoming;
      const { pathname, searchParams: query } = new URL(url, 'http://host');
      const path = pathname.slice(1).split('/');
      const type = headers['content-type'] ?? '';
      const read = type.includes('json') ? readItem(text) : {};
      const [caller = '', key] = [headers.authorization, headers['idempotency-key']?.toString()];
      const { status, body, etag, file } = library.answer({
        caller,
        key,
        method,
        path,
        query,
        body: read,
        file: { bytes, type },
      });
      const tag = etag === undefined ? {} : { ETag: etag };
      outgoing.writeHead(status, { 'Content-Type': file?.type ?? 'application/json', ...tag });
      if (file !== undefined) return outgoing.end(file.bytes);
      return outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  const document = await loadDocument({ text: DOCUMENT, file: 'loans.yaml' });
  const run = verify({
    document,
    baseUrl: server.url,
    credentials: { desk: 'desk-0001' },
    otherCredentials: { desk: 'desk-0002' },
    questions: false,
    ...options,
  });
  for await (const event of run) if (event.type === 'exchange') sent.push(event.exchange.case.id);
  return { ...(await run.result), sent };
}

/** What the oracles of some operations say, as `operation: message`. */
export async function toldBy(only: string, fault?: Fault): Promise<string[]> {
  const { findings } = await verified(fault, { only: [`oracle/${only}`] });
  const told = findings.filter(({ severity }) => severity !== 'note');
  return [...new Set(told.map(({ operation, message }) => `${operation}: ${message}`))];
}
