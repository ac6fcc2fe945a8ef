/**
 * Writes what the browser can't read from YAML as modules (the document and the named profiles), the
 * types that follow from both, the JSON Schemas of the config file and of the JSON report, and the page
 * of open questions and of the rules of `lint`.
 * `--check` writes nothing and fails where a module is not up to date.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerTypes } from './answer-types.ts';
import { type Schema, schemaTypes } from './schema-types.ts';
import { configSchema } from '../src/cli/config/config-keys.ts';
import { plantStore } from '../mocks/command.ts';
import { createProgram } from '../src/cli/main.ts';
import { cliPage } from './cli-page.ts';
import { configPage } from './config-page.ts';
import { enginePage } from './engine-page.ts';
import { licencesPage } from './licences-page.ts';
import { lintPage } from './lint-page.ts';
import { stringifyJson } from '../src/openapi/json/stringify-json.ts';
import { readYaml } from '../src/openapi/read-yaml.ts';
import { loadDocument } from '../src/model/load-document.ts';
import { describeAnswers } from '../src/questions/answer.ts';
import { questionsByOperation } from '../src/questions/index.ts';
import type { OpenQuestionSentences } from '../src/questions/question.ts';
import { readProfile } from '../src/questions/profile-file.ts';
import { baselineSchema } from '../src/verify/baseline.ts';
import { reportSchema } from '../src/report/report-schema.ts';
import { firstCreation } from '../src/model/resources/collections.ts';
import { readScenario, scenarioSchema } from '../src/questions/scenarios/read-scenario.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const header = '// Written by `npm run generate`; change the YAML instead.\n';

/** A value as a TypeScript literal, with exact integers. */
function literal(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${literal(item)}`,
  );
  return `{${members.join(', ')}}`;
}

const file = 'spec/plant-store.openapi.yaml';
const document = loadDocument(readFileSync(join(root, file), 'utf8'), file);
const { schemas } = document.root['components'] as {
  schemas: Record<string, Schema>;
};
const sentenceFile = 'contracts/open-questions.yaml';
const sentences = readYaml(readFileSync(join(root, sentenceFile), 'utf8'), sentenceFile).value;
const questions = questionsByOperation(document, sentences as OpenQuestionSentences);
const folder = 'mocks/profiles';
const profiles = Object.fromEntries(
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => {
      const path = `${folder}/${name}`;
      const answers = readProfile(readFileSync(join(root, path), 'utf8'), path, questions);
      return [basename(name, '.yaml'), answers];
    }),
);

const scenarioFolder = 'mocks/scenarios';
const context = { profiles, identity: firstCreation(document)?.identity };
const scenarios = Object.fromEntries(
  readdirSync(join(root, scenarioFolder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => {
      const path = `${scenarioFolder}/${name}`;
      const text = readFileSync(join(root, path), 'utf8');
      return [basename(name, '.yaml'), readScenario(text, path, document, context)];
    }),
);

/** The keys as a union of literal types. */
function namesOf(object: object): string {
  return Object.keys(object)
    .map((name) => `'${name}'`)
    .join(' | ');
}

const silent = { write: () => true };
const program = await createProgram(
  {
    stdout: silent,
    stderr: silent,
    env: {},
    cwd: root,
    service: plantStore,
    signal: new AbortController().signal,
  },
  () => {},
);

/** The open questions as a page: what the registry says, in its order. */
function questionsPage(): string {
  const rows = [...questions.values()].flat().map((question) => {
    const cells = [
      `\`${question.id}\``,
      question.question,
      describeAnswers(question.answers),
      question.usual,
      question.leftOpenBy,
    ];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return `# Open questions

This page lists what the specification leaves open, and which sentence does so. \`verify\` tests each question on a
server. An answer alone never fails the server, except with \`--strict\`, or if it breaks a rule. \`--learn\` writes the
answers as a profile, and \`mock --profile\` answers as a profile says. \`verify --profile\` makes each difference a
violation. A profile may leave questions out; the mock then gives the usual answer.

If a server refuses every valid request of an operation, because of its token or its path, it answers no question about
that operation. If \`--learn\` has learnt nothing at all, it writes no file and doesn't change an existing one, and
\`verify\` ends with 1.

An answer can still break a rule of the contract: a trimmed name is not the name that the client sent (R4). A profile that
says \`trimmed\` accepts it.

A profile is a YAML file. \`verify --learn\` writes one, or you write it yourself:

\`\`\`yaml
profile: 1
answers:
  createPlant: # the operation's id
    used-id: refused 409
    whitespace-name: trimmed
\`\`\`

For the Plant Store, the last column is a sentence of its specification (\`${sentenceFile}\`). For any other
document, the inspector gives a reason from that document: "No 409 is documented."

<!-- Written by \`npm run generate\` from src/questions and ${sentenceFile}. -->

| id | question | answers | usual | left open by |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

const modules: Record<string, string> = {
  'docs/cli.md': cliPage(program),
  'docs/configuration.md': configPage(
    configSchema(program, plantStore.configFileName),
    plantStore.configFileName,
  ),
  'docs/engine.md': enginePage(root, plantStore.packageName),
  'docs/licences.md': licencesPage(join(root, 'package-lock.json')),
  'docs/lint.md': lintPage(plantStore.packageName),
  'docs/open-questions.md': questionsPage(),
  [plantStore.configFileName.replace(/\.yaml$/, '.schema.json')]:
    `${JSON.stringify(configSchema(program, plantStore.configFileName), null, 2)}\n`,
  'plant-store.baseline.schema.json': `${JSON.stringify(baselineSchema, null, 2)}\n`,
  'plant-store.report.schema.json': `${JSON.stringify(reportSchema, null, 2)}\n`,
  'mocks/document.generated.ts': `${header}import type { JsonObject } from '../src/openapi/json/json-value.ts';

