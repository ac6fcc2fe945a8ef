import { type Document, type LineCounter, isMap, isScalar, isSeq } from 'yaml';
import type { Diagnostic } from '../../openapi/diagnostic.ts';
import { syntaxDiagnostic } from '../../openapi/read-yaml.ts';

/** A text that was read as YAML, whatever it is. */
export interface ReadText {
  /** How the file is called. */
  readonly file: string;
  readonly text: string;
  readonly parsed: Document.Parsed;
  readonly lines: LineCounter;
}

/**
 * What is wrong first with a text that no rule can say anything true of: it is no YAML, or something
 * else than a document. Of the rest Spectral would only complain because of it.
 *
 * @param isOpenApi Whether it must be an OpenAPI document, not just any YAML. A map is always let
 *   through: it may be a part of one.
 */
export function documentFault(source: ReadText, isOpenApi: boolean): Diagnostic | undefined {
  const { file, text, parsed, lines } = source;
  const first = parsed.errors.toSorted((a, b) => a.pos[0] - b.pos[0])[0];
  const { line, col } = lines.linePos(first?.pos[0] ?? startOf(text));
  const location = { file, line: Math.max(1, line), column: Math.max(1, col) };
  const stranger = isOpenApi ? strangerIn(source) : undefined;
  if (stranger !== undefined) return { ...stranger, location };
  return first && syntaxDiagnostic(first, location);
}

/** Where the first character stands that isn't blank. */
function startOf(text: string): number {
  return Math.max(0, text.search(/\S/));
}

type Fault = Pick<Diagnostic, 'code' | 'message' | 'help'>;

const KEY = /(?:^|[{,\s])["']?(?:openapi|swagger)["']?\s*:/;

function strangerIn({ text, parsed }: ReadText): Fault | undefined {
  const { contents, errors } = parsed;
  if (contents === null && errors.length === 0) return EMPTY;
  if (/^\s*</.test(text)) return PAGE;
  // Whoever forgot a comma wants to know where.
  if (errors.length > 0)
    return /^\s*[{[]/.test(text) || KEY.test(text) ? undefined : notOne('text');
  if (isMap(contents)) return undefined;
  return notOne(isSeq(contents) ? 'list' : isScalar(contents) ? 'single value' : 'text');
}

const HELP = 'Name a file that starts with `openapi: 3.1.0`.';

const EMPTY: Fault = {
  code: 'empty-document',
  message: 'there is nothing in it, or nothing but comments',
  help: HELP,
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
