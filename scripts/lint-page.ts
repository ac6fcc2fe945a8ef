import { rules } from '../src/addons/spectral/rules/index.ts';
import { spectralRules } from '../src/addons/spectral/ruleset.ts';

const KINDS = [
  ['error', 'Errors', 'What OpenAPI forbids, and what neither mock nor judge can handle.'],
  ['warn', 'Warnings', 'What is most likely a mistake.'],
  ['hint', 'Style', 'Lint counts these by rule; `--style` lists them.'],
] as const;

/** The rules of `lint` as a page: what the registry says, in its order. */
export function lintPage(packageName: string): string {
  const sections = KINDS.map(([kind, title, meaning]) => {
    const rulesOfKind = rules.filter(({ severity }) => severity === kind);
    const theirs = Object.keys(spectralRules).filter((name) => spectralRules[name] === kind);
    const list = rulesOfKind.map(({ name, description }) => `- \`${name}\`: ${description}`);
    return `## ${title}

${meaning}

${list.join('\n')}

Of Spectral's own: ${theirs.map((name) => `\`${name}\``).join(', ')}.
`;
  });
  return `# Rules of lint

\`lint\` is [Spectral](https://github.com/stoplightio/spectral) with the kit's rules. They read a document as the
mock and the judge do: references across files, schemas with exact numbers, and examples checked by the validator for
answers. Each mistake is one finding, at its own place, even behind a \`$ref\`. Lint reports a copied mistake once, with
the number of its other places.

Lint follows references into other files as the other commands do. One that leads where none may, or to a file that is
not there, is a finding, and the rest is linted.

Errors fail the command (exit code 1). With \`--fail-severity warn\`, warnings fail it, too; that was the default up to
version 0.1. Lint only counts matters of style. \`--style\` lists them, and \`--style --fail-severity hint\` makes them
fail the command.

## Your own rules

A \`.spectral.yaml\` (\`.yml\`, \`.json\`, \`.js\`) in the working folder replaces the kit's rules, and so does the file
that \`--ruleset\` names. It can extend the kit's rules by name:

\`\`\`yaml
extends: ${packageName}
rules:
  operation-operationId: error # a matter of style that matters to you
  unused-component: off
  titled:
    given: $.info.title
    then: { function: truthy }
\`\`\`

A ruleset can run code, and Spectral uses one that it finds. So run \`lint\` only in folders that you trust.

<!-- The lists are written by \`npm run generate\` from src/addons/spectral. -->

${sections.join('\n')}`;
}
