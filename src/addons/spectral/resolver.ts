/**
 * What Spectral resolves references by where the rules are the kit's. Its own resolver comes to the stack's end in
 * circles of files, looks for some files in the wrong folder, and asks any machine. No rule needs what is in schemas.
 */
import { dirname, resolve } from 'node:path';
import { DocumentLinker } from '../../openapi/link-document.ts';
import {
  type FaultOf,
  addressOf,
  isUrl,
  readReferencedFiles,
} from '../../openapi/files/referenced-files.ts';
import {
  type JsonObject,
  type JsonValue,
  copyJson,
  isJsonObject,
} from '../../openapi/json/json-value.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import { childPointer, valueAt } from '../../openapi/pointer.ts';
import { readYaml } from '../../openapi/read-yaml.ts';
import { isSwagger, upgradeSwagger } from '../../openapi/upgrade-swagger.ts';

/** A file as Spectral's resolver hands it on; Spectral puts what it has parsed into `result`. */
interface ReadFile {
  readonly targetAuthority: { href(): string };
  result: unknown;
}

interface ResolveOptions {
  /** Path or address of the document. */
  readonly baseUri?: string;
  /** Has Spectral parse a file, and know it from now on. */
  parseResolveResult(this: void, file: ReadFile): Promise<ReadFile>;
}

/** References by where they stand in a file, as `#/…`. */
type ReferenceMap = Record<string, string>;

interface Resolved {
  readonly result: unknown;
  readonly errors: readonly [];
  readonly refMap: ReferenceMap;
  /** By the path or address of a file. */
  readonly graph: { getNodeData(this: void, file: string): { readonly refMap: ReferenceMap } };
}

/** Spectral's interface of a resolver. */
interface Resolver {
  readonly uriCache: object;
  resolve(data: JsonValue, options: ResolveOptions): Promise<Resolved>;
}

/** Why files of a document can't be had, by their addresses. */
const faultsOf = new WeakMap<object, ReadonlyMap<string, FaultOf>>();

/** Why files that a document refers to can't be had, by their addresses; `undefined` where nobody has tried. */
export function missingFiles(data: unknown): ReadonlyMap<string, FaultOf> | undefined {
  return typeof data === 'object' && data !== null ? faultsOf.get(data) : undefined;
}

/** @param allowed Folders and beginnings of URLs that references may lead to, beside a document's folder. */
export function resolverWithin(allowed: readonly string[]): Resolver {
  return {
    uriCache: {},
    resolve: async (data, { baseUri = 'document', parseResolveResult }) => {
      const files = new Map<string, JsonValue>([[baseUri, data]]);
      const faults = new Map<string, FaultOf>();
      for (const [file, text] of await filesOf(data, baseUri, allowed, faults)) {
        const read = { targetAuthority: { href: () => file }, result: text as unknown };
        files.set(file, (await parseResolveResult(read)).result as JsonValue);
      }
      if (isJsonObject(data)) faultsOf.set(data, faults);
      const inliner = new Inliner(files);
      const result = inliner.inline(data, { file: baseUri, pointer: '' }, []);
      const getNodeData = (file: string): { readonly refMap: ReferenceMap } => {
        return { refMap: inliner.references.get(file) ?? {} };
      };
      return { result, errors: [], refMap: getNodeData(baseUri).refMap, graph: { getNodeData } };
    },
  };
}

/** The texts of the files that a document refers to, by path or address. */
async function filesOf(
  data: JsonValue,
  source: string,
  allowed: readonly string[],
  faults: Map<string, FaultOf>,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (!isJsonObject(data)) return texts;
  const written = copyJson(data) as JsonObject;
  const value = isSwagger(written) ? upgradeSwagger(written).root : written;
  const linker = new DocumentLinker({ value, locate: () => undefined }, addressOf(source));
  const reader = {
    file: source,
    get missing(): string[] {
      return linker.missing.filter((address) => !faults.has(address));
    },
    add: (address: string, text: string, file: string): void => {
      texts.set(file, text);
      linker.add(address, readYaml(text, file));
    },
    refuse: (address: string, faultOf: FaultOf): void => void faults.set(address, faultOf),
  };
  await readReferencedFiles(reader, source, allowed);
  return texts;
}

/** A place in a file. */
interface Place {
  readonly file: string;
  readonly pointer: string;
}

/** What rules of operations have no business with; only schemas refer to what they are in. */
const LEFT_AS_IT_IS = /^(?:schemas?|itemSchema|definitions|examples?|default|discriminator|x-.*)$/;

/** Puts what parts of operations refer to in their place. */
class Inliner {
  readonly references = new Map<string, ReferenceMap>();
  readonly #files: ReadonlyMap<string, JsonValue>;

  constructor(files: ReadonlyMap<string, JsonValue>) {
    this.#files = files;
  }

  /** @param around What it is put into already. */
  inline(value: JsonValue, place: Place, around: readonly JsonValue[]): JsonValue {
    const below = (child: JsonValue, key: string | number): JsonValue =>
      this.inline(child, { ...place, pointer: childPointer(place.pointer, key) }, around);
    if (Array.isArray(value)) return value.map(below);
    if (!isJsonObject(value)) return value;
    const { $ref: reference } = value;
    if (typeof reference === 'string') {
      const [found, target] = this.#find(reference, place.file);
      if (found === undefined || around.includes(found)) return value;
      this.#note(place, reference);
      return this.inline(found, target, [...around, found]);
    }
    const entries = Object.entries(value).map(
      ([key, child]) => [key, LEFT_AS_IT_IS.test(key) ? child : below(child, key)] as const,
    );
    return Object.fromEntries(entries);
  }

  #find(reference: string, from: string): [value: JsonValue | undefined, place: Place] {
    const [path = '', fragment = ''] = reference.split('#', 2);
    const file = path === '' ? from : fileAt(path, from);
    const pointer = percentDecoded(fragment);
    const root = this.#files.get(file);
    return [root === undefined ? undefined : valueAt(root, pointer), { file, pointer }];
  }

  #note({ file, pointer }: Place, reference: string): void {
    const known = this.references.get(file) ?? {};
    const place = pointer.split('/').map((segment) => encodeURIComponent(segment));
    known[`#${place.join('/')}`] = reference;
    this.references.set(file, known);
  }
}

function fileAt(path: string, from: string): string {
  if (isUrl(path)) return path;
  if (!isUrl(from)) return resolve(dirname(from), percentDecoded(path));
  return URL.canParse(path, from) ? new URL(path, from).href : path;
}
