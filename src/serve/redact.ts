import { type HeaderList, headerPairs, headerValue } from '../http/exchange.ts';
import { readMultipart } from '../http/multipart.ts';
import { securitySchemes } from '../model/operation.ts';
import { type Masker, PLACEHOLDER, createMasker } from '../model/secrets/masker.ts';
import { SecretPlaces } from '../model/secrets/secret-places.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { ValidatorFinding } from './validator.ts';
import { type ExchangeRecord, type RawExchange, bytesAsText, fieldsOf } from './exchange-record.ts';

/** Maskers that are kept for the next exchange: most clients send the same credential again. */
const MAX_MASKERS = 64;

/** Headers of messages that are kept for the next exchange: most clients send the same ones again. */
const MAX_HEADS = 256;

/** The headers of a message. */
interface Head {
  /** Names and values in turns. */
  readonly fields: readonly string[];
  readonly headers: HeaderList;
  /** Of a form. */
  readonly formType: string | undefined;
  /** What they carry. */
  readonly secrets: readonly string[];
  /** Who has masked them last, and what came of it. */
  masker?: Masker;
  masked?: HeaderList;
}

/** What else of a request may carry a secret. */
interface Carrier {
  readonly target: string;
  /** The whole address, or the target. */
  readonly url: string;
  /** Bytes, or one character a byte. */
  readonly body: Uint8Array | string | undefined;
}

/** What the log shows of an exchange. */
export interface LoggedParts {
  /** Path and query. */
  readonly target: string;
  readonly failure: string | undefined;
  readonly findings: readonly ValidatorFinding[];
}

/** An exchange of the mock without secrets; bodies have one character a byte. */
export interface MaskedExchange extends LoggedParts {
  readonly request: MaskedMessage;
  readonly response: MaskedMessage;
}

/** One side of a {@link MaskedExchange}. */
export interface MaskedMessage {
  /** The very same list for the same headers, as long as it is kept. */
  readonly headers: HeaderList;
  readonly body: string | undefined;
}

/** The heads of an exchange, and who hides what it carries. */
interface Look {
  readonly asked: Head;
  readonly answered: Head;
  /** What it carries beside the heads. */
  readonly carried: readonly string[];
  readonly masker: Masker;
}

/** Takes the secrets out of an exchange before anything is written down. */
export class Redactor {
  readonly #places: SecretPlaces;
  readonly #known: readonly string[];
  readonly #maskers = new Map<string, Masker>();
  /** By their text. */
  readonly #heads = new Map<string, Head>();
  #last: Look | undefined;

  /**
   * @param document Its apiKey schemes say which further headers and parameters are secret.
   * @param known What is a secret wherever it comes. Default: nothing.
   * @param names Further headers, parameters and cookies that carry one. Default: none.
   */
  constructor(
    document: OpenApiDocument,
    known: readonly string[] = [],
    names: readonly string[] = [],
  ) {
    this.#places = new SecretPlaces(securitySchemes(document), { names });
    // Shorter ones would be found all over a body by chance.
    this.#known = known.filter((secret) => secret.length >= 4);
  }

  /** A copy in which neither the secrets' own places nor their echoes elsewhere hold them. */
  record(record: ExchangeRecord): ExchangeRecord {
    const { request, response, findings, failure } = record;
    const fields = [request.headers.flat(), response.headers.flat()] as const;
    const { asked, answered, masker } = this.#look(request, ...fields);
    const bytes = (body: Uint8Array | undefined): Uint8Array | undefined =>
      body && masker.bytes(body);
    const target = this.#address(request.target, masker);
    return {
      ...record,
      request: {
        ...request,
        target,
        url: request.url === request.target ? target : this.#address(request.url, masker),
        headers: this.#headers(asked, masker),
        body: bytes(request.body),
      },
      response: {
        ...response,
        statusText: masker.text(response.statusText),
        headers: this.#headers(answered, masker),
        body: bytes(response.body),
      },
      findings: {
        request: maskedFindings(findings.request, masker),
        response: maskedFindings(findings.response, masker),
      },
      ...(record.note !== undefined && { note: masker.text(record.note) }),
      ...(failure !== undefined && { failure: masker.text(failure) }),
    };
  }

