/** The token of a run, from an operation of the document, renewed when it is due. */
import { StateError } from '../../mock/state-error.ts';
import { composeWire } from '../../http/compose-wire.ts';
import { type Credential, secretsOf } from '../../http/credential.ts';
import { jsonOf } from '../../http/body-text.ts';
import { createMasker } from '../../model/secrets/masker.ts';
import { type Operation, operations } from '../../model/operation.ts';
import { scalarAt } from '../../model/resources/answer-place.ts';
import { type JsonValue, isJsonNumber, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { didYouMean } from '../../openapi/nearest-word.ts';
import { type CaseTemplate, acceptanceOf } from '../cases/case.ts';
import { plainOf } from '../cases/generate/generate-cases.ts';
import { readGivenValues } from '../cases/given-values.ts';
import { isSecret, type LoginOptions } from '../credential-options.ts';
import type { RunOptions } from './run-options.ts';
import type { Transport } from './transport.ts';
import { statusOf } from '../../http/exchange.ts';

/** How answers call a token, the surest first. */
const NAMES = [
  'access_token',
  'accessToken',
  'token',
  'jwt',
  'id_token',
  'idToken',
  'sessionToken',
];
/** It is renewed so long before its end. */
const MARGIN_MS = 2000;

/** What a {@link Login} works with. */
type LoginContext = Pick<
  RunOptions,
  'document' | 'target' | 'credential' | 'userAgent' | 'fresh' | 'login'
> & { readonly transport: Transport; readonly signal: () => AbortSignal };

/** Logs in, and again when the token is due or refused. Without a login, the credential stays as it is. */
export class Login {
  /** Of the newest token. */
  credential: Credential;
  /** Why there is no token; `undefined` where there is one, or nobody logs in. */
  problem: string | undefined;
  readonly #context: LoginContext;
  readonly #template: CaseTemplate | undefined;
  #dueAt = Infinity;
  #underWay: Promise<void> | undefined;
  #helps = true;

  constructor(context: LoginContext) {
    this.#context = context;
    this.credential = context.credential;
    this.#template = context.login && loginTemplate(context, context.login);
    if (this.#template !== undefined) this.#dueAt = 0;
  }

  /** Makes sure that the token is not due. */
  async ready(): Promise<void> {
    if (performance.now() >= this.#dueAt) await this.#renew();
  }

  /** Whether a request that was refused with 401 has another token to be sent with. */
  async renewed(refused: Credential): Promise<boolean> {
    if (this.#template === undefined || !this.#helps) return false;
    if (refused === this.credential) await this.#renew();
    return refused !== this.credential;
  }

  /** A new token was refused, too: then it isn't about the token. */
  refusedAgain(): void {
    this.#helps = false;
  }

  async #renew(): Promise<void> {
    this.#underWay ??= this.#logIn().finally(() => {
      this.#underWay = undefined;
    });
    await this.#underWay;
  }

  async #logIn(): Promise<void> {
    const { login, transport, signal, fresh } = this.#context;
    const { operation, build } = this.#template!;
    const { wire } = composeWire({ operation, request: build(fresh) }, this.#context);
    const delivery = await transport.send(wire, signal());
    const answer = acceptanceOf(delivery);
    const value = answer && jsonOf(answer.body);
    const token = value === undefined ? undefined : tokenIn(value, login?.property);
    this.#dueAt = Infinity;
    if (token === undefined) {
      const found = statusOf(delivery) ?? 'no answer';
      const lack = answer === undefined ? found : 'an answer without the token';
      this.problem ??= `the login by ${operation.id} brought ${lack}`;
      return;
    }
    this.problem = undefined;
    const seconds = login?.renewSeconds ?? scalarAt(value!, ['expires_in']);
    if (isJsonNumber(seconds)) {
      this.#dueAt = performance.now() + Math.max(1000, Number(seconds) * 1000 - MARGIN_MS);
    }
    this.credential = { ...this.credential, token };
  }
}

function tokenIn(answer: JsonValue, property: string | undefined): string | undefined {
  const places =
    property === undefined
      ? [[], ...(isJsonObject(answer) ? Object.keys(answer).map((key) => [key]) : [])].flatMap(
          (before) => NAMES.map((name) => [...before, name]),
        )
      : [property.split('.')];
  for (const place of places) {
    const token = scalarAt(answer, place);
    if (token !== undefined) return textOf(token);
  }
  return undefined;
}

/**
 * The request that logs in.
 *
 * @throws {StateError} where there is no such operation, or the values are none for it.
 */
export function loginTemplate(
  { document, credential }: Pick<RunOptions, 'document' | 'credential'>,
  { operation: id, values = {} }: LoginOptions,
): CaseTemplate {
  const operation = loginOperation(operations(document), id);
  const plain = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(value) ? value.secret : value]),
  );
  try {
    const givenFor = readGivenValues(document, { [id]: plain });
    const options = { document, operation, seed: 0, isAlone: true, allowChanges: true, givenFor };
    const template = plainOf(options);
    if (template !== undefined) return template;
  } catch (error) {
    if (!(error instanceof StateError)) throw error;
    // It may have the value in it.
    throw new StateError(error.code, createMasker(secretsOf(credential)).text(error.message));
  }
  throw new StateError('no-login', `Failed to log in: no request of ${id} can be made up.`);
}

function loginOperation(all: readonly Operation[], id: string): Operation {
  const found = all.find((operation) => operation.id === id);
  if (found !== undefined) return found;
  const help = didYouMean(
    id,
    all.map((operation) => operation.id),
  );
  throw new StateError('no-login', `Failed to log in: there is no operation "${id}". ${help}`);
}
