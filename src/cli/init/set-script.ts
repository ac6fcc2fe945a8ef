import { type Pair, type Scalar, type YAMLMap, isMap, parseDocument } from 'yaml';

/**
 * Sets a script line in the text of a package.json and leaves every other character as it is.
 *
 * @param text JSON that is an object.
 */
export function setScript(text: string, name: string, line: string): string {
  const root = parseDocument<JsonMap>(text, { uniqueKeys: false }).contents!;
  const known = root.items.find(({ key }) => key.value === 'scripts')?.value;
  if (isMap<Scalar, Scalar>(known)) return setMember(text, known, name, JSON.stringify(line));
  return setScript(setMember(text, root, 'scripts', '{}'), name, line);
}

/** JSON as a YAML parser sees it, which knows where everything stands. */
type JsonMap = YAMLMap<Scalar, Scalar>;

function setMember(text: string, map: JsonMap, name: string, value: string): string {
  const known = map.items.find(({ key }) => key.value === name);
  if (known?.value?.range) return replace(text, known.value.range, value);
  const member = `${JSON.stringify(name)}: ${value}`;
  const last = map.items.at(-1);
  const [start, end] = map.range!;
  if (last?.value?.range) {
    const [, from] = last.value.range;
    return replace(text, [from, from], `,${spaceBefore(text, last)}${member}`);
  }
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const depth = indentAt(text, start);
  const inner = newline + depth + indentOf(text) + member;
  return replace(text, [start, end], `{${inner}${newline}${depth}}`);
}

/** What stands between a member and what is in front of it: the next one begins alike. */
function spaceBefore(text: string, { key }: Pair<Scalar, Scalar>): string {
  return /\s*$/.exec(text.slice(0, key.range![0]))![0];
}

/** The indentation of the line that a place is on. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1);
  return /^[ \t]*/.exec(line)![0];
}

/** One step of indentation. */
function indentOf(text: string): string {
  return /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
}

function replace(text: string, [start, end]: readonly number[], by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
