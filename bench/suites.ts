/**
 * Counts the kit against suites that others wrote: `npm run suites -- DIR [--record]`. The folder has a
 * folder for each suite. The exit code is 1 where a figure is below the one in `suites.json`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from './lib/flags.ts';
import { measureJsonSchema } from './lib/suites/json-schema.ts';
import { measureJsonText } from './lib/suites/json-text.ts';
import { measureFixtures } from './lib/suites/openapi-fixtures.ts';
import {
  type Recorded,
  type Suite,
  type SuitePart,
  regressions,
  suiteTable,
} from './lib/suites/suite.ts';
import { measureUriTemplates } from './lib/suites/uri-template.ts';

const { values, positionals } = readFlags(
  {
    allowPositionals: true,
    options: {
      /** Writes `suites.json` and `SUITES.md`. */
      record: { type: 'boolean', default: false },
      /** The folder of JSON-Schema-Test-Suite. Default: the one in DIR, or where npm has it. */
      'json-schema': { type: 'string' },
      /** Names the cases that come out wrong. */
      verbose: { type: 'boolean', default: false },
    },
  },
  'npm run suites -- DIR [--record] [--json-schema DIR] [--verbose]',
);
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write(
    'Failed to read the suites: no folder was given. Write npm run suites -- DIR.\n',
  );
  process.exit(2);
}

const jsonSchema = 'JSON-Schema-Test-Suite';
const suites: readonly Suite[] = [
  {
    name: jsonSchema,
    folders: [
      values['json-schema'] ?? join(folder, jsonSchema),
      join(import.meta.dirname, '../node_modules/json-schema-test-suite'),
    ],
    measure: measureJsonSchema,
  },
  { name: 'JSONTestSuite', folders: [join(folder, 'JSONTestSuite')], measure: measureJsonText },
  {
    name: 'uritemplate-test',
    folders: [join(folder, 'uritemplate-test')],
    measure: measureUriTemplates,
  },
  {
    name: 'openapi-fixtures',
    folders: [join(folder, 'openapi-fixtures')],
    measure: measureFixtures,
  },
];

const parts: SuitePart[] = [];
const missing: string[] = [];
for (const { name, folders, measure } of suites) {
  const found = folders.find((place) => existsSync(place));
  if (found === undefined) missing.push(`NOT COUNTED: ${name} is not at ${folders.join(' or ')}.`);
  else parts.push(...(await measure(found)));
}

const recordFile = join(import.meta.dirname, 'suites.json');
const recorded = existsSync(recordFile)
  ? (JSON.parse(readFileSync(recordFile, 'utf8')) as Recorded)
  : {};
const worse = regressions(parts, recorded);
if (values.verbose) {
  for (const { name, wrong } of parts)
    for (const problem of wrong) console.log(`${name}: ${problem}`);
}
console.log(suiteTable(parts));
for (const line of [...missing, ...worse.map((problem) => `WORSE: ${problem}.`)])
  console.error(line);

if (values.record) {
  const figures = Object.fromEntries(parts.map(({ name, figure }) => [name, figure]));
  const all = { ...recorded, ...figures };
  writeFileSync(recordFile, `${JSON.stringify(all, undefined, 2)}\n`);
  // A table without a suite would look as if there were none.
  if (missing.length === 0) writeFileSync(join(import.meta.dirname, 'SUITES.md'), page(parts));
} else if (worse.length > 0) {
  process.exitCode = 1;
}

function page(measured: readonly SuitePart[]): string {
  return `# Suites

Suites that others wrote. \`npm run suites -- DIR --record\` counts them, and \`npm run suites -- DIR\` fails if a figure is below the
recorded one. For a _refused_ case, the kit names an unsupported place. For a _wrong_ one, it gives a wrong answer without a
message.

${suiteTable(measured)}

- JSON Schema: [JSON-Schema-Test-Suite](https://github.com/json-schema-org/JSON-Schema-Test-Suite),
  required and optional tests with \`format\` as an annotation, as in the suite. The tests of formats assert them,
  as the kit does. \`@json-schema-org/tests\` on npm gets the suite from GitHub by git. Without a connection, \`npm
  ci\` would fail, so it is no dependency. \`npm install --no-save
  @json-schema-org/tests\` gives it to the runner, or a folder of the suite in DIR (\`--json-schema\` for
  one elsewhere).
- [JSONTestSuite](https://github.com/nst/JSONTestSuite): texts that every parser must take, or refuse.
- [uritemplate-test](https://github.com/uri-templates/uritemplate-test): the expansions that OpenAPI's
  styles are forms of. \`+\`, \`#\`, \`/\` and prefixes have no style.
- OpenAPI: the fixtures of the [OpenAPI initiative](https://github.com/OAI/OpenAPI-Specification) in
  \`openapi-fixtures/3.1/pass\` and the like. They are sound or have one mistake. The kit reports a mistake if it
  refuses the document, or if \`lint\` has an error or a warning of a rule that finds nothing in sound ones.
`;
}
