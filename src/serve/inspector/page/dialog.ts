import { type TemplateResult, html, nothing } from 'lit-html';
import { type Dialog, state } from './state.ts';

/** Shows a box in place of the one that may be there. */
export function openDialog(dialog: Dialog): void {
  state.dialog = dialog;
  state.draw();
}

export function closeDialog(): void {
  document.querySelector('dialog')?.close();
  state.dialog = undefined;
  state.update();
}

/** The box; the browser keeps the keyboard in it, and gives the focus back. */
export function dialogView(): TemplateResult | typeof nothing {
  const { dialog } = state;
  if (dialog === undefined) return nothing;
  return html`<dialog aria-labelledby="dialog-title" @close=${closeDialog}>
    <h2 id="dialog-title">${dialog.title}</h2>
    ${dialog.content()}
  </dialog>`;
}

/** Opens a box that was drawn just now. */
export function showDialog(): void {
  const box = document.querySelector<HTMLDialogElement>('dialog:not([open])');
  box?.showModal();
}

/** Asks before something is done that can't be undone. */
export function ask(question: string, word: string, act: () => Promise<unknown>): void {
  const confirm = (): void => {
    closeDialog();
    void act();
  };
  openDialog({
    title: question,
    content: () =>
      html`<p class="buttons">
        <button class="main" autofocus @click=${confirm}>${word}</button>
        <button @click=${closeDialog}>Cancel</button>
      </p>`,
  });
}

/** Buttons below a word. */
export function menu(
  word: string,
  items: readonly (TemplateResult | typeof nothing)[],
): TemplateResult {
  const close = (event: Event): void => {
    const { target, currentTarget } = event;
    if (target !== currentTarget) (currentTarget as HTMLElement).closest('details')!.open = false;
  };
  return html`<details class="menu" @keydown=${closeOnEscape}>
    <summary>${word}</summary>
    <div @click=${close}>${items}</div>
  </details>`;
}

function closeOnEscape(event: KeyboardEvent): void {
  const menu = event.currentTarget as HTMLDetailsElement;
  if (event.key !== 'Escape' || !menu.open) return;
  event.stopPropagation();
  menu.open = false;
  menu.querySelector('summary')?.focus();
}
