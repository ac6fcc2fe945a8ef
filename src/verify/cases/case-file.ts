/** A case file's content, as `case-file-schema.ts` lets it through. */
import type { JsonObject, JsonValue } from '../../openapi/json/json-value.ts';

/** How a field's fresh values are made. */
export type FreshKind = 'integer' | 'text';

/** A case's request, as the file has it. */
export interface CaseFileRequest {
  readonly fields?: JsonObject;
  readonly without?: readonly string[];
  readonly body?: string;
  readonly noBody?: true;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly parameters?: Readonly<Record<string, JsonValue>>;
}

/** One case, as the file has it. */
export interface CaseFileCase {
  readonly name: string;
  readonly request: CaseFileRequest;
  readonly expect: 'success' | 'refusal' | 'either';
  readonly because?: string;
}

/** The whole file. */
export interface CaseFile {
  readonly operation: string;
  readonly fresh?: Readonly<Record<string, FreshKind>>;
  readonly usual?: JsonObject;
  readonly cases: readonly CaseFileCase[];
}

/** `{{name}}`: where a fresh value goes in a body or a field. */
export const PLACEHOLDER: RegExp = /\{\{([^{}]*)\}\}/g;

/** The names of the placeholders in a text. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map((match) => match[1]!.trim());
}
