import { type ProfileAnswers, describeAnswers } from './answer.ts';
import type { OpenQuestion } from './question.ts';

/**
 * A profile as YAML: every question in the registry's order with its words as a comment, so that
 * a changed answer is a change of one line.
 *
 * @param heading Comment lines for the top, without `#`.
 */
export function formatProfile(
  answers: ProfileAnswers,
  questions: ReadonlyMap<string, readonly OpenQuestion[]>,
  heading: readonly string[] = [],
): string {
  const lines = heading.map((line) => `# ${line}`);
  lines.push('profile: 1', 'answers:');
  for (const [operation, list] of questions) {
    if (list.length === 0) continue;
    lines.push(`  ${plainKey(operation)}:`);
    for (const question of list) lines.push(...entry(question, answers[operation]?.[question.id]));
  }
  return `${lines.join('\n')}\n`;
}

function entry(question: OpenQuestion, answer: string | undefined): string[] {
  return [
    `    # ${question.question} (${describeAnswers(question.answers)})`,
    // A question that got no answer stays visible, and says nothing.
    answer === undefined ? `    # ${question.id}: no answer` : `    ${question.id}: ${answer}`,
  ];
}

/** An operation id that YAML would read as something else is quoted. */
function plainKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key);
}
