import {
  type Document,
  LineCounter,
  type YAMLMap,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
} from 'yaml';
import type { Diagnostic, Location } from '../openapi/diagnostic.ts';

import { inspectVersion } from './inspect-document.ts';
import type { JsonObject } from '../openapi/json/json-value.ts';
import { isSwagger } from '../openapi/upgrade-swagger.ts';
import { syntaxDiagnostic, locationAt } from '../openapi/read-yaml.ts';

/** A text that was read as YAML, whatever it is. */
export interface ReadText {
  /** How the file is called. */
  readonly file: string;
  readonly text: string;
  readonly parsed: Document.Parsed;
  readonly lines: LineCounter;
}

/** Reads a text as YAML, however broken it is. */
export function readAnyYaml(file: string, text: string): ReadText {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  return { file, text, parsed, lines };
}

/**
 * What is wrong first with a text that no rule can say anything true of: it is no YAML, or something
 * else than a document. Of the rest Spectral would only complain because of it.
 *
 * @param isOpenApi Whether it must be an OpenAPI document, not just any YAML.
 */
export function documentFault(source: ReadText, isOpenApi: boolean): Diagnostic | undefined {
  const { text, parsed } = source;
  const first = parsed.errors.toSorted((a, b) => a.pos[0] - b.pos[0])[0];
  const location = locationAt(source.lines, source.file, first?.pos[0] ?? startOf(text));
  const stranger = isOpenApi ? strangerIn(source) : undefined;
  if (stranger !== undefined) return { location, ...stranger };
  return first && syntaxDiagnostic(first, location);
}

/**
 * Whether a fault is something to mend in a document, as findings are. A map without a version may
 * be a part of one.
 */
export function isFinding(fault: Diagnostic): boolean {
  return isSyntaxFault(fault) || fault.code === PART.code;
}

/** Whether a fault is that a text is no YAML. */
export function isSyntaxFault({ code }: Diagnostic): boolean {
  return code.startsWith('yaml-');
}

/** Where the first character stands that isn't blank. */
function startOf(text: string): number {
  return Math.max(0, text.search(/\S/));
}

type Fault = Pick<Diagnostic, 'code' | 'message' | 'help'>;

const KEY = /(?:^|[{,\s])["']?(?:openapi|swagger)["']?\s*:/;

function strangerIn(source: ReadText): Fault | Diagnostic | undefined {
  const { text, parsed } = source;
  const { contents, errors } = parsed;
  if (contents === null && errors.length === 0) return EMPTY;
  if (/^\s*</.test(text)) return PAGE;
  // Whoever forgot a comma wants to know where.
  if (errors.length > 0)
    return /^\s*[{[]/.test(text) || KEY.test(text) ? undefined : notOne('text');
  if (isMap(contents)) return versionFault(contents, source);
  return notOne(isSeq(contents) ? 'list' : isScalar(contents) ? 'single value' : 'text');
}

function versionFault(contents: YAMLMap, source: ReadText): Fault | Diagnostic | undefined {
  const root: JsonObject = {};
  let offset = 0;
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || (key.value !== 'openapi' && key.value !== 'swagger')) continue;
    const target = isAlias(value) ? value.resolve(source.parsed) : value;
    root[key.value] = isScalar(target) ? (target.toJSON() as string | number | null) : {};
    offset = key.range?.[0] ?? 0;
  }
  if (Object.keys(root).length === 0) return PART;
  const locate = (): Location => locationAt(source.lines, source.file, offset);
  // Rules know it as it is written; all else reads it converted.
  if (isSwagger(root)) return undefined;
  return inspectVersion({ root, locate })[0];
}

const HELP = 'Name a file that starts with `openapi: 3.1.0`.';

const EMPTY: Fault = {
  code: 'empty-document',
  message: 'there is nothing in it, or nothing but comments',
  help: HELP,
};

/** Its code is Spectral's, whose reports have it as a warning. */
const PART: Fault = {
  code: 'unrecognized-format',
  message: 'it has no "openapi"; no rule says anything of a part of a document by itself',
  help: 'Name the document that refers to it, or start it with `openapi: 3.1.0`.',
};

const PAGE: Fault = {
  code: 'not-a-document',
  message: 'it is an HTML or XML page, not an OpenAPI document',
  help: 'Save the YAML or JSON file itself, not the page that shows it.',
};

function notOne(kind: string): Fault {
  const message = `it is a ${kind}; an OpenAPI document is a map with the key "openapi"`;
  return { code: 'not-a-document', message, help: HELP };
}
