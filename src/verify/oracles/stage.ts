import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import type { RequestParts } from '../../http/compose-request.ts';
import { kebabCase } from '../../model/kebab-case.ts';
import type { Operation } from '../../model/operation.ts';
import { identityInLocation } from '../../model/resources/identity.ts';
import { referenceKey } from '../../model/resources/body-references.ts';
import { namesakeOf } from '../../model/resources/relations.ts';
import { endsInParameter } from '../../model/resources/names.ts';
import { opened } from '../../model/resources/envelope.ts';
import { asCreated, envelopesIn, envelopesOf } from '../../model/resources/envelopes-in.ts';
import {
  type CaseTemplate,
  type Given,
  type JudgedExchange,
  NOTHING_GIVEN,
  acceptanceOf,
  completionOf,
  notPromised,
  parametersIn,
  pathOf,
  renewed,
  withGiven,
  etagOf,
} from '../cases/case.ts';
import type { Variation } from '../cases/generate/candidate.ts';
import type { GenerateContext } from '../cases/generate/case-generator.ts';
import { underNewName } from '../cases/generate/resource-candidates.ts';
import { variationOf } from '../cases/generate/generate-cases.ts';
import { around, leftBy, rereadOf } from '../cases/left-by.ts';
import { isForbiddenScene, withOtherTexts } from '../cases/other-texts.ts';
import { jsonIn } from '../checks/json-response.ts';
import { successPointer } from '../checks/standing.ts';
import type { Patience } from './patience.ts';
import { isPut } from '../../model/resources/put-families.ts';
import { type ResourceOperations, kindReferredTo } from './resource-operations.ts';
import { type Resource, isAgain, viewIn, withChanged } from './resource-view.ts';
import type { Remark, SceneObservation, SceneRequest, Send } from './scene-parts.ts';
import { isSole } from './soles.ts';
import { isAnswered } from '../../http/exchange.ts';

/** Ends a scene of which a request isn't sent, or has no success to build on. */
class SceneOver extends Error {}

/** What a stage works with. */
interface StageOptions {
  readonly send: Send;
  readonly generate: GenerateContext;
  /** The operation that the scene is about, and its title. */
  readonly scene: { readonly operation: Operation; readonly title: string };
  /** What the ids of the scene's cases begin with. */
  readonly id: string;
  /** That of the run. */
  readonly patience: Patience;
}

/** Where a scene is played: sends its requests, remembers them, and notes what it observes. */
export class Stage {
  readonly document: OpenApiDocument;
  /** The one that the scene is about. */
  readonly operation: Operation;
  readonly patience: Patience;
  readonly #options: StageOptions;
  readonly #sent: JudgedExchange[];
  readonly #observed: SceneObservation[];
  /** What those that are put refer to, by the keys of their references. */
  readonly #referred: Record<string, JsonValue> = {};
  /** What was created, for others that refer to it to lie in the same. */
  readonly #made: Resource[] = [];
  /** What is being made for others to refer to: two kinds may refer to each other. */
  readonly #making = new Set<Operation>();

  constructor(
    options: StageOptions,
    sent: JudgedExchange[] = [],
    observed: SceneObservation[] = [],
  ) {
    this.#options = options;
    this.#sent = sent;
    this.#observed = observed;
    this.document = options.generate.document;
    this.operation = options.scene.operation;
    this.patience = options.patience;
  }

