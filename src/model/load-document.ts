import {
  type Diagnostic,
  DiagnosticError,
  type Location,
  type Problem,
  isError,
} from '../openapi/diagnostic.ts';
import { type InspectedDocument, inspectDocument } from './inspect-document.ts';
import { type JsonObject, isJsonObject } from '../openapi/json/json-value.ts';
import { DocumentLinker, type LinkedFile } from '../openapi/link-document.ts';
import { isSwagger, upgradeSwagger } from '../openapi/upgrade-swagger.ts';
import type { FaultOf, ReferencingReader } from '../openapi/files/referenced-files.ts';
import { Recent } from '../openapi/once.ts';
import { type YamlSource, readYaml } from '../openapi/read-yaml.ts';
import { showJson } from '../openapi/json/stringify-json.ts';
import { errorMessage } from '../openapi/error-message.ts';

/** A document that was read from a text. */
export interface LoadedDocument extends InspectedDocument {
  /** As the user named it. */
  readonly file: string;
  readonly text: string;
  /** URLs of the other files that it consists of. */
  readonly otherFiles: readonly string[];
}

const recent = new Recent<LoadedDocument>(8);

/**
 * Reads an OpenAPI 3.2, 3.1, 3.0 or Swagger 2.0 document, YAML or JSON; `root` is what 3.1 has for it.
 *
 * @param file How the file is called in diagnostics.
 * @throws {DiagnosticError} with everything that keeps the kit from working with it.
 */
export function loadDocument(text: string, file: string): LoadedDocument {
  return recent.of([text, file], () => {
    return new DocumentReader(text, file, `file:///${encodeURIComponent(file)}`).finish();
  });
}

/** Reads a document of which parts stand in other files. */
export class DocumentReader implements ReferencingReader {
  readonly #source: YamlSource;
  readonly #linker: DocumentLinker;
  /** By their URLs. */
  readonly #others = new Map<string, YamlSource>();
  readonly #faults = new Map<string, FaultOf>();
  /** What was found before the document was one of OpenAPI 3. */
  #earlier: readonly Problem[] = [];

  /**
   * @param file How the file is called in diagnostics.
   * @param address Its URL.
   * @throws {DiagnosticError} where it is no document.
   */
  constructor(text: string, file: string, address: string) {
    const source = readYaml(text, file);
    this.#source = source;
    if (source.diagnostics.some(isError)) throw this.#error(source.diagnostics);
    if (!isJsonObject(source.value)) {
      throw this.#error([
        {
          code: 'not-an-object',
          message: 'an OpenAPI document is a map with the key "openapi"',
          help: 'Start the file with `openapi: 3.1.0`.',
          location: { file, line: 1, column: 1 },
        },
      ]);
    }
    const { value } = source;
    this.#earlier = completeVersion(value);
    const written = { value, locate: (pointer: string) => source.locate(pointer) };
    const entry = isSwagger(value) ? this.#upgraded(value) : written;
    this.#linker = new DocumentLinker(entry, address);
  }

  /** @throws {DiagnosticError} where it can't be converted. */
  #upgraded(value: JsonObject): LinkedFile & { readonly value: JsonObject } {
    const { file } = this.#source;
    try {
      const upgraded = upgradeSwagger(value);
      this.#earlier = [...this.#earlier, ...upgraded.problems];
      const locate = (pointer: string): Location | undefined =>
        this.#source.locate(upgraded.origin(pointer));
      return { value: upgraded.root, locate };
    } catch (error) {
      throw this.#error([
        {
          code: 'invalid-swagger',
          message: `the document can't be converted to OpenAPI 3: ${errorMessage(error)}`,
          help: 'Fix it, or convert it with another tool.',
          location: { file, line: 1, column: 1 },
        },
      ]);
    }
  }

  get file(): string {
    return this.#source.file;
  }

  /** URLs of the files that it refers to, of which nothing is known yet. */
  get missing(): string[] {
    return this.#linker.missing.filter((address) => !this.#faults.has(address));
  }

  /** @param file How the file is called in diagnostics. */
  add(address: string, text: string, file: string): void {
    const source = readYaml(text, file);
    this.#others.set(address, source);
    const broken = source.diagnostics.find(isError);
    if (broken === undefined) this.#linker.add(address, source);
    else this.refuse(address, () => broken);
  }

  /** Says why a file can't be had. */
  refuse(address: string, faultOf: FaultOf): void {
    this.#faults.set(address, faultOf);
  }

  /** @throws {DiagnosticError} with everything that keeps the kit from working with the document. */
  finish(): LoadedDocument {
    const { file, text } = this.#source;
    const tree = this.#linker.finish();
    const fail = (diagnostics: readonly Diagnostic[]): never => {
      throw this.#error(diagnostics);
    };
    const otherFiles = [...this.#others.keys()];
    const earlier = [this.#source, ...this.#others.values()].flatMap(({ diagnostics }) =>
      diagnostics
        .filter((diagnostic) => !isError(diagnostic))
        .map((diagnostic) => ({ ...diagnostic, pointer: '' })),
    );
    return {
      ...inspectDocument(tree, fail, this.#faults, [...earlier, ...this.#earlier]),
      file,
      text,
      otherFiles,
    };
  }

  #error(diagnostics: readonly Diagnostic[]): DiagnosticError {
    const texts = new Map(
      [this.#source, ...this.#others.values()].map((other) => [other.file, other.text]),
    );
    const act = `read the OpenAPI document ${this.#source.file}`;
    return new DiagnosticError(act, diagnostics, texts);
  }
}

/** By the key that says it: versions as they are written in short, and in full. */
const IN_FULL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  openapi: { '3': '3.0.0', '3.0': '3.0.0', '3.1': '3.1.0', '3.2': '3.2.0' },
  swagger: { '2': '2.0' },
};

/**
 * Writes the version of a document in full where it is short, or a number for want of quotes; in place.
 *
 * @returns How it was read.
 */
function completeVersion(root: JsonObject): Problem[] {
  return Object.entries(IN_FULL).flatMap(([key, versions]) => {
    const { [key]: written } = root;
    if (typeof written !== 'string' && typeof written !== 'number') return [];
    const version = Object.hasOwn(versions, written) ? versions[written] : undefined;
    if (version === undefined) return [];
    root[key] = version;
    const shown = showJson(version);
    return [
      {
        code: 'sloppy-version',
        severity: 'warning',
        message: `"${key}: ${showJson(written)}" is read as ${shown}`,
        help: `Write \`${key}: ${shown}\`.`,
        pointer: `/${key}`,
      },
    ];
  });
}
