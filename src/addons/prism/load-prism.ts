/** The only module that imports Prism, and it does so when it is called. */
import type * as PrismHttp from '@stoplight/prism-http';
import { createRequire } from 'node:module';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { isMultipleOf } from '../../openapi/json/exact-number.ts';
import { installLine, isNodeTooOld } from '../../package-root.ts';
import { plainDocument } from './plain-json.ts';

type PrismInstance = ReturnType<typeof PrismHttp.createInstance>;
type PrismOperation = Awaited<ReturnType<typeof PrismHttp.getHttpOperationsFromSpec>>[number];

/** A request as Prism sees it. */
export type PrismRequest = Parameters<PrismInstance['request']>[0];
/** A response as Prism sees it. */
export type PrismResponse = Extract<PrismResult, { _tag: 'Right' }>['right']['output'];
/** What Prism comes to: `Left` with its error, or `Right` with output and validations. */
type PrismResult = Awaited<ReturnType<ReturnType<PrismInstance['request']>>>;
/** A finding before its side is known. */
export type PrismDiagnostic = Extract<
  PrismResult,
  { _tag: 'Right' }
>['right']['validations']['input'][number];

/**
 * Called by Prism between its two validations, for the response, with the operation (`METHOD /path`)
 * where the document has one.
 */
type Forward = (operation: string | undefined) => PrismResponse;

/** A request that knows who answers it: Prism hands the very object to its forwarder. */
interface ForwardableRequest extends PrismRequest {
  readonly forward: Forward;
}

/** Prism, ready for requests. */
export interface Prism {
  /** Validates the request, forwards it, validates the response. Can throw what Prism throws. */
  request(request: PrismRequest, forward: Forward): Promise<PrismResult>;
}

/**
 * Imports Prism and makes an instance in proxy mode. Takes about half a second, in which the
 * process does nothing else.
 *
 * @param options.errors Prism's own flag: unknown routes are errors.
 */
export async function loadPrism(
  document: OpenApiDocument,
  options: { readonly errors: boolean },
): Promise<Prism> {
  const { createInstance, getHttpOperationsFromSpec } = await importPrism();
  // Prism's type asks for a string or an interface of every OpenAPI version; it gets 3.1.
  const spec = plainDocument(document.root) as Parameters<typeof getHttpOperationsFromSpec>[0];
  const operations = await getHttpOperationsFromSpec(spec);
  liftSafeIntegerBounds(operations);
  dropEmptyParameters(operations);
  const instance = createInstance(
    {
      isProxy: true,
      // Never asked: our own `forward` knows where to go.
      upstream: new URL('http://upstream.invalid/'),
      upstreamProxy: undefined,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: options.errors,
      mock: { dynamic: false },
    },
    { logger: silentLogger(), forward: forwardComponent },
  );
  return {
    request: (request, forward) => {
      const forwardable: ForwardableRequest = { ...request, forward };
      return instance.request(forwardable, operations)();
    },
  };
}

let imported: Promise<typeof PrismHttp> | undefined;

/** Once a thread: what is changed of Prism must not be changed again. */
function importPrism(): Promise<typeof PrismHttp> {
  return (imported ??= importChangedPrism());
}

async function importChangedPrism(): Promise<typeof PrismHttp> {
  const name = '@stoplight/prism-http';
  try {
    const requirePrism = createRequire(createRequire(import.meta.url).resolve(name));
    assertNode(requirePrism(`${name}/package.json`));
    // What the validator is made with, fp-ts and its keywords, before anything loads it.
    quickenFpTs(requirePrism);
    loadWithExactMultiples(requirePrism);
    quickenPrism(requirePrism);
    return await import('@stoplight/prism-http');
  } catch (error) {
    // An optional peer: Node's own message would name this file and no way out.
    if (!String(error).includes(`'${name}'`)) throw error;
    throw new Error(`${name} is not installed (${installLine(name)})`, { cause: error });
  }
}

/** The kit itself works with older Nodes than Prism. */
function assertNode({ engines }: { readonly engines?: { readonly node?: string } }): void {
  const range = engines?.node ?? '';
  if (!isNodeTooOld(range)) return;
  throw new Error(`Prism needs Node ${range}, and this is ${process.versions.node}`);
}

const forwardComponent: PrismHttp.PrismHttpComponents['forward'] =
  ({ data }, _baseUrl, _proxy, resource) =>
  () =>
  async () => {
    const { forward } = data as ForwardableRequest;
    return { _tag: 'Right', right: forward(resource && operationKey(resource)) };
  };

function operationKey(operation: PrismOperation): string {
  return `${operation.method.toUpperCase()} ${operation.path}`;
}

/** What Prism logs is told by its findings; a real logger costs more than the validation. */
function silentLogger(): PrismHttp.PrismHttpComponents['logger'] {
  const silent = (): void => {};
  const logger: Record<string, unknown> = { level: 'silent' };
  for (const level of ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal']) {
    logger[level] = silent;
  }
  logger['child'] = () => logger;
  return logger;
}

/**
 * Prism's conversion narrows every int64 to ±(2^53-1), which refuses half of the valid integers.
 * The true bounds are checked by `BodyFindings`.
 */
function liftSafeIntegerBounds(root: unknown, seen: Set<object> = new Set()): void {
  if (typeof root !== 'object' || root === null || seen.has(root)) return;
  seen.add(root);
  const schema = root as Record<string, unknown>;
  if (schema['format'] === 'int64') {
    if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
    if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  }
  for (const child of Object.values(root)) liftSafeIntegerBounds(child, seen);
}

