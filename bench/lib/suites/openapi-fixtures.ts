/** The OpenAPI initiative's own fixtures: documents that are sound, and documents with one mistake. */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadDocument, writeLintReports } from '../../../src/index.ts';
import type { LintResult } from '../../../src/openapi/linter.ts';
import { type SuitePart, Tally } from './suite.ts';

/** Counts those that load, and those in which loading or the linter finds a mistake. */
export async function measureFixtures(folder: string): Promise<SuitePart[]> {
  const parts: SuitePart[] = [];
  for (const version of readdirSync(folder).toSorted()) {
    const sound = files(resolve(folder, version, 'pass'));
    const loaded = await Promise.all(sound.map(async (file) => [file, await loads(file)] as const));
    parts.push(part(`OpenAPI ${version}, sound: load`, new Map(loaded)));
    const faulty = files(resolve(folder, version, 'fail'));
    const reported = await reportedOf(faulty, sound);
    const answers = faulty.map((file) => [file, reported.has(file)] as const);
    parts.push(part(`OpenAPI ${version}, faulty: are reported`, new Map(answers)));
  }
  return parts;
}

/** Whole paths, as findings name them. */
function files(folder: string): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => resolve(folder, file));
}

function part(name: string, answers: ReadonlyMap<string, boolean>): SuitePart {
  const tally = new Tally();
  for (const [file, isRight] of answers) tally.add(isRight, file);
  return { name, figure: tally.figure, wrong: tally.wrong };
}

async function loads(file: string): Promise<boolean> {
  try {
    await loadDocument(file);
    return true;
  } catch {
    return false;
  }
}

/** Refused as a whole, or with an error, or a warning of a kind that no sound document has. */
async function reportedOf(
  faulty: readonly string[],
  sound: readonly string[],
): Promise<Set<string>> {
  const outputs = [{ format: 'json', file: undefined }] as const;
  const documents = [...faulty, ...sound];
  const { refused, broken, outcome } = await writeLintReports({ documents, outputs });
  const findings = JSON.parse(outcome?.report ?? '[]') as readonly LintResult[];
  const usual = new Set(
    findings.filter(({ source = '' }) => sound.includes(source)).map(({ code }) => code),
  );
  const telling = findings.filter(({ severity, code }) => {
    return severity === 0 || (severity === 1 && !usual.has(code));
  });
  return new Set([
    ...refused.keys(),
    ...broken.keys(),
    ...telling.map(({ source = '' }) => source),
  ]);
}
