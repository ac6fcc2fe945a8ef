/** Who sends the requests of a run, as options say it. */
import {
  type Credential,
  type ExtraHeader,
  type PlacedSecret,
  type SchemeSecret,
  unrequiredSchemes,
} from '../http/credential.ts';
import { securitySchemes } from '../model/operation.ts';
import type { WireContext } from '../http/compose-wire.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { JsonValue } from '../openapi/json/json-value.ts';

/** An operation of the document that the token is from. */
export interface LoginOptions {
  /** Its id. */
  readonly operation: string;
  /** Where its answer has the token, as in `data.token`. Default: it is found by its name. */
  readonly property?: string | undefined;
  /** Values of its parameters and of its body's properties, by name; some may be secrets. */
  readonly values?: Readonly<Record<string, JsonValue | SchemeSecret>> | undefined;
  /** Seconds after which it is sent again. Default: as `expires_in` of its answer says. */
  readonly renewSeconds?: number | undefined;
}

/** Secrets, and where they go. */
export interface CredentialOptions {
  /** The secret for whatever security scheme an operation asks for. Default: none is sent. */
  readonly token?: string | undefined;
  /** The environment variable that stands for the token in findings. Default `ACCESS_TOKEN`. */
  readonly tokenVariable?: string | undefined;
  /**
   * Secrets by security scheme, by paths (`/admin/*`), or by both (`scheme@/admin/*`); of several for a
   * path, the first. Each is a token, a key, or `user:password`, with or without the environment variable
   * that stands for it in findings. Default: `token` serves all.
   */
  readonly credentials?: Readonly<Record<string, string | SchemeSecret>> | undefined;
  /**
   * Those of another client, in the same forms: what the run creates is read, changed, deleted and listed with
   * them, too, and each success is a violation. Default: there is no other client.
   */
  readonly otherCredentials?: Readonly<Record<string, string | SchemeSecret>> | undefined;
  /** Whether they are sent also where the document asks for none, as one does that forgets to. Default false. */
  readonly credentialsEverywhere?: boolean | undefined;
  /** An operation that the token is from, in place of `token`. Default: none. */
  readonly login?: LoginOptions | undefined;
  /** Headers of every request besides; findings show no value of them. Default: none. */
  readonly headers?: Readonly<Record<string, string>> | readonly ExtraHeader[] | undefined;
}

/** What is sent with requests. */
export function credentialOf(
  document: OpenApiDocument,
  {
    token,
    tokenVariable: variable = 'ACCESS_TOKEN',
    credentials = {},
    credentialsEverywhere: everywhere,
    otherCredentials = {},
    headers = {},
    login,
  }: CredentialOptions,
): Credential {
  const given = namedSecrets(credentials);
  const schemes = given.flatMap(({ scheme, paths, ...secretSource }) =>
    paths === undefined && scheme !== undefined ? [[scheme, secretSource] as const] : [],
  );
  const names = new Set(given.flatMap(({ scheme }) => scheme ?? []));
  // A list has its headers under numbers, and each says its name itself.
  const extra = Object.entries<string | ExtraHeader>(headers).map(([name, header]): ExtraHeader => {
    if (typeof header !== 'string') return header;
    const shown = variableOf(name);
    return { name, value: header, shown: `$${shown}`, variable: shown };
  });
  return {
    token,
    variable,
    schemes: new Map(schemes),
    placed: given.filter((named): named is PlacedSecret => named.paths !== undefined),
    unasked: unrequiredSchemes(securitySchemes(document), names),
    everywhere,
    headers: extra,
    others: [
      ...Object.values(login?.values ?? {}).filter(isSecret),
      ...namedSecrets(otherCredentials),
    ],
  };
}

/** What is sent in place of it with requests of another client; `undefined` where there is none. */
function otherCredentialOf(
  document: OpenApiDocument,
  options: CredentialOptions,
): Credential | undefined {
  const { otherCredentials: credentials, credentialsEverywhere, headers } = options;
  if (credentials === undefined || Object.keys(credentials).length === 0) return undefined;
  const credential = credentialOf(document, { credentials, credentialsEverywhere, headers });
  const names = new Set(
    securitySchemes(document).flatMap(({ parameterName }) => parameterName?.toLowerCase() ?? []),
  );
  const isOthers = ({ name }: ExtraHeader): boolean =>
    name.toLowerCase() !== 'authorization' && !names.has(name.toLowerCase());
  return { ...credential, headers: credential.headers?.filter(isOthers) };
}

/** What is sent with the requests of a run, and with those of another client, if there is one. */
export function credentialsOf(
  document: OpenApiDocument,
  options: CredentialOptions,
): Pick<WireContext, 'credential' | 'otherCredential'> {
  return {
    credential: credentialOf(document, options),
    otherCredential: otherCredentialOf(document, options),
  };
}

function namedSecrets(credentials: Readonly<Record<string, string | SchemeSecret>>): Named[] {
  return Object.entries(credentials).map(([name, secret]): Named => {
    const source = typeof secret === 'string' ? { secret, variable: variableOf(name) } : secret;
    // No scheme has a slash in its name (OpenAPI 3.1.0, 4.8.7.1).
    const slash = name.indexOf('/');
    if (slash < 0) return { ...source, scheme: name };
    const scheme = name.slice(0, slash).replace(/@$/, '');
    return { ...source, paths: name.slice(slash), ...(scheme === '' ? {} : { scheme }) };
  });
}

/** Whether a value of a login is a secret. */
export function isSecret(value: JsonValue | SchemeSecret): value is SchemeSecret {
  return typeof value === 'object' && value !== null && 'secret' in value && 'variable' in value;
}

/** A secret with the scheme and the paths that it was given for. */
type Named = SchemeSecret & Partial<Pick<PlacedSecret, 'paths' | 'scheme'>>;

/** `staffKey` → `STAFF_KEY`. */
function variableOf(name: string): string {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2');
  return words.replaceAll(/\W+/g, '_').toUpperCase();
}
