interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The keys of the config file as a page: what its schema says, command by command. */
export function configPage(schema: Schema, fileName: string): string {
  const sections = Object.entries(schema.properties ?? {}).filter(
    ([, { properties }]) => properties !== undefined,
  );
  return `# The config file

The kit reads \`${fileName}\` in the working folder by default. \`--config FILE\` names another file, and
\`--no-config\` reads none. Keys are the long options, and flags win. [Deployed
servers](deployed-servers.md#the-config-file) shows an example, and says what a file that you did not name may not decide.
The JSON Schema for editors is \`plant-store-kit/config.schema.json\`.

<!-- Written by \`npm run generate\` from the parser. -->

${sections.map(([name, sectionSchema]) => section(name, sectionSchema)).join('\n')}`;
}

function section(name: string, { description = '', properties = {} }: Schema): string {
  const rows = Object.entries(properties).map(
    ([key, schema]) => `| \`${key}\` | ${kindOf(schema)} | ${cell(schema.description ?? '')} |`,
  );
  return `## ${name}\n\n${description}\n\n| key | value | meaning |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function kindOf({ type, enum: words, oneOf }: Schema): string {
  if (words !== undefined) return words.map((word) => `\`${String(word)}\``).join(', ');
  if (type !== undefined) return [type].flat().join(' or ');
  return (
    oneOf?.map((schema) => (schema.type === 'array' ? 'list' : kindOf(schema))).join(' or ') ?? ''
  );
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