  /** The same of an exchange of the mock. */
  mocked(exchange: RawExchange): MaskedExchange {
    const { asked, answered, masker } = this.#lookAt(exchange);
    const message = (head: Head, body: string | undefined): MaskedMessage => ({
      headers: this.#headers(head, masker),
      body: body && masker.text(body),
    });
    return {
      ...this.#logged(exchange, masker),
      request: message(asked, exchange.requestBody),
      response: message(answered, bytesAsText(exchange.responseBody)),
    };
  }

  /** What a log shows, without the work for all that it doesn't show. */
  logged(exchange: RawExchange): LoggedParts {
    return this.#logged(exchange, this.#lookAt(exchange).masker);
  }

  #lookAt(exchange: RawExchange): Look {
    const { target, address: url, requestHeaders, requestBody: body, responseHeaders } = exchange;
    return this.#look({ target, url, body }, requestHeaders, fieldsOf(responseHeaders));
  }

  #logged({ target, problem, findings = [] }: RawExchange, masker: Masker): LoggedParts {
    return {
      target: this.#address(target, masker),
      failure: problem && masker.text(problem.message),
      findings: maskedFindings(findings, masker),
    };
  }

  #address(address: string, masker: Masker): string {
    return masker.text(this.#places.maskAddress(address, PLACEHOLDER));
  }

  #headers(head: Head, masker: Masker): HeaderList {
    if (head.masker !== masker || head.masked === undefined) {
      head.masker = masker;
      head.masked = this.#places.maskHeaders(head.headers, PLACEHOLDER).map((field) => {
        const [name, value] = field;
        const shown = this.#places.isHeader(name) ? value : masker.text(value);
        return shown === value ? field : [name, shown];
      });
    }
    return head.masked;
  }

  /** The last look once more, where nothing is another: most exchanges are like the one before. */
  #look(
    { target, url, body }: Carrier,
    sent: readonly string[],
    received: readonly string[],
  ): Look {
    const last = this.#last;
    const asked = this.#head(sent, last?.asked);
    const answered = this.#head(received, last?.answered);
    const { formType } = asked;
    const form = body && formType && formIn(body, formType);
    const inTarget = this.#places.secretsIn({ headers: [], address: target, form });
    const inUrl = url === target ? [] : this.#places.secretsIn({ headers: [], address: url });
    const carried = [...inTarget, ...inUrl];
    const isSameAgain = asked === last?.asked && answered === last.answered;
    if (isSameAgain && isSame(carried, last.carried)) return last;
    const secrets = [...this.#known, ...asked.secrets, ...carried, ...answered.secrets];
    return (this.#last = { asked, answered, carried, masker: this.#maskerOf(secrets) });
  }

  /** @param last A guess that costs less than a look into all of them. */
  #head(fields: readonly string[], last: Head | undefined): Head {
    if (last !== undefined && isSame(fields, last.fields)) return last;
    const key = JSON.stringify(fields);
    let head = this.#heads.get(key);
    if (head === undefined) {
      if (this.#heads.size >= MAX_HEADS) this.#heads.clear();
      const headers = headerPairs(fields);
      const type = headerValue(headers, 'content-type') ?? '';
      const formType = FORM.test(type) ? type : undefined;
      head = { fields, headers, formType, secrets: this.#places.secretsIn({ headers }) };
      this.#heads.set(key, head);
    }
    return head;
  }

  #maskerOf(secrets: readonly string[]): Masker {
    const key = secrets.join('\0');
    let masker = this.#maskers.get(key);
    if (masker === undefined) {
      if (this.#maskers.size >= MAX_MASKERS) this.#maskers.clear();
      masker = createMasker(new Set(secrets));
      this.#maskers.set(key, masker);
    }
    return masker;
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}

function maskedFindings(
  findings: readonly ValidatorFinding[],
  masker: Masker,
): readonly ValidatorFinding[] {
  return findings.map((finding) => ({
    ...finding,
    location: finding.location.map((part) => masker.text(part)),
    message: masker.text(finding.message),
  }));
}

const FORM = /^(?:application\/x-www-form-urlencoded|(multipart\/form-data))\b/i;

/** The fields of a form, as a query has them. */
function formIn(body: Uint8Array | string, type: string): string | undefined {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body);
  if (FORM.exec(type)?.[1] === undefined) return bytes.toString('latin1');
  try {
    const fields = readMultipart(bytes, type).filter(({ filename }) => filename === undefined);
    return fields
      .map(({ name, content }) => [name, Buffer.from(content, 'latin1').toString()])
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .join('&');
  } catch {
    return undefined;
  }
}
