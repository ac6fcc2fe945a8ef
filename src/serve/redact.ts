import { type HeaderList, headerValue } from '../http/exchange.ts';
import { readMultipart } from '../http/multipart.ts';
import { securitySchemes } from '../model/operation.ts';
import { type Masker, PLACEHOLDER, createMasker } from '../model/secrets/masker.ts';
import { SecretPlaces } from '../model/secrets/secret-places.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { ValidatorFinding } from './validator.ts';
import type { ExchangeRecord } from './exchange-record.ts';

/** Maskers that are kept for the next exchange: most clients send the same credential again. */
const MAX_MASKERS = 64;

/** Headers of messages that are kept for the next exchange: most clients send the same ones again. */
const MAX_HEADS = 256;

/** The headers of a message. */
interface Head {
  readonly headers: HeaderList;
  /** What they carry. */
  readonly secrets: readonly string[];
  /** Who has masked them last, and what came of it. */
  masker?: Masker;
  masked?: HeaderList;
}

/** What the log shows of an exchange. */
export interface LoggedParts {
  /** Path and query. */
  readonly target: string;
  readonly failure: string | undefined;
  readonly findings: ExchangeRecord['findings'];
}

/** Takes the secrets out of an exchange before anything is written down. */
export class Redactor {
  readonly #places: SecretPlaces;
  readonly #known: readonly string[];
  readonly #maskers = new Map<string, Masker>();
  /** By their text. */
  readonly #heads = new Map<string, Head>();
  #lastAsked: Head | undefined;
  #lastAnswered: Head | undefined;

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
    const { request, response } = record;
    const [asked, answered] = this.#headsOf(record);
    const masker = this.#maskerOf(record, asked, answered);
    const { target, failure, findings } = this.#logged(record, masker);
    const bytes = (body: Uint8Array | undefined): Uint8Array | undefined =>
      body && masker.bytes(body);
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
      findings,
      ...(record.note !== undefined && { note: masker.text(record.note) }),
      ...(failure !== undefined && { failure }),
    };
  }

  /** What a log shows, without the work for all that it doesn't show. */
  logged(record: ExchangeRecord): LoggedParts {
    return this.#logged(record, this.#maskerOf(record, ...this.#headsOf(record)));
  }

  #logged({ request, findings, failure }: ExchangeRecord, masker: Masker): LoggedParts {
    const list = (findings: readonly ValidatorFinding[]): ValidatorFinding[] =>
      findings.map((finding) => ({
        ...finding,
        location: finding.location.map((part) => masker.text(part)),
        message: masker.text(finding.message),
      }));
    return {
      target: this.#address(request.target, masker),
      failure: failure === undefined ? undefined : masker.text(failure),
      findings: { request: list(findings.request), response: list(findings.response) },
    };
  }

  #address(address: string, masker: Masker): string {
    return masker.text(this.#places.maskAddress(address, PLACEHOLDER));
  }

  /** The very same list for the same headers, as long as it is kept. */
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

  #headsOf({ request, response }: ExchangeRecord): [asked: Head, answered: Head] {
    const asked = this.#head(request.headers, this.#lastAsked);
    const answered = this.#head(response.headers, this.#lastAnswered);
    this.#lastAsked = asked;
    this.#lastAnswered = answered;
    return [asked, answered];
  }

  /** @param last A guess that costs less than a look into all of them. */
  #head(headers: HeaderList, last: Head | undefined): Head {
    if (last !== undefined && isSame(headers, last.headers)) return last;
    const key = JSON.stringify(headers);
    let head = this.#heads.get(key);
    if (head === undefined) {
      if (this.#heads.size >= MAX_HEADS) this.#heads.clear();
      head = { headers, secrets: this.#places.secretsIn({ headers }) };
      this.#heads.set(key, head);
    }
    return head;
  }

  #maskerOf({ request }: ExchangeRecord, asked: Head, answered: Head): Masker {
    const { headers, body, target, url } = request;
    const form = body && formIn(body, headerValue(headers, 'content-type') ?? '');
    const secrets = [
      ...this.#known,
      ...asked.secrets,
      ...this.#places.secretsIn({ headers: [], address: target, form }),
      ...(url === target ? [] : this.#places.secretsIn({ headers: [], address: url })),
      ...answered.secrets,
    ];
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

function isSame(a: HeaderList, b: HeaderList): boolean {
  return (
    a.length === b.length && a.every(([name, value], i) => name === b[i]![0] && value === b[i]![1])
  );
}

/** The fields of a form, as a query has them. */
function formIn(body: Uint8Array, type: string): string | undefined {
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return Buffer.from(body).toString('latin1');
  }
  if (!/^multipart\/form-data\b/i.test(type)) return undefined;
  try {
    const fields = readMultipart(body, type).filter(({ filename }) => filename === undefined);
    return fields
      .map(({ name, content }) => [name, Buffer.from(content, 'latin1').toString()])
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .join('&');
  } catch {
    return undefined;
  }
}
