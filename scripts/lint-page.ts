import { rules } from '../src/addons/spectral/rules/index.ts';
import { spectralRules } from '../src/addons/spectral/ruleset.ts';

const KINDS = [
  ['error', 'Errors', 'What OpenAPI forbids, and what mock and judge can do nothing right with.'],
  ['warn', 'Warnings', 'What is most likely a slip.'],
  ['hint', 'Style', 'Counted by rule; listed with `--style`.'],
] as const;

/** The rules of `lint` as a page: what the registry says, in its order. */
export function lintPage(packageName: string): string {
  const sections = KINDS.map(([kind, title, meaning]) => {
    const own = rules.filter(({ severity }) => severity === kind);
    const theirs = Object.keys(spectralRules).filter((name) => spectralRules[name] === kind);
    const list = own.map(({ name, description }) => `- \`${name}\`: ${description}`);
    return `## ${title}

${meaning}

${list.join('\n')}

Of Spectral's own: ${theirs.map((name) => `\`${name}\``).join(', ')}.
`;
  });
  return `# Rules of lint

\`lint\` is [Spectral](https://github.com/stoplightio/spectral) with the kit's rules. They look at what mock
and judge understand of a document: its references across files, its schemas with exact numbers, its examples
by the validator that judges answers. One mistake is one finding, where it was made. What stands behind a
\`$ref\` is told there. A mistake that was copied is told once, with the number of its other places.

Errors fail the command (exit code 1). \`--fail-severity warn\` lets warnings fail it, too, as they did by
default up to version 0.1. Matters of style are counted by rule, in no report, and fail nothing;
\`--style\` lists them, \`--style --fail-severity hint\` holds a document to them.

## Your own rules

A \`.spectral.yaml\` (\`.yml\`, \`.json\`, \`.js\`) in the working folder is used in place of the kit's rules, or
the one that \`--ruleset\` names. It extends the kit's by name:

\`\`\`yaml
extends: ${packageName}
rules:
  operation-operationId: error # a matter of style that you care for
  unused-component: off
  titled:
    given: $.info.title
    then: { function: truthy }
\`\`\`

A ruleset can run code, as one does that Spectral finds: run \`lint\` in folders that you trust.

<!-- The lists are written by \`npm run generate\` from src/addons/spectral. -->

${sections.join('\n')}`;
}
