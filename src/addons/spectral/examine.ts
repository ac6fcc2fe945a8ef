import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  isScalar,
  visit,
  type Document,
  type LineCounter,
  type YAMLMap,
  isAlias,
  isMap,
  isSeq,
} from 'yaml';
import { type Diagnostic, DiagnosticError, type Location } from '../../openapi/diagnostic.ts';
import {
  valueDiagnostic,
  yamlExcess,
  locationAt,
  syntaxDiagnostic,
  unindentedDiagnostic,
} from '../../openapi/read-yaml.ts';
import { parseYaml } from '../../openapi/parse-yaml.ts';
import {
  demandFile,
  endlessProblem,
  fileProblem,
  utf8Problem,
} from '../../openapi/files/read-text-file.ts';
import {
  PATIENCE_MS,
  fetchText,
  folderOf,
  isAllowed,
  isUrl,
  refusal,
  unreadable,
} from '../../openapi/files/referenced-files.ts';
import { namedReferences } from './named-schemas.ts';
import { LintError, type LintLimits, type LintResult, severities } from '../../openapi/linter.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import { inspectVersion } from '../../model/inspect-document.ts';
import type { JsonObject } from '../../openapi/json/json-value.ts';
import { isSwagger } from '../../openapi/upgrade-swagger.ts';

/**
 * Looks at a document before Spectral, which follows every `$ref` for rules that are not the kit's: it must read no
 * file outside the document's folder and ask no other machine, unless it was allowed to.
 *
 * @param ownText The document's text, where no file has it.
 * @returns What is wrong first with its text, where that is a finding.
 * @throws {DiagnosticError} where the text is no document that rules are for, exceeds a limit, or, for rules that are not
 *   the kit's, with every `$ref` that leads elsewhere, also from files it leads to.
 * @throws {LintError} where a file can't be read, or an address doesn't answer in time.
 */
export async function examine(
  document: string,
  { allowed, isOpenApi, hasRuleset, signal }: LintLimits,
  ownText?: string,
): Promise<DiagnosticError | undefined> {
  const places = [folderOf(document), ...allowed];
  const seen = new Set([document]);
  let fault: DiagnosticError | undefined;
  for (const file of seen) {
    const isOwn = ownText !== undefined && file === document;
    const text = isOwn ? ownText : await textOf(file, file === document, signal);
    // Spectral says why.
    if (text === undefined) continue;
    const source = readAnyYaml(file, text);
    assertBounded(source);
    if (file === document) fault = findingIn(source, isOpenApi);
    const diagnostics: Diagnostic[] = [];
    const named = new Set(namedIn(source).map(({ reference }) => reference));
    for (const { reference, location } of references(source)) {
      const target = named.has(reference) ? undefined : targetOf(reference, file);
      if (target === undefined) continue;
      if (!isAllowed(target, places)) {
        diagnostics.push({ ...refusal(reference, target), location });
      } else {
        const problem = isUrl(target) ? undefined : endlessProblem(target);
        if (problem === undefined) seen.add(target);
        else diagnostics.push({ ...unreadable(reference, problem), location });
      }
    }
    // The kit's rules say so themselves.
    if (diagnostics.length > 0 && hasRuleset) throw new DiagnosticError('lint', diagnostics, text);
  }
  return fault;
}

/** @returns `undefined` where Spectral says why it can't be had. */
async function textOf(
  file: string,
  isNamed: boolean,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (isUrl(file)) return await fetchDocument(file, signal);
  if (isNamed) return await readText(file);
  const bytes = await readFile(file).catch(() => undefined);
  return bytes && demandText(bytes, file);
}

const READ_HELP: Readonly<Record<string, string>> = {
  EISDIR: 'Name a file in it.',
  EACCES: 'Make it readable.',
};

/**
 * The text of a file that the user named.
 *
 * @throws {LintError} where it is not there, or no text.
 */
export async function readText(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    demandFile(file);
    bytes = await readFile(file);
  } catch (error) {
    const help = READ_HELP[(error as NodeJS.ErrnoException).code ?? ''] ?? 'Check the name.';
    throw new LintError(`Failed to read ${file}: ${fileProblem(error)}. ${help}`);
  }
  return demandText(bytes, file);
}

function demandText(bytes: Buffer, file: string): string {
  const problem = bytes.includes(0) ? 'it is not text' : utf8Problem(bytes);
  if (problem === undefined) return bytes.toString('utf8');
  throw new LintError(`Failed to read ${file}: ${problem}. Name a YAML or JSON file (UTF-8).`);
}

/** Spectral has no limits: it would expand every alias, and come to the stack's end. */
function assertBounded({ file, text, parsed, lines }: ReadText): void {
  const excess = yamlExcess(parsed);
  if (excess === undefined) return;
  const location = locationAt(lines, file, excess.offset);
  throw new DiagnosticError('lint', [valueDiagnostic(excess.message, location)], text);
}

