/** What lets the page in where the server asks for a token: kept for this tab, and only in this browser. */
import { type TemplateResult, html } from 'lit-html';
import { bearer } from '../../../http/bearer.ts';
import { submittedFields } from './form.ts';
import { state } from './state.ts';

const KEY = 'inspector-token';

/** The token, also where the browser lets the page store nothing. */
let token = stored();

/** Settled while the server takes the page's requests. */
let entry = Promise.withResolvers<void>();
entry.resolve();

/** Waits until the user has signed in, where the server asks for it. */
export function entered(): Promise<void> {
  return entry.promise;
}

/** What every request of the page carries. */
export function credential(): Record<string, string> {
  return bearer(token);
}

/**
 * The server doesn't take the page's requests: it asks the user to sign in.
 *
 * @param sent What the refused request carried: the user may have given another one since.
 */
export function refuse(sent: ReturnType<typeof credential>): void {
  if (state.signIn !== undefined || sent['authorization'] !== credential()['authorization']) return;
  state.signIn = token === undefined ? 'asked' : 'refused';
  keep(undefined);
  entry = Promise.withResolvers();
  state.update();
}

/** The form that asks for the token. */
export function signInView(): TemplateResult {
  return html`<main class="sign-in">
    <form @submit=${submit}>
      <h1>Inspector</h1>
      <p>This server asks for its control token.</p>
      <label class="field">
        <span>Control token</span>
        <input name="token" type="password" autocomplete="current-password" required autofocus />
      </label>
      <button>Sign in</button>
      <p role="alert">${state.signIn === 'refused' ? 'The server refused it.' : ''}</p>
    </form>
  </main>`;
}

function submit(event: SubmitEvent): void {
  // The form goes nowhere: a token has no place in an address.
  const given = submittedFields(event)('token');
  if (given === '') return;
  keep(given);
  state.signIn = undefined;
  entry.resolve();
  state.update();
}

function keep(given: string | undefined): void {
  token = given;
  try {
    if (given === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, given);
  } catch {
    // Without storage it is kept as long as the page is.
  }
}

function stored(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
