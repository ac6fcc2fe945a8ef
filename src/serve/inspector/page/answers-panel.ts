import { type TemplateResult, html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { act } from './act.ts';
import { card } from './card.ts';
import { options, fieldValue } from './form.ts';
import { load } from './load.ts';
import { state, type Profile, type Question } from './state.ts';
import { count } from './words.ts';

/** What `refused ‹status›` is offered with. */
const STATUSES = [400, 401, 403, 404, 405, 409, 411, 413, 414, 415, 422, 429];

/** How the mock answers what the specification leaves open: a switch for each question. */
export function answersPanel(): TemplateResult {
  const { profile } = state;
  return html`<div class="panel">
    <div class="panel-head">
      <h2>Answers</h2>
      ${profile && profileSelect(profile.profile, profile.profiles)}
    </div>
    <p class="lead">
      What the specification leaves open, and how the mock decides it. A change counts from the next
      request on.
    </p>
    ${
      profile?.operations.length === 0
        ? html`<div class="empty"><p>The document leaves no question open.</p></div>`
        : nothing
    }
    ${profile?.operations.map(({ operation, questions }) =>
      profile.operations.length === 1
        ? html`<section aria-label="Questions about ${operation}">
            <h3 class="group">${operation}</h3>
            ${questionCards(operation, questions)}
          </section>`
        : card(`questions-${operation}`, head(operation, questions), () =>
            questionCards(operation, questions),
          ),
    )}
    ${profile === undefined ? html`<p class="faint">…</p>` : withoutQuestions(profile)}
  </div>`;
}

function head(operation: string, questions: readonly Question[]): TemplateResult {
  const changed = questions.filter(({ isDefault }) => !isDefault).length;
  return html`<b>${operation}</b>
    <span class="faint"
      >${count(questions.length, 'question')}${changed === 0 ? '' : `, ${changed} changed`}</span
    >`;
}

function questionCards(operation: string, questions: readonly Question[]): TemplateResult {
  return html`<div class="questions">
    ${questions.map((question) => questionCard(operation, question))}
  </div>`;
}

/** The document says all of them that the mock can ask about. */
function withoutQuestions({ operations }: Profile): TemplateResult | typeof nothing {
  const asked = new Set(operations.map(({ operation }) => operation));
  const others = state.outline.operations.filter(({ id }) => !asked.has(id));
  if (others.length === 0 || asked.size === 0) return nothing;
  return html`<details>
    <summary>${count(others.length, 'operation')} without an open question</summary>
    <p class="faint">${others.map(({ id }) => id).join(', ')}</p>
  </details>`;
}

function profileSelect(chosen: string | null, names: readonly string[]): TemplateResult {
  return html`<label class="field">
    Profile
    <select
      .value=${live(chosen ?? '')}
      @change=${(event: Event) => void takeProfile(fieldValue(event))}
    >
      ${chosen === null ? html`<option value="" selected>own answers</option>` : nothing}
      ${options(names, chosen ?? undefined)}
    </select>
  </label>`;
}

async function takeProfile(profile: string): Promise<void> {
  if (state.profile && profile !== '') state.profile = { ...state.profile, profile };
  if (profile !== '') await act('PUT', 'profile', { profile }, `Answers as “${profile}” has them.`);
  load('profile');
}

function questionCard(operation: string, question: Question): TemplateResult {
  const { id, leftOpenBy, answer, answers, takesStatus, takesNumber, isDefault } = question;
  const refused = /^refused (\d+)$/.exec(answer)?.[1];
  const choose = async (wanted: string): Promise<void> => {
    // Until the server has told what it made of it, the switch stays where it was put.
    if (state.profile) state.profile = withAnswer(state.profile, operation, id, wanted);
    const change = { operation, question: id, answer: wanted };
    await act('PATCH', 'profile', change, `${id}: ${wanted}.`, 'profile');
  };
  return html`<fieldset class="card question ${isDefault ? '' : 'changed'}" id="question-${id}">
    <legend>${question.question}</legend>
    <div class="switch">
      ${answers.map((word) => choice(operation, id, word, word === answer, () => choose(word)))}
      ${
        takesStatus
          ? html`${choice(operation, id, 'refused', refused !== undefined, () => choose('refused 400'))}
              <select
                aria-label="Status of the refusal"
                ?hidden=${refused === undefined}
                .value=${live(refused ?? '400')}
                @change=${(event: Event) => void choose(`refused ${fieldValue(event)}`)}
              >
                ${options(statuses(refused), Number(refused))}
              </select>`
          : nothing
      }
      ${takesNumber ? numberField(question.question, answer, choose) : nothing}
    </div>
    <p class="faint"><code>${id}</code>${isDefault ? '' : ' · changed'} · ${leftOpenBy}</p>
  </fieldset>`;
}

function numberField(
  label: string,
  answer: string,
  choose: (wanted: string) => Promise<void>,
): TemplateResult {
  return html`<input
    type="number"
    min="1"
    aria-label=${label}
    .value=${live(answer)}
    @change=${(event: Event) => void choose(fieldValue(event))}
  />`;
}

function withAnswer(profile: Profile, operation: string, id: string, answer: string): Profile {
  const operations = profile.operations.map((entry) => {
    if (entry.operation !== operation) return entry;
    const questions = entry.questions.map((question) => {
      return question.id === id ? { ...question, answer } : question;
    });
    return { ...entry, questions };
  });
  return { ...profile, operations };
}

function statuses(chosen: string | undefined): number[] {
  return [...new Set([...STATUSES, ...(chosen === undefined ? [] : [Number(chosen)])])].sort(
    (a, b) => a - b,
  );
}

function choice(
  operation: string,
  id: string,
  word: string,
  isChosen: boolean,
  choose: () => Promise<void>,
): TemplateResult {
  return html`<label>
    <input
      type="radio"
      name="${operation}/${id}"
      value=${word}
      .checked=${live(isChosen)}
      @change=${() => void choose()}
    />
    <span>${word}</span>
  </label>`;
}
