/** What tests and pages do with a mock, in whichever form it is. */
import type { JsonObject } from '../openapi/json/json-value.ts';
import type { Collection } from './collection.ts';
import type { Fault, FaultOptions } from './faults.ts';
import type { RequestMatch, RequestView } from './received.ts';

/**
 * One isolated mock: the same in a page, in a process and behind a socket.
 *
 * @typeParam Paths The `paths` of the document, as openapi-typescript writes them. Default: any.
 * @typeParam View What is seen of a request.
 */
export interface TestControls<Paths = unknown, View extends RequestView = RequestView> {
  /**
   * What is created at a path, to be seeded, listed, looked into and cleared without requests.
   *
   * @param path With values in place of braces: `/members/7/loans`.
   * @throws {StateError} where no operation of the document creates anything there.
   */
  collection<Path extends string>(path: Path): Collection<CreatedAt<Paths, Path>>;
  /** How many each collection holds, by its path. */
  readonly collections: ReadonlyMap<string, number>;
  /** Adds a fault. Default: the next request gets 500. */
  failNext(fault?: Partial<FaultOptions>): Fault;
  readonly faults: {
    list(): Fault[];
    /** False where no fault has the id. */
    remove(id: number): boolean;
    clear(): void;
  };
  /** Milliseconds before each answer. */
  latency: number;
  /**
   * What was asked and answered, the newest last, without secrets and without preflights of browsers; the
   * list is bounded.
   *
   * @param match Which are meant. Default: all.
   * @throws {StateError} for an operation that the document doesn't have.
   */
  requests(match?: RequestMatch | ((request: View) => boolean)): readonly View[];
  /** Forgets what was asked. */
  clearRequests(): void;
  /** Back to the start, with no recorded requests. */
  reset(): void;
}

/** What the operation at a path takes and tells of what it creates; any object where the types don't say. */
export type CreatedAt<Paths, Path extends string> = [Creation<Paths, Path>] extends [never]
  ? JsonObject
  : Creation<Paths, Path>;

type Creation<Paths, Path extends string> = {
  [Key in keyof Paths & string]: Path extends Filled<Key> ? ResourceOf<Paths[Key]> : never;
}[keyof Paths & string];

/** A path with anything in place of its braces. */
type Filled<Template extends string> = Template extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Template;

/** What is sent counts; what only answers have may be there. */
type ResourceOf<Item> = Item extends { post: infer Post }
  ? Sent<Post> & Partial<Omit<Told<Post>, keyof Sent<Post>>>
  : never;

type Sent<Post> = Post extends { requestBody?: infer Body } ? Json<NonNullable<Body>> : object;

type Told<Post> = Post extends { responses: infer Responses }
  ? Json<Responses[keyof Responses & (200 | 201)]>
  : object;

type Json<Message> = Message extends { content: { 'application/json': infer Body extends object } }
  ? Body
  : object;
