import {
  apiKeyNames,
  carriedCookies,
  headerSecrets,
  querySecrets,
} from '../../model/secrets/carried-secrets.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { securitySchemes } from '../../model/operation.ts';
import { isSecretHeader, isSecretParameter } from '../../model/secrets/secret-names.ts';
import { maskSecrets } from '../../model/secrets/spelled-secrets.ts';
import type { ValidatorFinding } from '../validator.ts';
import type { ExchangeRecord } from '../exchange-record.ts';
import { PLACEHOLDER, maskTarget } from './mask-target.ts';

/** Shorter values would be found all over a body by chance. */
const MIN_SECRET_LENGTH = 4;

/** Takes the secrets out of an exchange before anything is written down. */
export class Redactor {
  readonly #headers: ReadonlySet<string>;
  readonly #parameters: ReadonlySet<string>;

  readonly #known: readonly string[];

  /**
   * @param document Its apiKey schemes say which further headers and parameters are secret.
   * @param known What is a secret wherever it comes. Default: nothing.
   */
  constructor(document: OpenApiDocument, known: readonly string[] = []) {
    this.#known = known;
    const schemes = securitySchemes(document);
    this.#headers = apiKeyNames(schemes, 'header');
    this.#parameters = apiKeyNames(schemes, 'query');
  }

  /** Path and query of a request without the credentials that the query can hold. */
  target(target: string): string {
    return maskTarget(target, (name) => this.#isSecret(name));
  }

  /** A copy in which neither the secrets' own places nor their echoes elsewhere hold them. */
  record(record: ExchangeRecord): ExchangeRecord {
    const { request, response, findings } = record;
    const secrets = this.#secrets(record);
    const target = (value: string): string => text(this.target(value));
    const text = (value: string): string => maskSecrets(value, secrets, PLACEHOLDER);
    const list = (findings: readonly ValidatorFinding[]): ValidatorFinding[] =>
      findings.map((finding) => ({
        ...finding,
        location: finding.location.map(text),
        message: text(finding.message),
      }));
    const headers = (pairs: ExchangeRecord['request']['headers']): [string, string][] =>
      pairs.map(([name, value]) => [
        name,
        this.#isSecretHeader(name) ? hidden(value) : text(value),
      ]);
    return {
      ...record,
      request: {
        ...request,
        target: target(request.target),
        url: target(request.url),
        headers: headers(request.headers),
        body: withoutSecretBytes(request.body, secrets),
      },
      response: {
        ...response,
        statusText: text(response.statusText),
        headers: headers(response.headers),
        body: withoutSecretBytes(response.body, secrets),
      },
      findings: { request: list(findings.request), response: list(findings.response) },
      ...(record.failure === undefined ? {} : { failure: text(record.failure) }),
    };
  }

  #secrets({ request, response }: ExchangeRecord): string[] {
    const values = [...request.headers, ...response.headers]
      .filter(([name]) => this.#isSecretHeader(name))
      .flatMap(([name, value]) =>
        /cookie$/i.test(name)
          ? carriedCookies(name, value).flatMap(({ values }) => values)
          : headerSecrets(value),
      );
    values.push(...querySecrets(request.target, (name) => this.#isSecret(name)));
    return [...new Set([...this.#known, ...values])].filter(
      (value) => value.length >= MIN_SECRET_LENGTH,
    );
  }

  #isSecretHeader(name: string): boolean {
    return isSecretHeader(name) || this.#headers.has(name.toLowerCase());
  }

  #isSecret(parameter: string): boolean {
    return isSecretParameter(parameter) || this.#parameters.has(parameter.toLowerCase());
  }
}

/** The scheme of a credential stays: `Bearer ***`. */
function hidden(value: string): string {
  const scheme = /^(Bearer|Basic|Digest)\s/i.exec(value)?.[1];
  return scheme === undefined ? PLACEHOLDER : `${scheme} ${PLACEHOLDER}`;
}

function withoutSecretBytes(
  body: Uint8Array | undefined,
  secrets: readonly string[],
): Uint8Array | undefined {
  if (body === undefined || secrets.length === 0) return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const clean = maskSecrets(text, secrets, PLACEHOLDER);
  return clean === text ? body : Buffer.from(clean, 'latin1');
}