/** Prism takes the path apart for every request, also where the document has no parameters. */
function dropEmptyParameters(operations: readonly PrismOperation[]): void {
  for (const { request } of operations) {
    for (const place of ['path', 'query', 'headers'] as const) {
      if (request?.[place]?.length === 0) delete request[place];
    }
  }
}

/** What Ajv knows of a keyword. */
interface KeywordDefinition {
  code?: unknown;
  compile?: unknown;
  $data?: unknown;
}

/**
 * Makes Prism's validator divide as decimals: 4.35 is a multiple of 0.01, although the doubles next
 * to them don't divide (JSON Schema 2020-12, validation 6.2.1). Other users of Ajv in this process
 * keep theirs. Only works before Prism is loaded; where a later version of it has other modules, they
 * stay as they are.
 */
function loadWithExactMultiples(requirePrism: NodeJS.Require): void {
  const validator = './validator/validators/utils.js';
  let definition: KeywordDefinition;
  try {
    const requireAjv = createRequire(requirePrism.resolve(validator));
    const module: unknown = requireAjv('ajv/dist/vocabularies/validation/multipleOf');
    definition = (module as { default: KeywordDefinition }).default;
  } catch {
    return;
  }
  const stock = { ...definition };
  delete definition.code;
  // Ajv wants more of a keyword whose value may stand in the data, which no schema asks for.
  delete definition.$data;
  definition.compile = compileMultipleOf;
  try {
    // An instance of Ajv copies the keywords when it is made, which the validator does at once.
    requirePrism(validator);
  } finally {
    delete definition.compile;
    Object.assign(definition, stock);
  }
}

function compileMultipleOf(divisor: number): (value: number) => boolean {
  return (value) => divisor > 0 && isMultipleOf(value, divisor);
}

type Function = (...args: unknown[]) => unknown;

/**
 * Makes functions cheaper that fp-ts makes its own with: together with those of {@link quickenPrism}
 * they are a third of Prism's time. Only works before anything of fp-ts is loaded.
 */
export function quickenFpTs(requirePrism: NodeJS.Require): void {
  replace(requirePrism, 'fp-ts/function', 'dual', () => dual);
}

/**
 * Makes pure functions cheaper that Prism calls for every exchange. What they come to stays the same.
 * Only works before Prism is loaded; where a later version of Prism has no such function, it stays as
 * it is.
 */
export function quickenPrism(requirePrism: NodeJS.Require): void {
  const matching = './validator/utils/wildcardMediaTypeMatch.js';
  replace(requirePrism, matching, 'wildcardMediaTypeMatch', remembering);
  replace(requirePrism, './validator/validators/headers.js', 'parseMIMEHeader', remembering);
  replace(requirePrism, 'type-is', 'is', remembering);
  replace(requirePrism, './validator/utils/spec.js', 'findOperationResponse', rememberingByList);
}

function replace(
  requirePrism: NodeJS.Require,
  module: string,
  name: string,
  by: (original: Function) => Function,
): void {
  let exported: Record<string, unknown>;
  try {
    exported = requirePrism(module) as Record<string, unknown>;
  } catch {
    return;
  }
  const original = exported[name];
  if (typeof original === 'function') exported[name] = by(original as Function);
}

/**
 * fp-ts makes its functions with this: `f(self, a)` and `f(a)(self)` come to the same. Its own
 * version copies the arguments by an iterator at every call.
 */
function dual(arity: unknown, body: unknown): Function {
  const call = body as Function;
  const isDataFirst =
    typeof arity === 'number'
      ? (args: IArguments | unknown[]) => args.length >= arity
      : (arity as (args: unknown[]) => boolean);
  if (arity !== 2) {
    return (...args) =>
      isDataFirst(args) ? call(...args) : (self: unknown) => call(self, ...args);
  }
  // Three parameters and a count, since a rest parameter is an array at every call.
  return function (this: unknown, first: unknown, second: unknown): unknown {
    if (arguments.length === 2) return call(first, second);
    if (arguments.length === 1) return (self: unknown) => call(self, first);
    return arguments.length === 0 ? (self: unknown) => call(self) : call(...arguments);
  };
}

/** Results that are remembered at most: what they are of comes from clients. */
const MAX_REMEMBERED = 256;

function recall(known: Map<unknown, unknown>, key: unknown, make: () => unknown): unknown {
  let result = known.get(key);
  if (result === undefined) {
    result = make();
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, result);
  }
  return result;
}

/** Remembers what a function of a text came to, alone or with another text or a list of them. */
function remembering(original: Function): Function {
  const known = new Map<unknown, unknown>();
  return (...args) => {
    const [a, b] = args;
    const isText = b === undefined || typeof b === 'string' || Array.isArray(b);
    if (typeof a !== 'string' || !isText || args.length > 2) return original(...args);
    return recall(known, b === undefined ? a : `${a}\n${String(b)}`, () => original(...args));
  };
}

/** Remembers what a function of a list and a number came to: the documented response of a status. */
function rememberingByList(original: Function): Function {
  const known = new WeakMap<object, Map<unknown, unknown>>();
  return (list, status) => {
    if (typeof list !== 'object' || list === null) return original(list, status);
    const results = known.get(list) ?? new Map<unknown, unknown>();
    known.set(list, results);
    return recall(results, status, () => original(list, status));
  };
}
