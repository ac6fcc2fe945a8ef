import type { Diagnostic } from '../../openapi/diagnostic.ts';
import type { JsonValue } from '../../openapi/json/json-value.ts';
import { childPointer } from '../../openapi/pointer.ts';
import type { YamlSource } from '../../openapi/read-yaml.ts';
import { caseFileSchema } from './case-file-schema.ts';
import { type CaseFile, type CaseFileRequest, placeholders } from './case-file.ts';
import { createFormInspector, diagnosticAt } from '../../openapi/inspect-form.ts';
import { kebabCase } from '../../model/kebab-case.ts';
import { didYouMean } from '../../openapi/nearest-word.ts';

/** What is wrong with the file's form: keys, types, missing parts. */
export const inspectForm: (source: YamlSource) => Diagnostic[] = createFormInspector({
  schema: caseFileSchema,
  noun: 'case file',
  schemaFile: 'case-file.schema.json',
  helpFor: (keyword, pointer) => {
    if (pointer.endsWith('/because')) return 'Only "refusal" and "either" have a "because".';
    if (keyword !== 'false') return undefined;
    return 'Say the body in one way: fields and without, body, or noBody.';
  },
});

/** Names that are there twice, and placeholders that stand for nothing. */
export function inspectNames(source: YamlSource, file: CaseFile): Diagnostic[] {
  const found: Diagnostic[] = [];
  const fresh = Object.keys(file.fresh ?? {});
  const ids = new Map<string, string>();
  for (const [i, { name, request }] of file.cases.entries()) {
    const pointer = childPointer('/cases', i);
    const id = kebabCase(name);
    const first = ids.get(id);
    if (first !== undefined || id === '') {
      found.push(
        diagnosticAt(source, childPointer(pointer, 'name'), {
          code: 'case-name',
          message:
            id === ''
              ? `the name "${name}" has no letter or digit to make an id of`
              : `the name "${name}" makes the id "${id}", which "${first}" has already`,
          help: 'Give the case a name of its own.',
        }),
      );
    }
    ids.set(id, name);
    found.push(...unknownPlaceholders(source, childPointer(pointer, 'request'), request, fresh));
  }
  return found;
}

function unknownPlaceholders(
  source: YamlSource,
  pointer: string,
  request: CaseFileRequest,
  fresh: readonly string[],
): Diagnostic[] {
  const texts: (readonly [pointer: string, text: JsonValue])[] = Object.entries(
    request.fields ?? {},
  ).map(([name, value]) => [childPointer(pointer, 'fields', name), value]);
  if (request.body !== undefined) texts.push([childPointer(pointer, 'body'), request.body]);
  return texts.flatMap(([place, text]) =>
    (typeof text === 'string' ? placeholders(text) : [])
      .filter((name) => !fresh.includes(name))
      .map((name) =>
        diagnosticAt(source, place, {
          code: 'unknown-placeholder',
          message: `{{${name}}} stands for no field under "fresh"`,
          help: didYouMean(name, fresh),
        }),
      ),
  );
}
