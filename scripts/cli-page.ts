import type { Command } from 'commander';

/** The command line as a page: what `--help` says, command by command. */
export function cliPage(program: Command): string {
  const commands = program.createHelp().visibleCommands(program);
  const sections = commands.filter((command) => command.name() !== 'help').map(section);
  return `# The command line

This page shows what \`--help\` prints. Every command that reads an OpenAPI document takes \`--spec\`. Without it, the command is
about the Plant Store. \`plant-store completion bash|zsh|fish\` prints a script that completes commands and flags in your shell.

<!-- Written by \`npm run generate\` from the parser. -->

\`\`\`text
${helpOf(program)}
\`\`\`

${sections.join('\n')}`;
}

function section(command: Command): string {
  return `## ${command.name()}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n`;
}

/** With the texts that commander adds only where it prints. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (part) => (text += part),
    getOutHelpWidth: () => 100,
  });
  command.outputHelp();
  return text.trim();
}
