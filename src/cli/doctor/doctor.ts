import { styleText } from 'node:util';
import {
  examineConfigFile,
  examineChromium,
  examinePort,
  examineVariables,
} from './surroundings.ts';
import { examineNode, examinePackages, manifestOf, installHelp } from './packages.ts';
import type { Examination, Symptom } from './symptom.ts';
import { examineWorkerScript } from './worker-script.ts';
import { ExitCode } from '../exit-code.ts';
import { type Io, wantsColor } from '../io.ts';

const EXAMINATIONS: readonly Examination[] = [
  (io) => examinePackages(manifestOf, io.service.packageName),
  examineNode,
  examineConfigFile,
  examineVariables,
  examinePort,
  examineWorkerScript,
  examineChromium,
];

/** Prints what is found and what is missing; fails where something is a problem. */
export async function doctor(isJson: boolean, io: Io): Promise<ExitCode> {
  const lists = await Promise.all(EXAMINATIONS.map(async (examine) => await examine(io)));
  const symptoms = lists.flat();
  io.stdout.write(
    isJson ? `${JSON.stringify(symptoms, null, 2)}\n` : pretty(symptoms, wantsColor(io)),
  );
  return symptoms.some(({ state }) => state === 'problem') ? ExitCode.fail : ExitCode.pass;
}

const LOOKS = {
  ok: ['green', 'ok'],
  warning: ['yellow', 'warning'],
  problem: ['red', 'problem'],
} as const;

function pretty(symptoms: readonly Symptom[], color: boolean): string {
  const width = Math.max(...symptoms.map(({ name }) => name.length));
  const lines = symptoms.map(({ name, state, text, help }) => {
    const [style, word] = LOOKS[state];
    const shown = word.padEnd(LOOKS.warning[1].length);
    const mark = color ? styleText(style, shown, { validateStream: false }) : shown;
    return `${mark}  ${name.padEnd(width)}  ${text}${help === undefined ? '' : `\n         ${help}`}\n`;
  });
  return `${lines.join('')}\n${verdictOn(symptoms)}\n`;
}

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
