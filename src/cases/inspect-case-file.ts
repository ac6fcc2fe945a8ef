import type { Diagnostic } from '../openapi/diagnostic.ts';
import { type JsonValue, isJsonObject } from '../openapi/json/json-value.ts';
import { childPointer, valueAt } from '../openapi/pointer.ts';
import type { YamlSource } from '../openapi/read-yaml.ts';
import { compileSchema } from '../openapi/schema/compile-schema.ts';
import type { SchemaIssue } from '../openapi/schema/schema-issue.ts';
import { caseFileSchema } from './case-file-schema.ts';
import { type CaseFile, type CaseFileRequest, placeholders } from './case-file.ts';
import { kebabCase } from './kebab-case.ts';
import { didYouMean } from './nearest-word.ts';

const validate = compileSchema(caseFileSchema, '');

/** What is wrong with the file's form: keys, types, missing parts. */
export function inspectForm(source: YamlSource): Diagnostic[] {
  const issues = validate(source.value);
  const misspelt = issues.filter(({ keyword }) => keyword === 'additionalProperties');
  const places = new Set(misspelt.map(({ instancePointer }) => instancePointer));
  const others = issues.filter(({ keyword, instancePointer }) => {
    // A key that is missing beside one that nobody knows is the same mistake.
    const isMisspelt = keyword === 'required' && places.has(instancePointer);
    return keyword !== 'additionalProperties' && !isMisspelt;
  });
  return [
    // One issue a key, but none says which: an object's are told at once.
    ...[...places].flatMap((place) => {
      return unknownKeys(
        source,
        misspelt.find(({ instancePointer }) => instancePointer === place)!,
      );
    }),
    ...others.map((issue) => formProblem(source, issue)),
  ];
}

function formProblem(source: YamlSource, issue: SchemaIssue): Diagnostic {
  const { instancePointer, keyword, message } = issue;
  const value = valueAt(source.value, instancePointer);
  const allowed = valueAt(caseFileSchema, issue.schemaPointer);
  const words = Array.isArray(allowed) ? allowed.map(String) : [];
  return diagnostic(source, instancePointer, {
    code: keyword === 'required' ? 'missing-key' : 'wrong-value',
    message,
    help:
      keyword === 'enum' && typeof value === 'string'
        ? didYouMean(value, words)
        : helpFor(keyword, instancePointer),
  });
}

function helpFor(keyword: string, pointer: string): string {
  if (keyword === 'required') return 'Add the key.';
  if (pointer.endsWith('/because')) return 'Only "refusal" and "either" have a "because".';
  if (keyword === 'false') return 'Say the body in one way: fields and without, body, or noBody.';
  return 'See case-file.schema.json for what can stand here.';
}

function unknownKeys(source: YamlSource, issue: SchemaIssue): Diagnostic[] {
  const schema = valueAt(caseFileSchema, issue.schemaPointer.replace(/\/[^/]*$/, ''));
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  const value = valueAt(source.value, issue.instancePointer);
  return (isJsonObject(value) ? Object.keys(value) : [])
    .filter((key) => !known.includes(key))
    .map((key) =>
      diagnostic(source, childPointer(issue.instancePointer, key), {
        code: 'unknown-key',
        message: `"${key}" is no key of a case file`,
        help: didYouMean(key, known),
      }),
    );
}

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
        diagnostic(source, childPointer(pointer, 'name'), {
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
        diagnostic(source, place, {
          code: 'unknown-placeholder',
          message: `{{${name}}} stands for no field under "fresh"`,
          help: didYouMean(name, fresh),
        }),
      ),
  );
}

/** A diagnostic at a node of the file, or at the nearest one above that exists. */
export function diagnostic(
  source: YamlSource,
  pointer: string,
  parts: Pick<Diagnostic, 'code' | 'message' | 'help'>,
): Diagnostic {
  let place = pointer;
  while (place !== '' && source.locate(place) === undefined) {
    place = place.slice(0, place.lastIndexOf('/'));
  }
  const location = source.locate(place) ?? { file: source.file, line: 1, column: 1 };
  return { ...parts, pointer, location };
}
