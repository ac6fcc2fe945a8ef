import { type ProfileAnswers, sayAnswer } from '../../questions/answer.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { questionsByOperation } from '../../questions/index.ts';
import type { OpenQuestion } from '../../questions/question.ts';
import { spoken } from '../words.ts';
import { type Markup, html } from './markup.ts';

/** How the server answered what the specification leaves open. */
export function answersSection(
  answers: ProfileAnswers,
  document: OpenApiDocument | undefined,
): Markup | undefined {
  const operations = Object.entries(answers).filter(([, own]) => Object.keys(own).length > 0);
  if (operations.length === 0) return undefined;
  const questions = document ? questionsByOperation(document) : new Map<string, OpenQuestion[]>();
  const words = (operation: string, id: string): string =>
    questions.get(operation)?.find((question) => question.id === id)?.question ?? spoken(id);
  return html`<section id="answers">
    <h2>Open questions</h2>
    <p class="lead">The specification leaves these points open. No answer is a fault in itself.</p>
    ${operations.map(
      ([operation, own]) =>
        html`<div class="panel">
          <h3><code>${operation}</code></h3>
          <table class="pairs">
            <thead>
              <tr>
                <th scope="col">Question</th>
                <th scope="col">Answer</th>
              </tr>
            </thead>
            <tbody>
              ${Object.entries(own).map(
                ([question, answer]) =>
                  html`<tr>
                    <th scope="row">${words(operation, question)}</th>
                    <td>${sayAnswer(answer)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`,
    )}
  </section>`;
}
