import { join } from 'node:path';

/** A reporter of Dredd's, and for those that write a file: where. */
export interface ReporterPlan {
  readonly name: string;
  /** Absolute. */
  readonly output?: string | undefined;
}

/** Reporters that write a file, with the name of it that Dredd gives where none is said. */
const FILES: Readonly<Record<string, string>> = {
  html: 'report.html',
  markdown: 'report.md',
  xunit: 'report.xml',
};
/** Reporters that take the place of the usual text; Dredd uses one of them. */
const TEXTS: readonly string[] = ['dot', 'nyan'];

/** Dredd's reporters but one: `apiary` sends the results to a service. */
export const REPORTERS: readonly string[] = [...Object.keys(FILES), ...TEXTS];

/**
 * Gives each file reporter its output, in order, as Dredd does.
 *
 * @param resolve Makes a path absolute.
 * @returns The plan, or what is wrong with the wish, as «cause. what to do».
 */
export function planReporters(
  names: readonly string[],
  outputs: readonly string[],
  resolve: (path: string) => string,
): readonly ReporterPlan[] | string {
  const unknown = names.find((name) => !REPORTERS.includes(name));
  if (unknown !== undefined) {
    const why = unknown === 'apiary' ? 'sends the results to a service' : 'is not one of Dredd';
    return `the reporter "${unknown}" ${why}. Use one of ${REPORTERS.join(', ')}.`;
  }
  if (new Set(names).size < names.length) {
    return 'a reporter is named twice. Name each once.';
  }
  if (names.filter((name) => TEXTS.includes(name)).length > 1) {
    return `Dredd prints with one reporter only. Use either ${TEXTS.join(' or ')}.`;
  }
  const files = names.filter((name) => Object.hasOwn(FILES, name));
  if (outputs.length > files.length) {
    const count = `${outputs.length} outputs for ${files.length} reporters that write a file`;
    return `there are ${count}. Add ${Object.keys(FILES).join(', ')}, or leave out an output.`;
  }
  const plan = files.map((name, index): ReporterPlan => {
    return { name, output: resolve(outputs[index] ?? FILES[name] ?? name) };
  });
  return [...plan, ...names.filter((name) => TEXTS.includes(name)).map((name) => ({ name }))];
}

/** The file in `folder` that Dredd writes for a reporter, before it is masked and moved. */
export function draftFile(folder: string, { name }: ReporterPlan): string {
  return join(folder, `draft-${FILES[name] ?? name}`);
}