function findingIn(source: ReadText, isOpenApi: boolean): DiagnosticError | undefined {
  const fault = documentFault(source, isOpenApi);
  if (fault === undefined) return undefined;
  const error = new DiagnosticError('lint', [fault], source.text);
  if (isFinding(fault)) return error;
  throw error;
}

interface Reference {
  readonly reference: string;
  readonly location: Location;
}

/** Also of a text that is broken elsewhere: Spectral reads on, too. */
function references({ file, parsed, lines }: ReadText): Reference[] {
  const found: Reference[] = [];
  visit(parsed, {
    Pair: (_key, { key, value }) => {
      if (!isScalar(key) || key.value !== '$ref' || !isScalar(value)) return;
      const { value: reference, range } = value;
      if (typeof reference !== 'string') return;
      found.push({ reference, location: locationAt(lines, file, range?.[0] ?? 0) });
    },
  });
  return found;
}

function namedIn({ file, text, parsed }: ReadText): ReturnType<typeof namedReferences> {
  return parsed.errors.length > 0 ? [] : namedReferences(text, file);
}

/** Absolute path or URL; `undefined` within the same file. */
function targetOf(reference: string, file: string): string | undefined {
  const [path = ''] = reference.split('#');
  if (path === '') return undefined;
  if (isUrl(path)) return path;
  if (!isUrl(file)) return resolve(dirname(file), percentDecoded(path));
  return URL.canParse(path, file) ? new URL(path, file).href : undefined;
}

/**
 * The text at an address; `undefined` where it can't be had, of which Spectral says why.
 *
 * @param interrupt Ends the waiting, too.
 * @param patience In milliseconds. Default: 10,000.
 * @throws {LintError} where the text doesn't end in time, or is too large: Spectral would wait on.
 */
export async function fetchDocument(
  address: string,
  interrupt: AbortSignal,
  patience: number = PATIENCE_MS,
): Promise<string | undefined> {
  const timeout = AbortSignal.timeout(patience);
  const signal = AbortSignal.any([interrupt, timeout]);
  try {
    return await fetchText(address, signal);
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'TOO_LARGE';
    if (!isTooLarge && (interrupt.aborted || !timeout.aborted)) return undefined;
    const cause = isTooLarge ? fileProblem(error) : `no whole answer within ${patience / 1000} s`;
    throw new LintError(
      `Failed to read ${address}: ${cause}. Check the address, or save the document to a file.`,
    );
  }
}

/** A document that Spectral is about to lint. */
export interface LintedText {
  readonly text: string;
  /** File name or address. */
  readonly source: string;
  /** Whether it must be an OpenAPI document, not just any YAML. */
  readonly isOpenApi: boolean;
}

/** What is to be said of the YAML of a document; an error is all that can be said of the document. */
export function syntaxResults(linted: LintedText): LintResult[] {
  const { text, source: file, isOpenApi } = linted;
  const read = readAnyYaml(file, text);
  const fault = documentFault(read, isOpenApi);
  if (fault !== undefined) return isSyntaxFault(fault) ? [resultOf(fault, linted)] : [];
  return read.unindented.map((line) => resultOf(unindentedDiagnostic(file, line), linted));
}

function resultOf(
  { code, message, help, location, severity }: Diagnostic,
  { source }: LintedText,
): LintResult {
  const start = { line: (location?.line ?? 1) - 1, character: (location?.column ?? 1) - 1 };
  return {
    code,
    message: `${message.charAt(0).toUpperCase()}${message.slice(1)}. ${help}`,
    path: [],
    severity: severities.indexOf(severity === 'warning' ? 'warn' : 'error'),
    source,
    range: { start, end: start },
  };
}

/** A text that was read as YAML, whatever it is. */
interface ReadText {
  /** How the file is called. */
  readonly file: string;
  readonly text: string;
  readonly parsed: Document.Parsed;
  readonly lines: LineCounter;
  readonly unindented: readonly number[];
}

/** Reads a text as YAML, however broken it is. */
function readAnyYaml(file: string, text: string): ReadText {
  const { document: parsed, lines, unindented } = parseYaml(text);
  return { file, text, parsed, lines, unindented };
}

/**
 * What is wrong first with a text that no rule can say anything true of: it is no YAML, or something
 * else than a document. Of the rest Spectral would only complain because of it.
 *
 * @param isOpenApi Whether it must be an OpenAPI document, not just any YAML.
 */
function documentFault(source: ReadText, isOpenApi: boolean): Diagnostic | undefined {
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
function isFinding(fault: Diagnostic): boolean {
  return isSyntaxFault(fault) || fault.code === PART.code;
}

/** Whether a fault is that a text is no YAML. */
function isSyntaxFault({ code }: Diagnostic): boolean {
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
