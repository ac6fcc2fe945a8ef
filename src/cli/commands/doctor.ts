import { styleText } from 'node:util';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { examineConfigFile } from '../doctor/config-file.ts';
import { examineNode, examinePackages, manifestOf } from '../doctor/packages.ts';
import { examineChromium, examinePort, examineVariables } from '../doctor/surroundings.ts';
import type { Examination, Symptom } from '../doctor/symptom.ts';
import { verdictOn } from '../doctor/verdict.ts';
import { examineWorkerScript } from '../doctor/worker-script.ts';
import { ExitCode } from '../exit-code.ts';
import { wantsColor } from '../io.ts';

const EXAMINATIONS: readonly Examination[] = [
  () => examinePackages(manifestOf),
  examineNode,
  examineConfigFile,
  examineVariables,
  examinePort,
  examineWorkerScript,
  examineChromium,
];

/** Adds `doctor`: versions, and what is found and missing. */
export function registerDoctor(program: Command, context: CommandContext): void {
  const { io } = context;
  program
    .command('doctor')
    .summary('versions, what is found, and what is missing')
    .description('Print versions, and what the commands need and do not find. Changes nothing.')
    .option('--json', 'for a program: a list of { name, state, text, help, disables }')
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing is wrong, 1 something is missing or broken. Warnings are no failure; nor are\n' +
        'tools that were left out: the last line says which commands need them.',
    )
    .action(async ({ json }: { readonly json?: true }) => {
      const lists = await Promise.all(EXAMINATIONS.map(async (examine) => await examine(io)));
      const symptoms = lists.flat();
      const problems = symptoms.filter(({ state }) => state === 'problem');
      io.stdout.write(
        json ? `${JSON.stringify(symptoms, null, 2)}\n` : pretty(symptoms, wantsColor(io)),
      );
      if (problems.length > 0) context.exit(ExitCode.fail);
    });
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
