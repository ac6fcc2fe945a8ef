import { type JsonValue, getProperty, isJsonObject } from '../../openapi/json/json-value.ts';
import { textOf } from '../../openapi/json/stringify-json.ts';
import { jsonOf } from '../../http/body-text.ts';
import type { RequestParts } from '../../http/compose-request.ts';
import { type ReceivedResponse, headerValue } from '../../http/exchange.ts';
import { type ExpressionContext, type Link, expressionValue, linksIn } from '../../model/links.ts';
import { type Operation, documentedResponse, operations } from '../../model/operation.ts';
import { matchOperation, pathTemplate } from '../../model/routes.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import { type Given, type JudgedExchange, NOTHING_GIVEN, acceptanceOf } from '../cases/case.ts';
import type { Observation } from '../checks/check.ts';
import { printable, showTyped } from '../checks/show.ts';
import { successPointer } from '../checks/standing.ts';
import { schemasOf } from './compared.ts';
import type { Cast, Oracle, Resource, ResourceOperations, Scene, Stage } from './oracle.ts';

/** Where an answer says that something is, it is. */
export const links: Oracle = {
  id: 'links',
  because:
    'The Location of a 201 refers to what was created (RFC 9110, 10.2.2); a link says how to go on from an answer (OpenAPI 3.1.0, 4.8.20).',
  *scenes(cast) {
    const others = new Set(cast.resources.flatMap(({ list, read }) => [list, read]));
    for (const kind of cast.resources) {
      const { read, create } = kind;
      if (read === undefined) continue;
      const play = (stage: Stage): Promise<void> => playLocation(stage, kind, others);
      yield { operation: create, title: 'leads to what it creates', requests: 3, play };
      const { told } = schemasOf(cast.document, kind);
      if (!LINKS.some((name) => told.has(name))) continue;
      const see = (stage: Stage): Promise<void> => playSelf(stage, kind);
      yield { operation: read, title: 'leads to itself', requests: 3, play: see };
    }
    yield* linkScenes(cast);
  },
};

/** Reads what a Location names. What can't be read by its own path either is not there yet, or not for us. */
async function playLocation(
  stage: Stage,
  kind: ResourceOperations,
  others: ReadonlySet<Operation | undefined>,
): Promise<void> {
  const created = await stage.create(kind);
  const { exchange, given } = created;
  const location = locationOf(exchange);
  if (location === undefined) return;
  const target = targetOf(location, exchange);
  if (target === undefined) return stage.report(exchange, outside(kind, location, exchange));
  const found = await follow(stage, created, target);
  // Another success than 201 may say where something else is, such as how far it has come.
  const isElsewhere =
    acceptanceOf(exchange)?.status === 201 &&
    found.case.operation !== kind.read &&
    others.has(found.case.operation);
  const isIt = isElsewhere ? false : isOf(stage, created, found);
  if (isIt || isIt === undefined) return;
  const read = await stage.send(kind.read!, { given });
  if (isOf(stage, created, read) !== true) return;
  const isThere = acceptanceOf(found) !== undefined;
  stage.report(exchange, {
    ...wrong(kind),
    message: isThere ? 'Location leads to another resource' : 'Location leads to nothing',
    received: `Location: ${printable(location)}, where GET gets ${showAnswer(found)}`,
    documented: 'what was created (RFC 9110, 10.2.2)',
  });
}

/** Where HAL has links, and JSON:API. */
const LINKS = ['_links', 'links'];

/** A resource says by `self` where it is (draft-kelly-json-hal, 4.1.1; JSON:API 1.1, 7.6). */
async function playSelf(stage: Stage, kind: ResourceOperations): Promise<void> {
  const resource = await stage.read(await stage.create(kind));
  const { exchange, view } = resource;
  const self = LINKS.flatMap((name) => selfIn(getProperty(view, name) ?? null))[0];
  const target = self === undefined ? undefined : targetOf(self, exchange);
  // What leads elsewhere may be another way to the same server.
  if (self === undefined || target === undefined) return;
  const found = await follow(stage, resource, target);
  if (isOf(stage, resource, found) !== false) return;
  const isThere = acceptanceOf(found) !== undefined;
  stage.report(exchange, {
    severity: 'violation',
    rule: 'R9',
    message: isThere ? 'self leads to another resource' : 'self leads to nothing',
    received: `self: ${printable(self)}, where GET gets ${showAnswer(found)}`,
    documented: 'the resource that has the link',
    pointer: successPointer(kind.read!),
  });
}

