import type { JsonValue } from '../../../openapi/json/json-value.ts';
import { send } from './control-client.ts';
import { type Topic, load } from './load.ts';
import { state } from './state.ts';
import { errorMessage } from '../../../openapi/error-message.ts';

const NOTICE_MS = 5000;
/** Long enough to think again. */
const UNDO_MS = 20_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Tells the user what came of something; errors stay until the next word.
 *
 * @param undo Takes it back. Default: it can't be.
 */
export function notify(text: string, isError = false, undo?: () => Promise<unknown>): void {
  clearTimeout(timer);
  state.notice = { text, isError, undo };
  if (!isError) {
    const end = (): void => {
      state.notice = undefined;
      state.update();
    };
    timer = setTimeout(end, undo === undefined ? NOTICE_MS : UNDO_MS);
  }
  state.update();
}

/**
 * Changes something through the control API, says what came of it, and reads again what it is about.
 *
 * @returns Whether it was changed.
 */
export async function act(
  method: Parameters<typeof send>[0],
  path: string,
  body: JsonValue | undefined,
  done: string,
  ...topics: readonly Topic[]
): Promise<boolean> {
  try {
    await send(method, path, body);
    notify(done);
    return true;
  } catch (error) {
    notify(errorMessage(error), true);
    return false;
  } finally {
    load(...topics);
  }
}

/** Puts a text on the clipboard. */
export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(done);
  } catch {
    notify('The browser did not let the page copy. Allow the clipboard for this address.', true);
  }
}
