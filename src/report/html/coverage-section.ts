import type {
  ConstraintCoverage,
  OperationCoverage,
  ResponseCoverage,
} from '../coverage/coverage.ts';
import { type Markup, html } from './markup.ts';

/** Operations × responses × schema constraints: what the run reached of the document. */
export function coverageSection(coverage: readonly OperationCoverage[]): Markup {
  return html`<section id="coverage">
    <h2>Coverage</h2>
    <p class="lead">What of the document was put to the test.</p>
    ${coverage.map(operationPanel)}
  </section>`;
}

function operationPanel({
  operation,
  requests,
  constraints,
  responses,
}: OperationCoverage): Markup {
  const total = requests.valid + requests.invalid + requests.open;
  return html`<div class="panel">
    <h3>
      <code>${operation.method} ${operation.path}</code> <span class="faint">${operation.id}</span>
    </h3>
    ${total === 0 && html`<p class="empty">Not tested.</p>`}
    <div class="chips">
      ${chip('valid', requests.valid)}${chip('invalid', requests.invalid)}${chip('open', requests.open)}
      ${responses.map(responseChip)}
    </div>
    ${constraintTable('Request', constraints, isExercised)}
    ${responses.map((response) =>
      constraintTable(`Response ${response.status}`, response.constraints, ({ kept }) => kept > 0),
    )}
  </div>`;
}

function chip(label: string, number: number): Markup {
  return html`<span class="chip ${number === 0 ? 'missed' : ''}"><b>${number}</b> ${label}</span>`;
}

function responseChip({ status, documented, count }: ResponseCoverage): Markup {
  const kind = documented ? (count > 0 ? 'met' : 'missed') : 'undocumented';
  const words = documented ? '' : ' undocumented';
  return html`<span class="chip ${kind}"><b>${count}</b> × ${status}${words}</span>`;
}

/** A demand on requests is put to the test where it was both kept and broken. */
function isExercised({ kept, broken }: ConstraintCoverage): boolean {
  return kept > 0 && broken > 0;
}

function constraintTable(
  title: string,
  constraints: readonly ConstraintCoverage[],
  isMet: (constraint: ConstraintCoverage) => boolean,
): Markup | undefined {
  if (constraints.length === 0) return undefined;
  const met = constraints.filter(isMet).length;
  return html`<details class="constraints">
    <summary>
      ${title} ${meter(met, constraints.length)}
      <span class="faint">${met} of ${constraints.length} constraints</span>
    </summary>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Where</th>
            <th scope="col">Constraint</th>
            <th scope="col" class="number">kept</th>
            <th scope="col" class="number">broken</th>
          </tr>
        </thead>
        <tbody>
          ${constraints.map((constraint) => {
            const { place, words, pointer, kept, broken } = constraint;
            return html`<tr class="${isMet(constraint) ? '' : 'missed'}">
              <td>${place}</td>
              <td title="${pointer}"><code>${words}</code></td>
              <td class="number">${kept}</td>
              <td class="number">${broken}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </details>`;
}

function meter(part: number, whole: number): Markup {
  const width = whole === 0 ? 0 : Math.round((part / whole) * 100);
  return html`<svg
    class="meter"
    viewBox="0 0 100 8"
    preserveAspectRatio="none"
    role="img"
    aria-label="${width} percent"
  >
    <rect class="rest" width="100" height="8" rx="3" />
    <rect class="part" width="${width}" height="8" rx="3" />
  </svg>`;
}