  /** The same stage, with requests as another one sends them: whether they are taken nothing promises. */
  as(sender: Pick<RequestParts, 'asOtherClient' | 'otherScheme'>, reason: string): Stage {
    const { send } = this.#options;
    const options: StageOptions = {
      ...this.#options,
      send: (template) =>
        send({
          ...template,
          validity: notPromised(reason),
          build: (fresh) => ({ ...template.build(fresh), ...sender }),
        }),
    };
    return new Stage(options, this.#sent, this.#observed);
  }

  /** Plays a scene to its end, or as far as it comes. */
  async play(act: (stage: Stage) => Promise<void>): Promise<readonly SceneObservation[]> {
    try {
      await act(this);
    } catch (error) {
      if (!(error instanceof SceneOver)) throw error;
    }
    return this.#observed;
  }

  /**
   * A new resource, in parents of its own unless `given` names them.
   *
   * @throws an error that ends the scene where it isn't created.
   */
  async create(kind: ResourceOperations, request: SceneRequest = {}): Promise<Resource> {
    return (await this.make(kind, request)) ?? this.end();
  }

  /** As {@link create}; `undefined` where it isn't created, or is one of the scene's others again. */
  async make(kind: ResourceOperations, request: SceneRequest = {}): Promise<Resource | undefined> {
    if (isPut(kind)) return this.#put(kind, request);
    const given = request.given ?? (await this.#aroundReferred(kind, request));
    const made = this.createdBy(kind, await this.sendCreation(kind, { ...request, given }));
    if (made !== undefined) this.#made.push(made);
    return made && isAgain(made, this.#made) ? undefined : made;
  }

  /** What one lies in that is to refer to what the scene has made: where that lies. */
  async #aroundReferred(
    kind: ResourceOperations,
    { referring = {} }: SceneRequest,
  ): Promise<Given | undefined> {
    const named = new Set(Object.values(referring));
    for (const { kind: made, given, identity } of this.#made) {
      const { item = made.create.path } = made.family;
      const found = named.has(identity) && around(kind.family, item, given);
      const references = found && { ...found.references, ...referring };
      if (references)
        return { ...found, references: await this.#referredBy(kind, { ...found, references }) };
    }
    return undefined;
  }

  /**
   * Creates one; where what is there forbids it, once more about other resources, as a student is enrolled in a course
   * once.
   */
  async sendCreation(kind: ResourceOperations, request: SceneRequest): Promise<JudgedExchange> {
    const { given } = request;
    const references = given && (await this.#referredBy(kind, given));
    const around = given && { ...given, references };
    const exchange = await this.send(kind.create, { ...request, given: around });
    if (!isAnswered(exchange, 409, 422)) return exchange;
    const taken = await this.#createAnew(kind, request);
    return taken && acceptanceOf(taken) ? taken : exchange;
  }

  /** Creates one that refers to new resources, in the same place; `undefined` where it refers to none. */
  async #createAnew(
    kind: ResourceOperations,
    { given, ...request }: SceneRequest,
  ): Promise<JudgedExchange | undefined> {
    if (given === undefined) {
      const template = this.template(kind.create, request);
      const anew = template?.references?.length ? renewed(template) : undefined;
      return anew && this.deliver(anew);
    }
    const references = await this.#referredBy(kind, { ...given, references: {} }, {});
    if (Object.keys(references).length === 0) return undefined;
    return this.send(kind.create, { ...request, given: { ...given, references } });
  }

  /** What clients make by saying what is there, below a resource of its own where it lies below one. */
  async #put(kind: ResourceOperations, request: SceneRequest): Promise<Resource | undefined> {
    const { owner, create } = kind;
    // There is no other one.
    if (isSole(kind) && this.#sent.some(({ case: { operation } }) => operation === create))
      return undefined;
    const { item: versioned, parameter } = kind.family;
    const isNamed = endsInParameter(create.path);
    const around = isNamed ? request.given : undefined;
    const above = around === undefined && owner ? await this.create(owner, request) : undefined;
    const found = around ?? above?.given ?? NOTHING_GIVEN;
    const references = await this.#referredBy(kind, found);
    const namesake = await this.#namesake(kind);
    const name = namesake && { [parameter]: namesake.identity };
    const parent = { ...found.parameters, ...name };
    const surroundings = { ...found, parameters: parent, references, etag: undefined };
    const isBelowNew = above !== undefined;
    const underName = (): Variation | undefined =>
      namesake ? request : underNewName(this.document, kind.family, { ...request, isBelowNew });
    const named = isNamed ? underName() : {};
    if (named === undefined) return undefined;
    const exchange = await this.send(create, { ...named, given: surroundings });
    const path = pathOf(exchange.case);
    const identity = isNamed ? identityInLocation(path, kind.family) : (above?.identity ?? path);
    if (identity === undefined || acceptanceOf(exchange) === undefined) return undefined;
    const view = this.view(kind, exchange) ?? {};
    const parameters = { ...surroundings.parameters, [parameter]: identity };
    const left = { parameters, etag: etagOf(exchange), versioned, resource: view };
    return { kind, given: { ...surroundings, ...left }, identity, view, exchange };
  }

  /** What has to be there for one of a kind to be put under its name. */
  async #namesake({ family }: ResourceOperations): Promise<Resource | undefined> {
    const other = namesakeOf(this.document, family);
    const kind = other && kindReferredTo(this.document, referenceKey(other.collection, 0));
    return kind && this.create(kind);
  }

  /**
   * What the body of a kind refers to, made for it where nothing is known: what is created anywhere has it made by itself.
   *
   * @param known By the keys of the references. Default: what others of the scene refer to.
   */
  async #referredBy(
    kind: ResourceOperations,
    given: Given,
    known = this.#referred,
  ): Promise<Record<string, JsonValue>> {
    const { generate } = this.#options;
    const wanted = variationOf(generate, kind.create, {}, new Set())?.references ?? [];
    const found: Record<string, JsonValue> = { ...known, ...given.references };
    for (const { key } of wanted.filter((reference) => found[reference.key] === undefined)) {
      const target = kindReferredTo(this.document, key);
      if (target === undefined || this.#making.has(target.create)) continue;
      this.#making.add(target.create);
      const above = around(target.family, kind.create.path, given);
      const made = await this.make(target, { given: above });
      this.#making.delete(target.create);
      if (made === undefined) continue;
      found[key] = made.identity;
      // Elsewhere it is not there.
      if (above === undefined) this.#referred[key] = made.identity;
    }
    return found;
  }

  /** What an exchange has created; `undefined` where nothing was, as far as its answer tells. */
  createdBy(kind: ResourceOperations, exchange: JudgedExchange): Resource | undefined {
    const { family } = kind;
    const before = exchange.case.given ?? NOTHING_GIVEN;
    const given = leftBy(exchange, { creates: asCreated(this.document, family) }, before);
    const identity = given?.parameters[family.parameter];
    if (given === undefined || identity === undefined) return undefined;
    const view = this.view(kind, exchange) ?? {};
    return { kind, given, identity, view, exchange };
  }

  /**
   * The resource as it is now.
   *
   * @throws an error that ends the scene where it can't be read.
   */
  async read(resource: Resource, request: SceneRequest = {}): Promise<Resource> {
    const { kind, given } = resource;
    if (kind.read === undefined) return this.end();
    const exchange = await this.succeed(kind.read, { given, ...request });
    const view = this.view(kind, exchange) ?? this.end();
    const etag = etagOf(exchange);
    return {
      ...resource,
      exchange,
      view,
      given: { ...given, etag, versioned: kind.read.path, resource: view },
    };
  }

  /**
   * What a request beside a resource needs: its parents, and not itself.
   *
   * @param kind Beside which of its parents. Default: beside the resource itself.
   */
  besides({ kind: resourceKind, given }: Resource, kind: ResourceOperations = resourceKind): Given {
    const parameters = parametersIn(kind.family.collection, given);
    return { ...given, parameters, resource: {}, etag: undefined };
  }

  /** A change of the resource in a body, in its envelope. */
  changing(
    kind: ResourceOperations,
    operation: Operation,
    change: (resource: JsonObject) => JsonObject,
  ): NonNullable<Variation['change']> {
    return ({ value: body, ...parts }) => {
      if (!isJsonObject(body)) return { ...parts, value: body };
      return { ...parts, value: withChanged(this.document, kind, operation, { body, change }) };
    };
  }

  /** The resource in an answer about one of a kind, out of its envelope. */
  view(kind: ResourceOperations, exchange: JudgedExchange): JsonObject | undefined {
    const body = jsonIn(acceptanceOf(exchange));
    if (body === undefined) return undefined;
    const { told } = envelopesOf(this.document, exchange.case.operation, kind.family);
    return viewIn(kind, body, told);
  }

  /**
   * Sends a request of an operation.
   *
   * @throws an error that ends the scene where it isn't sent.
   */
  async send(operation: Operation, request: SceneRequest = {}): Promise<JudgedExchange> {
    const given = request.given && (await this.#upToDate(operation, request.given));
    const template = this.template(operation, { ...request, given }) ?? this.end();
    const exchange = await this.deliver(template);
    if (!isForbiddenScene(template, exchange)) return exchange;
    const again = await this.deliver(withOtherTexts(template));
    return acceptanceOf(again) === undefined ? exchange : again;
  }

  /** What is given, with the version that it has by now. */
  async #upToDate(operation: Operation, given: Given): Promise<Given> {
    const read = rereadOf(this.document, this.#sent, operation, given);
    if (read === undefined) return given;
    const validity = notPromised('it is read for its version');
    const template = this.template(read, { given: { ...given, etag: undefined }, validity });
    const exchange = template && (await this.deliver(template));
    const told = (exchange && jsonIn(acceptanceOf(exchange))) ?? null;
    const resource = opened(told, envelopesIn(this.document, read).told);
    return { ...given, etag: exchange && etagOf(exchange), resource: resource ?? given.resource };
  }

  /** Sends a request that must succeed for the scene to go on. */
  async succeed(operation: Operation, request: SceneRequest = {}): Promise<JudgedExchange> {
    const exchange = await this.send(operation, request);
    return acceptanceOf(exchange) === undefined ? this.end() : exchange;
  }

  /** As {@link succeed}, of a request that must be done for the scene to go on. */
  async finish(operation: Operation, request: SceneRequest = {}): Promise<JudgedExchange> {
    const exchange = await this.send(operation, request);
    return completionOf(exchange) === undefined ? this.end() : exchange;
  }

  /** A request of an operation, to be sent any number of times; `undefined` where none can be made up. */
  template(
    operation: Operation,
    { given, referring, isUnprepared, ...variation }: SceneRequest,
  ): CaseTemplate | undefined {
    const { generate, scene, id: sceneId } = this.#options;
    const names = new Set(Object.keys({ ...given?.found, ...given?.parameters }));
    const found = variationOf(generate, operation, variation, given && names);
    if (found === undefined) return undefined;
    const step = operation === scene.operation ? [] : [kebabCase(operation.id)];
    const isPlain = variation.change === undefined && referring === undefined;
    const isOrdinary = isPlain || found.validity.kind !== 'valid';
    // A service may have rules of its own about what goes together.
    const validity = isOrdinary ? found.validity : notPromised('it differs from the plain request');
    const staged = { id: [sceneId, ...step].join('/'), title: scene.title, isStaged: true };
    const build: CaseTemplate['build'] = (fresh) =>
      found.build({ ...fresh, given: { ...fresh.given, ...referring } });
    const template = { ...found, build, validity, ...staged, isUnprepared };
    if (given === undefined) return template;
    // What is read is for the oracle to judge.
    const resource = operation.method === 'GET' ? {} : given.resource;
    return withGiven(template, { ...given, resource });
  }

  /** As {@link send}, of a template. */
  async deliver(template: CaseTemplate): Promise<JudgedExchange> {
    const exchange = (await this.#options.send(template)) ?? this.end();
    this.#sent.push(exchange);
    return exchange;
  }

  /** Notes what is wrong with an exchange, or shows in those after it. */
  report(exchange: JudgedExchange, remark: Remark): void {
    const pointer = successPointer(exchange.case.operation);
    const usual = { severity: 'violation', rule: 'R9', pointer } as const;
    this.#observed.push({ ...usual, ...remark, exchange, sequence: [...this.#sent] });
  }

  /** Ends the scene: there is nothing to build on. */
  end(): never {
    throw new SceneOver();
  }
}
