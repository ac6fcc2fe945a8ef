import { type Diagnostic, DiagnosticError } from './diagnostic.ts';
import { isJsonObject, objectOf } from './json/json-value.ts';
import { childPointer, valueAt } from './pointer.ts';
import type { YamlSource } from './read-yaml.ts';
import { type TypedSchema, validValue } from './schema/compile-schema.ts';
import type { SchemaIssue } from './schema/check.ts';
import { didYouMean } from './nearest-word.ts';

/** A kind of input file, as far as its JSON Schema describes it. */
export interface FileForm<Form = unknown> extends TypedSchema<Form> {
  /** How messages call such a file: `case file`. */
  readonly noun: string;
  /** The schema's copy for editors. */
  readonly schemaFile: string;
  /** What to do about a value that the schema refuses; `undefined` to point to the schema. */
  helpFor?(keyword: string, pointer: string): string | undefined;
}

/**
 * Reads files of one form: each as the type that the form's schema describes.
 *
 * @returns A reader that throws a {@link DiagnosticError} with everything that is wrong with a
 *   file's form: keys, types, missing parts.
 */
export function createFormReader<Form>(form: FileForm<Form>): (source: YamlSource) => Form {
  return (source) => {
    const fail = (diagnostics: readonly Diagnostic[]): never => {
      throw new DiagnosticError(`read the ${form.noun} ${source.file}`, diagnostics, source.text);
    };
    if (source.diagnostics.length > 0) return fail(source.diagnostics);
    const refuse = (issues: readonly SchemaIssue[]): never =>
      fail(describeIssues(source, form, issues));
    return validValue(source.value, form, refuse, `a ${form.noun}`);
  };
}

function describeIssues(
  source: YamlSource,
  form: FileForm,
  issues: readonly SchemaIssue[],
): Diagnostic[] {
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
      const issue = misspelt.find(({ instancePointer }) => instancePointer === place)!;
      return unknownKeys(source, form, issue);
    }),
    ...others.map((issue) => formProblem(source, form, issue)),
  ];
}

function formProblem(source: YamlSource, form: FileForm, issue: SchemaIssue): Diagnostic {
  const { instancePointer, keyword, message } = issue;
  const value = valueAt(source.value, instancePointer);
  const allowed = valueAt(form.schema, issue.schemaPointer);
  const words = Array.isArray(allowed) ? allowed.map(String) : [];
  return diagnosticAt(source, instancePointer, {
    code: keyword === 'required' ? 'missing-key' : 'wrong-value',
    message,
    help:
      keyword === 'enum' && typeof value === 'string'
        ? didYouMean(value, words)
        : helpFor(form, keyword, instancePointer),
  });
}

function helpFor(form: FileForm, keyword: string, pointer: string): string {
  if (keyword === 'required') return 'Add the key.';
  if (pointer === '') return `Write \`key: value\` lines; ${form.schemaFile} says which.`;
  const help = form.helpFor?.(keyword, pointer);
  return help ?? `See ${form.schemaFile} for what can stand here.`;
}

function unknownKeys(source: YamlSource, form: FileForm, issue: SchemaIssue): Diagnostic[] {
  const schema = valueAt(form.schema, issue.schemaPointer.replace(/\/[^/]*$/, ''));
  const properties = isJsonObject(schema) ? schema['properties'] : undefined;
  const known = Object.keys(objectOf(properties));
  const value = valueAt(source.value, issue.instancePointer);
  return Object.keys(objectOf(value))
    .filter((key) => !known.includes(key))
    .map((key) =>
      diagnosticAt(source, childPointer(issue.instancePointer, key), {
        code: 'unknown-key',
        message: `"${key}" is no key of a ${form.noun}`,
        help: didYouMean(key, known),
      }),
    );
}

/** A diagnostic at a node of the file, or at the nearest one above that exists. */
export function diagnosticAt(
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