/** The address of `self`, as it is or in an object. */
function selfIn(all: JsonValue): string[] {
  const self = isJsonObject(all) ? (getProperty(all, 'self') ?? null) : null;
  const href = isJsonObject(self) ? getProperty(self, 'href') : self;
  return typeof href === 'string' && /^(?:https?:|\.{0,2}\/)/.test(href) ? [href] : [];
}

/** What a 201 has to say, and another success where the document has the header. */
function locationOf(exchange: JudgedExchange): string | undefined {
  const response = acceptanceOf(exchange);
  if (response === undefined) return undefined;
  const { headers = [] } = documentedResponse(exchange.case.operation, response.status) ?? {};
  const isSaid =
    response.status === 201 || headers.some(({ name }) => name.toLowerCase() === 'location');
  return isSaid ? headerValue(response.headers, 'location') : undefined;
}

/** Path and query below base_url (RFC 3986, 5); `undefined` where it leads elsewhere. */
export function targetOf(
  location: string,
  { request, case: sent }: JudgedExchange,
): string | undefined {
  const base = new URL(request.url.slice(0, request.url.lastIndexOf(sent.request.target)));
  if (!URL.canParse(location, request.url)) return undefined;
  const { origin, pathname, search } = new URL(location, request.url);
  const above = base.pathname.replace(/\/$/, '');
  const isBelow = origin === base.origin && pathname.startsWith(`${above}/`);
  return isBelow ? pathname.slice(above.length) + search : undefined;
}

function outside(
  { create }: ResourceOperations,
  location: string,
  { request }: JudgedExchange,
): Observation {
  const [sent, other] = [request.url, location].map((url) => {
    return URL.canParse(url, request.url) ? new URL(url, request.url).hostname : '';
  });
  return {
    // Behind a proxy, a server may know no better; those who are before it can't get there.
    severity: sent !== other && isInner(other!) ? 'warning' : 'note',
    rule: 'R9',
    message: 'Location leads out of base_url: it is not followed',
    received: `Location: ${printable(location)}`,
    documented: 'nothing; clients that follow it leave the server that they know',
    pointer: successPointer(create),
  };
}

/** A host that only its neighbours know (RFC 1918): an address, or a name without a dot. */
function isInner(host: string): boolean {
  const isAddress = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host);
  const isName = /^[a-z][a-z\d-]*$/i.test(host) && host !== 'localhost';
  return isAddress || isName || /\.(?:internal|local|svc)$/i.test(host);
}

/** Sends a GET for exactly this path, as the operation that the document has there. */
async function follow(
  stage: Stage,
  { kind, given }: Resource,
  target: string,
): Promise<JudgedExchange> {
  const [path = ''] = target.split('?', 1);
  const { operation } = matchOperation(operations(stage.document), 'GET', path, '') ?? {};
  const validity = { kind: 'open', reason: 'a Location names it', strictlyValid: false } as const;
  const change = (parts: RequestParts): RequestParts => ({ ...parts, target: () => target });
  const request = { given, validity, change };
  const template = stage.template(operation ?? kind.read!, request) ?? stage.end();
  // Of a path that the document hasn't, it promises nothing.
  return stage.deliver({ ...template, outsideOperation: operation === undefined });
}

/** Whether an answer is about a resource; `undefined` where it doesn't tell. */
function isOf(
  stage: Stage,
  { kind, identity }: Resource,
  exchange: JudgedExchange,
): boolean | undefined {
  const { outcome, case: sent } = exchange;
  if (acceptanceOf(exchange) === undefined) {
    const isMissing =
      outcome.kind === 'response' && [400, 404, 405, 410].includes(outcome.response.status);
    return isMissing ? false : undefined;
  }
  if (sent.operation !== kind.read) return undefined;
  const view = stage.view(kind, exchange);
  const readIdentity = view && getProperty(view, kind.family.identity ?? '');
  return readIdentity === undefined ? undefined : textOf(readIdentity) === textOf(identity);
}

