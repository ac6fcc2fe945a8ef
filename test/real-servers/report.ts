import type { Reading } from './recipe.ts';

/** One run of `verify`. */
export interface Run {
  readonly verdict: string;
  readonly seconds: number;
  readonly requests: number;
  readonly violations: number;
  /** Of violations. */
  readonly causes: number;
  /** What the server took that creates something. */
  readonly created: number;
  readonly operations: number;
  /** Operations of which a request succeeded. */
  readonly reached: number;
}

/** What became of one server. */
export interface Row {
  readonly name: string;
  readonly runs: readonly Run[];
  /** What was there before and was not the same afterwards. */
  readonly changed: readonly string[];
  /** The verdict on the kit's own mock of the document. */
  readonly mock: string;
  readonly reading?: Reading | undefined;
  /** Why there was no run. */
  readonly trouble?: string | undefined;
}

/** Whether something is wrong with the kit. */
export function isFault({ runs, changed, mock, trouble }: Row): boolean {
  if (trouble !== undefined || changed.length > 0 || mock !== 'pass') return true;
  return runs.some(
    ({ verdict, created }) => !/^(?:pass|fail|inconclusive)$/.test(verdict) || created === 0,
  );
}

/** The section of the ledger. */
export const SECTION = 'Real servers';

/** What it says, in Markdown. */
export function judgesReport(rows: readonly Row[]): string {
  const lines = rows.map((row) => `| ${cells(row).join(' | ')} |`);
  const readings = rows.flatMap(({ name, reading }) =>
    reading === undefined
      ? []
      : [
          `- **${name}**: ${reading.groups} read, ${reading.turnedDown} would be turned down. ${reading.words}`,
        ],
  );
  return `Servers that others wrote, and two that we wrote in frameworks of others. \`verify\` judges each by the document that
it publishes, twice on the same data. \`npm run real-servers\` installs them outside of the project and writes this
section.

| server | operations | reached | first run | second run | created | changed of what was there | mock of its document |
| ------ | ---------- | ------- | --------- | ---------- | ------- | ------------------------- | -------------------- |
${lines.join('\n')}

_Reached_: operations with at least one successful request. _Changed_: data that the server stored before the
first run, and that is gone or differs after the second one.

### Read by hand

We read every cause of a violation as a maintainer of the server would.

${readings.join('\n')}
`;
}

function cells({ name, runs, changed, mock, trouble }: Row): (string | number)[] {
  const [first, second] = runs;
  if (first === undefined || second === undefined)
    return [name, '', '', trouble ?? '', '', '', '', ''];
  return [
    name,
    first.operations,
    first.reached,
    runCell(first),
    runCell(second),
    first.created + second.created,
    changed.length,
    mock,
  ];
}

function runCell({ verdict, causes, violations, requests, seconds }: Run): string {
  return `${verdict}: ${causes} causes, ${violations} violations in ${requests} requests, ${seconds} s`;
}
