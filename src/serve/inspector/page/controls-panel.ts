import { type TemplateResult, html, nothing } from 'lit-html';
import { act } from './act.ts';
import { actionButton, resetAll } from './palette.ts';
import { ask } from './dialog.ts';
import { sandboxAddress, sandboxName } from './control-client.ts';
import { operationOptions, options, submittedFields, fieldValue } from './form.ts';
import { load } from './load.ts';
import { state } from './state.ts';
import type { Fault, FaultOptions } from '../../../mock/faults.ts';
import { count } from './words.ts';

/** Scenario, latency, faults, sandboxes. */
export function controlsPanel(): TemplateResult {
  return html`<div class="panel">
    <div class="panel-head">
      <h2>Controls</h2>
      ${actionButton(resetAll)}
    </div>
    <div class="cards">
      <div>${faultCard()} ${latencyCard()}</div>
      <div>${scenarioCard()} ${sandboxCard()}</div>
    </div>
  </div>`;
}

function latencyCard(): TemplateResult {
  const set = (latency: number): Promise<boolean> =>
    act('PUT', 'settings', { latency }, `Each answer waits ${latency} ms.`, 'settings');
  return html`<section class="card">
    <h3><label for="latency">Latency</label></h3>
    <p class="faint">Waits before each answer.</p>
    <div class="line">
      <input
        id="latency"
        type="number"
        min="0"
        max="600000"
        step="50"
        .value=${String(state.latency)}
        @change=${(event: Event) => void set(Math.max(0, (event.target as HTMLInputElement).valueAsNumber || 0))}
      />
      ms
      ${[0, 200, 2000].map(
        (latency) =>
          html`<button aria-pressed=${state.latency === latency} @click=${() => void set(latency)}>
            ${latency === 0 ? 'none' : `${latency} ms`}
          </button>`,
      )}
    </div>
  </section>`;
}

function scenarioCard(): TemplateResult {
  const { scenarios = [], scenario = null } = state.scenarios ?? {};
  const choose = (name: string | null): Promise<boolean> => {
    const done = name === null ? 'Back to the start state.' : `The scenario “${name}” is on.`;
    const changed = ['scenario', 'resources', 'profile', 'faults', 'settings'] as const;
    return act('PUT', 'scenario', { scenario: name }, done, ...changed);
  };
  return html`<section class="card" aria-labelledby="scenarios">
    <h3 id="scenarios">Scenario</h3>
    <p class="faint">Replaces resources, answers, latency and faults.</p>
    ${
      scenarios.length === 0
        ? html`<p class="remark">There are no scenarios.</p>`
        : html`<ul class="choices">
            <li>
              <button aria-pressed=${scenario === null} @click=${() => void choose(null)}>
                <b>none</b> the start state
              </button>
            </li>
            ${scenarios.map(
              ({ name, description }) =>
                html`<li>
                  <button aria-pressed=${scenario === name} @click=${() => void choose(name)}>
                    <b>${name}</b> ${description}
                  </button>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

function sandboxCard(): TemplateResult {
  const { sandboxes = [], max = 0 } = state.sandboxes ?? {};
  const sandbox = sandboxName();
  return html`<section class="card" aria-labelledby="sandboxes">
    <h3 id="sandboxes">Sandboxes</h3>
    <p class="faint">
      Stores that don’t meet, one for each test. A request to <code>/@name/…</code> makes one; at
      most ${max}.
    </p>
    <ul class="sandboxes">
      ${sandboxes.map(
        ({ name, resources, requests }) =>
          html`<li>
            <a href=${sandboxAddress(name)} aria-current=${name === sandbox}>${name}</a>
            <span class="faint">${count(requests, 'request')}, ${resources} stored</span>
            <button
              class="quiet"
              aria-label="${name === 'default' ? 'Reset' : 'Drop'} ${name}"
              @click=${() => {
                const question = `${name === 'default' ? 'Reset' : 'Drop'} the sandbox ${name}?`;
                ask(question, question.slice(0, question.indexOf(' ')), () => drop(name));
              }}
            >
              ${name === 'default' ? 'Reset' : 'Drop'}
            </button>
          </li>`,
      )}
    </ul>
    <form class="line" @submit=${openSandbox}>
      <input
        name="name"
        aria-label="Name of a sandbox"
        placeholder="name"
        pattern="[A-Za-z0-9][A-Za-z0-9._\\-]{0,63}"
        required
      />
      <button type="submit">Open</button>
    </form>
  </section>`;
}

async function drop(name: string): Promise<void> {
  await act('DELETE', `sandboxes/${encodeURIComponent(name)}`, undefined, `${name} is dropped.`);
  if (name === sandboxName() && name !== 'default') location.assign(sandboxAddress('default'));
  else load('sandboxes');
}

function openSandbox(event: SubmitEvent): void {
  location.assign(sandboxAddress(submittedFields(event)('name')));
}

const KINDS: Readonly<Record<FaultOptions['kind'], string>> = {
  answer: 'answer with a status',
  latency: 'answer late',
  drop: 'drop the connection',
  truncate: 'cut the body in the middle',
};

/** What the form was last set to. */
let kind: FaultOptions['kind'] = 'answer';

/** Answers that go wrong on purpose. */
function faultCard(): TemplateResult {
  return html`<section class="card" aria-labelledby="faults">
    <h3 id="faults">Faults</h3>
    <p class="faint">What goes wrong with the next requests.</p>
    ${
      state.faults.length === 0
        ? html`<p class="remark">There are no faults. The mock answers every request as usual.</p>`
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
      @click=${() => void act('DELETE', `faults/${fault.id}`, undefined, 'Taken back.', 'faults')}
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

function form(): TemplateResult {
  return html`<form class="fault-form" @submit=${onSubmit}>
    <label class="field">
      The next answers
      <select
        name="kind"
        @change=${(event: Event) => {
          kind = fieldValue(event) as FaultOptions['kind'];
          state.update();
        }}
      >
        ${options(Object.keys(KINDS) as FaultOptions['kind'][], kind, (name) => KINDS[name])}
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
        ${operationOptions('any')}
      </select>
    </label>
    <button type="submit" class="main">Add fault</button>
  </form>`;
}

async function onSubmit(event: SubmitEvent): Promise<void> {
  const field = submittedFields(event);
  const given = ['status', 'latency'].filter((name) => field(name) !== '');
  const fault = {
    kind,
    times: field('times') === '' ? null : Number(field('times')),
    ...Object.fromEntries(given.map((name) => [name, Number(field(name))])),
    ...(field('operation') !== '' && { operation: field('operation') }),
  };
  await act('POST', 'faults', fault, 'The next request gets the fault.', 'faults');
}
