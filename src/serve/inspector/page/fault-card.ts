import { type TemplateResult, html, nothing } from 'lit-html';
import { act } from './act.ts';
import { formText } from './form-text.ts';
import { load } from './load.ts';
import { state } from './state.ts';
import type { Fault, FaultKind } from './wire.ts';

const KINDS: Readonly<Record<FaultKind, string>> = {
  answer: 'answer with a status',
  latency: 'answer late',
  drop: 'drop the connection',
  truncate: 'cut the body in the middle',
};

/** What the form was last set to. */
let kind: FaultKind = 'answer';

/** Answers that go wrong on purpose. */
export function faultCard(): TemplateResult {
  return html`<section class="card" aria-labelledby="faults">
    <h3 id="faults">Faults</h3>
    <p class="faint">What goes wrong with the next requests.</p>
    ${
      state.faults.length === 0
        ? html`<p class="remark">None waits. Every request is answered as it should be.</p>`
        : html`<ul class="faults">
            ${state.faults.map(waiting)}
          </ul>`
    }
    ${form()}
  </section>`;
}

function waiting(fault: Fault): TemplateResult {
  return html`<li>
    <span>${describe(fault)}</span>
    <button
      class="quiet"
      aria-label="Take back: ${describe(fault)}"
      @click=${() => void change('DELETE', `faults/${fault.id}`, undefined, 'Taken back.')}
    >
      Take back
    </button>
  </li>`;
}

function describe({ kind, status = 500, latency, operation, times, after }: Fault): string {
  const what = kind === 'answer' ? `answer with ${status}` : KINDS[kind];
  const late = latency ? ` after ${latency} ms` : '';
  const often = times === null ? 'until taken back' : times === 1 ? 'once' : `${times} times`;
  const where = operation === undefined ? '' : ` at ${operation}`;
  return `${what}${late}${where}, ${often}${after ? `, ${after} let through first` : ''}`;
}

async function change(...parameters: Parameters<typeof act>): Promise<void> {
  await act(...parameters);
  load('faults');
}

function form(): TemplateResult {
  return html`<form class="fault-form" @submit=${onSubmit}>
    <label class="field">
      The next answers
      <select
        name="kind"
        @change=${(event: Event) => {
          kind = (event.target as HTMLSelectElement).value as FaultKind;
          state.update();
        }}
      >
        ${Object.entries(KINDS).map(
          ([name, words]) =>
            html`<option value=${name} ?selected=${name === kind}>${words}</option>`,
        )}
      </select>
    </label>
    ${
      kind === 'answer'
        ? html`<label class="field">
            Status
            <input name="status" type="number" min="200" max="599" value="500" required />
          </label>`
        : nothing
    }
    ${
      kind === 'latency'
        ? html`<label class="field">
            Milliseconds
            <input name="latency" type="number" min="1" max="600000" value="3000" required />
          </label>`
        : nothing
    }
    <label class="field">
      Times
      <input name="times" type="number" min="1" value="1" placeholder="always" />
    </label>
    <label class="field">
      Operation
      <select name="operation">
        <option value="">any</option>
        ${state.outline.operations.map(({ id }) => html`<option value=${id}>${id}</option>`)}
      </select>
    </label>
    <button type="submit" class="main">Add fault</button>
  </form>`;
}

async function onSubmit(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const data = new FormData(event.target as HTMLFormElement);
  const number = (name: string): number | undefined => {
    const text = formText(data, name);
    return text === '' ? undefined : Number(text);
  };
  const [status, latency] = [number('status'), number('latency')];
  const operation = formText(data, 'operation');
  const fault = {
    kind,
    times: number('times') ?? null,
    ...(status === undefined ? {} : { status }),
    ...(latency === undefined ? {} : { latency }),
    ...(operation === '' ? {} : { operation }),
  };
  await change('POST', 'faults', fault, 'The fault waits for the next request.');
}
