import { parseJson } from '../../../openapi/json/parse-json.ts';
import { act, notify } from './act.ts';
import { address } from './control-client.ts';
import type { Topic } from './load.ts';

/** Saves what the control API has at a path. */
export function download(path: string, name: string): void {
  const link = document.createElement('a');
  link.href = address(path);
  link.download = name;
  link.click();
}

/** Lets the user choose a file of JSON, and puts it where the control API has a path for it. */
export function upload(path: string, done: string, ...topics: readonly Topic[]): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,.har,application/json';
  input.addEventListener('change', () => void put(input.files?.[0], path, done, topics));
  input.click();
}

async function put(
  file: File | undefined,
  path: string,
  done: string,
  topics: readonly Topic[],
): Promise<void> {
  if (file === undefined) return;
  const parsed = parseJson(await file.text());
  if (parsed.ok) await act('PUT', path, parsed.value, done, ...topics);
  else notify(`${file.name} is not JSON: ${parsed.message}.`, true);
}
