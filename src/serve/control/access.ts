import type * as crypto from 'node:crypto';
import { StateError } from '../../mock/state-error.ts';
import { isLoopback } from '../../http/host.ts';
import { type Sender, foreignRefusal } from './guard.ts';
import { ControlError } from './reply.ts';

/** What decides on who may use a control API. */
export interface AccessOptions {
  /** The address that the server was told to listen on. Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /**
   * What requests to the control API carry as `Authorization: Bearer …`. Default: nothing is asked for on a
   * loopback address, and the control API is closed on any other.
   */
  readonly controlToken?: string | undefined;
  /** Whether it is behind something that others reach it through. Default false. */
  readonly trustProxy?: boolean | undefined;
}

/** What probes ask for: it says nothing that a stranger may not know. */
const PROBES: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/** Who may use the control API of a server. */
export class ControlAccess {
  readonly #host: string;
  /** Why others can reach the server; `undefined` where they can't. */
  readonly #reached: string | undefined;
  readonly #digest: Uint8Array | undefined;

  /** @throws {StateError} where a request can't carry the token, or anybody could guess it. */
  constructor({ host = '127.0.0.1', controlToken, trustProxy }: AccessOptions) {
    this.#host = host;
    this.#reached = isLoopback(host) ? undefined : `it listens on ${host}`;
    if (trustProxy === true) this.#reached ??= 'it is behind a proxy';
    this.#digest = controlToken === undefined ? undefined : digestOf(demandToken(controlToken));
  }

  /**
   * Why a request is not answered; `undefined` where it is. Probes and the page itself, which has nothing to
   * show before it is let in, are for everybody where a foreign page could learn nothing else.
   *
   * @param path Below the control API's prefix.
   */
  refusal(request: Sender, path: string): ControlError | undefined {
    const isPage = path === '' || path === '/';
    if (this.#isOwn) return foreignRefusal(request, this.#host, isPage);
    const isOpen = this.#digest !== undefined && (isPage || path.startsWith('/assets/'));
    return isOpen || PROBES.has(path) ? undefined : this.distrust(request);
  }

  /** Why a request may neither see nor change what is behind; `undefined` where it may. */
  distrust(request: Sender): ControlError | undefined {
    if (this.#isOwn) return foreignRefusal(request, this.#host);
    if (this.#digest === undefined) return closed(this.#reached ?? '');
    const [, token] = BEARER.exec(request.header('authorization') ?? '') ?? [];
    if (token === undefined) return unauthorised('token-missing', 'it has none');
    if (isSame(digestOf(token), this.#digest)) return undefined;
    return unauthorised('token-wrong', 'it has another one');
  }

  /** Whether it is for programs and pages of this machine, and nobody has to show anything. */
  get #isOwn(): boolean {
    return this.#digest === undefined && this.#reached === undefined;
  }
}

/** RFC 6750, 2.1; the scheme in any case (RFC 9110, 11.1). */
const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

function closed(reached: string): ControlError {
  return new ControlError(
    403,
    'control-closed',
    `The control API is closed, since other machines can reach this server (${reached}). Start it with --control-token (the option controlToken) and send the header Authorization: Bearer ‹token›, or listen on 127.0.0.1.`,
  );
}

function unauthorised(code: string, why: string): ControlError {
  return new ControlError(
    401,
    code,
    `The control API takes only requests with its token, and ${why}. Send the header Authorization: Bearer ‹token› with what stands after --control-token (the option controlToken).`,
    { 'www-authenticate': 'Bearer' },
  );
}

/** @throws {StateError} where it is too short, or no header can carry it. It shows nothing of it. */
function demandToken(token: string): string {
  if (/^[\x21-\x7e]{8,}$/.test(token)) return token;
  throw new StateError(
    'unusable-secret',
    'Failed to use the control token: it must have at least 8 characters, of ASCII and without blanks. Take a random one.',
  );
}

/** Of the same length for all, so that the time to compare them tells nothing. */
function digestOf(token: string): Uint8Array {
  return crypt().createHash('sha256').update(token).digest();
}

function isSame(left: Uint8Array, other: Uint8Array): boolean {
  return crypt().timingSafeEqual(left, other);
}

type Crypto = typeof crypto;

/** Loaded where there is a token: most servers have none. */
function crypt(): Crypto {
  return process.getBuiltinModule('node:crypto');
}
