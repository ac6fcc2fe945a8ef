import type { JsonValue } from '../../openapi/json/json-value.ts';
import { jsonOf } from '../../http/body-text.ts';
import { type ReceivedResponse, headerValue, isAnswered } from '../../http/exchange.ts';
import { type ExpressionContext, type Link, expressionValue, linksIn } from '../../model/links.ts';
import { type Operation, documentedResponse } from '../../model/operation.ts';
import { pathTemplate } from '../../model/routes.ts';
import { percentDecoded } from '../../openapi/percent.ts';
import { type Given, type JudgedExchange, NOTHING_GIVEN, acceptanceOf } from '../cases/case.ts';
import { printable } from '../checks/show.ts';
import { answerLinkScenes } from './answer-links.ts';
import { follow, isOf, showAnswer, targetOf } from './following.ts';
import type { Cast, Oracle, ResourceOperations, Scene, Stage } from './oracle.ts';
import type { Remark } from './scene-parts.ts';

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
      yield* answerLinkScenes(kind, cast);
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
  if (target === undefined) return stage.report(exchange, outside(location, exchange));
  const found = await follow(stage, created, target);
  // Another success than 201 may say where something else is, such as how far it has come.
  const isElsewhere =
    acceptanceOf(exchange)?.status === 201 &&
    found.case.operation !== kind.read &&
    others.has(found.case.operation);
  const isIt = isElsewhere ? false : isOf(stage, created, found);
  if (isIt || isIt === undefined || isIncomplete(found)) return;
  const read = await stage.send(kind.read!, { given });
  if (isOf(stage, created, read) !== true) return;
  const isThere = acceptanceOf(found) !== undefined;
  stage.report(exchange, {
    message: isThere ? 'Location leads to another resource' : 'Location leads to nothing',
    received: `Location: ${printable(location)}, where GET gets ${showAnswer(found)}`,
    documented: 'what was created (RFC 9110, 10.2.2)',
  });
}

/** Whether an address is refused that may lack what its operation requires of a query, which is nobody's to know. */
function isIncomplete(exchange: JudgedExchange): boolean {
  const wants = exchange.case.operation.parameters.some(
    ({ in: place, required }) => place === 'query' && required,
  );
  return wants && isAnswered(exchange, 400, 422);
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

function outside(location: string, { request }: JudgedExchange): Remark {
  const [sent, other] = [request.url, location].map((url) => {
    return URL.canParse(url, request.url) ? new URL(url, request.url).hostname : '';
  });
  return {
    // Behind a proxy, a server may know no better; those who are before it can't get there.
    severity: sent !== other && isInner(other!) ? 'warning' : 'note',
    message: 'Location leads out of base_url: it is not followed',
    received: `Location: ${printable(location)}`,
    documented: 'nothing; clients that follow it leave the server that they know',
  };
}

/** A host that only its neighbours know (RFC 1918): an address, or a name without a dot. */
function isInner(host: string): boolean {
  const isAddress = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/.test(host);
  const isName = /^[a-z][a-z\d-]*$/i.test(host) && host !== 'localhost';
  return isAddress || isName || /\.(?:internal|local|svc)$/i.test(host);
}

/** What is changed by following is changed only where the run has created it. */
function* linkScenes({ document, resources }: Cast): Iterable<Scene> {
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
  if (!isAnswered(found, 404, 410)) return;
  stage.report(first, {
    severity: kind !== undefined && isItem(kind, link) ? 'violation' : 'warning',
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
