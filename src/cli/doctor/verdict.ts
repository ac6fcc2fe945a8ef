import { installHelp } from './packages.ts';
import type { Symptom } from './symptom.ts';

/** What the looks came to, in a sentence or two for people. */
export function verdictOn(symptoms: readonly Symptom[]): string {
  const problems = symptoms.filter(({ state }) => state === 'problem').map(({ name }) => name);
  const unable = symptoms.flatMap(({ disables }) => disables ?? []);
  const sentences = [
    problems.length > 0 ? [`Something is missing or broken: ${problems.join(', ')}.`] : [],
    unable.length > 0 ? [`These commands can't work: ${unable.join(', ')}. ${installHelp}`] : [],
  ].flat();
  return sentences.length > 0 ? sentences.join('\n') : 'Every command can work.';
}