/** The OpenAPI document of the service (\`${file}\`). */
export const documentRoot: JsonObject = ${literal(document.root)};
`,
  'mocks/plant.generated.ts': `${header}
${schemaTypes(schemas, { Error: 'PlantError' })}`,
  'mocks/answers.generated.ts': `// Written by \`npm run generate\` from src/questions.

${answerTypes(questions)}`,
  'mocks/profiles.generated.ts': `${header}import type { ProfileAnswers } from '../src/questions/answer.ts';

/** The names of the profiles that come with the kit (\`${folder}/\`). */
export type ProfileName = ${namesOf(profiles)};

/** What they answer. */
export const namedProfiles: Readonly<Record<ProfileName, ProfileAnswers>> = ${literal(profiles)};
`,
  'mocks/open-questions.generated.ts': `${header}import type { OpenQuestionSentences } from '../src/questions/question.ts';

/** What leaves the open questions of this service open (\`${sentenceFile}\`). */
export const openQuestionSentences: OpenQuestionSentences = ${literal(sentences)};
`,
  'plant-store.scenario.schema.json': `${stringifyJson(scenarioSchema, 2)}\n`,
  'mocks/scenarios.generated.ts': `${header}import type { ScenarioFile } from '../src/questions/scenarios/scenario.ts';

/** The names of the scenarios of this service (\`${scenarioFolder}/\`). */
export type OwnScenarioName = ${namesOf(scenarios)};

/** Their files. */
export const namedScenarios: Readonly<Record<OwnScenarioName, ScenarioFile>> = ${literal(scenarios)};
`,
};

const stale = Object.entries(modules).filter(([path, text]) => {
  if (!process.argv.includes('--check')) {
    writeFileSync(join(root, path), text);
    return false;
  }
  return !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text;
});
if (stale.length > 0) {
  console.error(`Not up to date: ${stale.map(([path]) => path).join(', ')}. Run: npm run generate`);
  process.exitCode = 1;
}
