import { type HeaderList, headerValue } from '../http/exchange.ts';
import { readMultipart } from '../http/multipart.ts';
import { securitySchemes } from '../model/operation.ts';
import { type Masker, PLACEHOLDER, createMasker } from '../model/secrets/masker.ts';
import { SecretPlaces } from '../model/secrets/secret-places.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { ValidatorFinding } from './validator.ts';
import type { ExchangeRecord } from './exchange-record.ts';

const NO_HEADERS: HeaderList = [];

/** Maskers that are kept for the next exchange: most clients send the same credential again. */
const MAX_MASKERS = 64;

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
    const masker = this.#maskerOf(record);
    const { target, failure, findings } = this.#logged(record, masker);
    const bytes = (body: Uint8Array | undefined): Uint8Array | undefined =>
      body && masker.bytes(body);
    return {
      ...record,
      request: {
        ...request,
        target,
        url: request.url === request.target ? target : this.#address(request.url, masker),
        headers: this.#headers(request.headers, masker),
        body: bytes(request.body),
      },
      response: {
        ...response,
        statusText: masker.text(response.statusText),
        headers: this.#headers(response.headers, masker),
        body: bytes(response.body),
      },
      findings,
      ...(record.note !== undefined && { note: masker.text(record.note) }),
      ...(failure !== undefined && { failure }),
    };
  }

  /** What a log shows, without the work for all that it doesn't show. */
  logged(record: ExchangeRecord): LoggedParts {
    return this.#logged(record, this.#maskerOf(record));
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

  #headers(headers: HeaderList, masker: Masker): HeaderList {
    return this.#places.maskHeaders(headers, PLACEHOLDER).map((field) => {
      const [name, value] = field;
      const shown = this.#places.isHeader(name) ? value : masker.text(value);
      return shown === value ? field : [name, shown];
    });
  }

  #maskerOf({ request, response }: ExchangeRecord): Masker {
    const { headers, body } = request;
    const form = body && formIn(body, headerValue(headers, 'content-type') ?? '');
    const secrets = [
      ...this.#known,
      ...this.#places.secretsIn({ headers, address: request.target, form }),
      ...(request.url === request.target
        ? []
        : this.#places.secretsIn({ headers: NO_HEADERS, address: request.url })),
      ...this.#places.secretsIn({ headers: response.headers }),
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
