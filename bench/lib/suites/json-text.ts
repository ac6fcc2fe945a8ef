/** JSONTestSuite: texts that are JSON (`y_…`), and that are not (`n_…`); `i_…` may be either. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { utf8Text } from '../../../src/http/body-text.ts';
import { parseJson } from '../../../src/openapi/json/parse-json.ts';
import { type SuitePart, Tally } from './suite.ts';

/** Counts texts by the exact parser, of bytes as they came in. */
export function measureJsonText(folder: string): SuitePart[] {
  const tally = new Tally();
  for (const file of readdirSync(folder).filter((name) => /^[ny]_.*\.json$/.test(name))) {
    const text = utf8Text(readFileSync(join(folder, file)));
    // The scanner does what JSON.parse doesn't: each text goes through both.
    const answers = [undefined, { duplicateKey: 'last' } as const].map((options) => {
      return text !== undefined && parseJson(text, options).ok;
    });
    const isJson = file.startsWith('y_');
    tally.add(
      answers.every((answer) => answer === isJson),
      file,
    );
  }
  return [{ name: 'JSONTestSuite', figure: tally.figure, wrong: tally.wrong }];
}