function wrong({ create }: ResourceOperations): Pick<Observation, 'severity' | 'rule' | 'pointer'> {
  return { severity: 'violation', rule: 'R9', pointer: successPointer(create) };
}

function showAnswer({ outcome }: JudgedExchange): string {
  return outcome.kind === 'response' ? showTyped(outcome.response) : 'no answer';
}

/** What is changed by following is changed only where the run has created it. */
function* linkScenes({ document, resources }: Cast): Generator<Scene, void, undefined> {
  for (const link of linksIn(document)) {
    const { source, target, name } = link;
    const kind = resources.find(({ create }) => create === source);
    const isSafe = target.method === 'GET' || (kind !== undefined && isItem(kind, link));
    if (!isSafe) continue;
    const play = (stage: Stage): Promise<void> => playLink(stage, link, kind);
    yield { operation: source, title: `leads on by ${name}`, requests: 2, play };
  }
}

/** Whether a link leads to the resource that its source creates. */
function isItem({ read, replace, change, remove }: ResourceOperations, { target }: Link): boolean {
  return [read, replace, change, remove].includes(target);
}

/** A link is no promise that it can be followed (OpenAPI 3.1.0, 4.8.20), but for what was just created. */
async function playLink(
  stage: Stage,
  link: Link,
  kind: ResourceOperations | undefined,
): Promise<void> {
  const { source, target, name, pointer } = link;
  const first = await stage.succeed(source);
  const values = valuesOf(link, first) ?? stage.end();
  const given = { ...NOTHING_GIVEN, parameters: values };
  const validity = { kind: 'open', reason: 'a link names it', strictlyValid: false } as const;
  const found = await stage.send(target, { given, validity });
  const { outcome } = found;
  if (outcome.kind === 'failure') return;
  if (![404, 410].includes(outcome.response.status)) return;
  stage.report(first, {
    severity: kind !== undefined && isItem(kind, link) ? 'violation' : 'warning',
    rule: 'R9',
    message: `the link ${name} leads to nothing`,
    received: `${target.method} ${target.path} gets ${showAnswer(found)}`,
    documented: `${target.id}, with what the answer of ${source.id} has`,
    pointer,
  });
}

/** What a link says of the target's parameters; `undefined` where it doesn't say enough for its path. */
function valuesOf(
  { parameters, target, status }: Link,
  exchange: JudgedExchange,
): Given['parameters'] | undefined {
  const response = acceptanceOf(exchange);
  if (response === undefined || !isStatus(response, status)) return undefined;
  const context = contextOf(exchange, response);
  const values = new Map<string, JsonValue>();
  for (const [name, expression] of Object.entries(parameters)) {
    const value = expressionValue(expression, context);
    // Where the answer hasn't got it, there is nothing to follow.
    if (value === undefined || value === null || value === '') return undefined;
    values.set(name, value);
  }
  const isWhole = target.parameters.every(
    (parameter) => parameter.in !== 'path' || values.has(parameter.name),
  );
  return isWhole ? Object.fromEntries(values) : undefined;
}

function isStatus({ status }: ReceivedResponse, documented: string): boolean {
  return documented.toLowerCase() === 'default' || /^2xx$/i.test(documented)
    ? status >= 200 && status < 300
    : documented === `${status}`;
}

function contextOf(
  { request, case: { operation, request: sent } }: JudgedExchange,
  response: ReceivedResponse,
): ExpressionContext {
  const [path = '', query = ''] = sent.target.split('?', 2);
  const inPath = pathTemplate(operation.path).parts(path);
  const inQuery = new URLSearchParams(query);
  const decoded = (text: string | undefined): string | undefined => text && percentDecoded(text);
  return {
    url: request.url,
    method: sent.method,
    statusCode: response.status,
    request: {
      body: sent.value,
      header: (name) => headerValue(sent.headers, name),
      path: (name) => decoded(inPath?.get(name)),
      query: (name) => inQuery.get(name) ?? undefined,
    },
    response: {
      body: jsonOf(response.body),
      header: (name) => headerValue(response.headers, name),
    },
  };
}
