/** What a run has done to the server: created, changed, deleted. */
import { type Case, type JudgedExchange, acceptanceOf, pathOf } from '../cases/case.ts';
import type { ChangedResource, CleanedUp, CreatedResource, RunResult } from './event.ts';
import { headerValue } from '../../http/exchange.ts';
import { jsonOf, looseText } from '../../http/body-text.ts';
import { changesStored } from '../../model/resources/danger.ts';
import { identityInLocation } from '../../model/resources/identity.ts';
import { asCreated } from '../../model/resources/envelopes-in.ts';
import { familyCreatedBy } from '../../model/resources/resources.ts';
import { itemPath } from '../../model/resources/family-paths.ts';
import { scalarAt, valueIn } from '../../model/resources/answer-place.ts';
import { deletionOf } from '../../model/resources/value-providers.ts';
import { pathTemplate } from '../../model/routes.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { type JsonValue, isJsonNumber, objectOf } from '../../openapi/json/json-value.ts';
import { parseJson } from '../../openapi/json/parse-json.ts';
import { showJson, textOf } from '../../openapi/json/stringify-json.ts';

/** Texts are cut to so many characters; the marker comes early. */
const MAX_TEXT = 120;

/** Whether a request of this kind leaves something behind where it succeeds (RFC 9110, 9.3). */
export function canCreate({ request }: Case): boolean {
  return request.method === 'POST' || request.method === 'PUT';
}

/** What a case's body says; `undefined` where it isn't JSON. */
export function bodyOf({ request }: Case): JsonValue | undefined {
  if (request.value !== undefined || request.body === undefined) return request.value;
  const parsed = parseJson(looseText(request.body));
  return parsed.ok ? parsed.value : undefined;
}

/** What became of what a run had left, and of what it had changed. */
interface Undone {
  readonly outcomes?: CleanedUp | undefined;
  readonly putBack?: CleanedUp | undefined;
}

/**
 * What was accepted, and what may have been for want of an answer, in the order of sending.
 *
 * @param underWay Requests that were sent and not waited for.
 * @param undone What became of what was left, and of what was changed. Default: nothing was done about it.
 */
export function effectsOf(
  document: OpenApiDocument,
  exchanges: readonly JudgedExchange[],
  underWay: readonly Case[] = [],
  { outcomes: cleanedUp, putBack }: Undone = {},
): Pick<RunResult, 'created' | 'changed' | 'deleted'> {
  const done = Map.groupBy(
    [
      ...exchanges.flatMap((exchange) => doneBy(document, exchange)),
      ...underWay.flatMap((sent) => unanswered(document, sent)),
    ],
    ({ deed }) => deed,
  );
  const [changed, deleted] = (['changed', 'deleted'] as const).map((deed) =>
    done.get(deed)?.map(({ sent, status }): ChangedResource => {
      const path = pathOf(sent);
      const left = putBack?.get(path);
      const end = putBack?.has(path) === true ? { restored: left === undefined, left } : {};
      return { ...common(sent, status), path, ...end };
    }),
  );
  const gone = new Set(deleted?.map(({ path }) => path));
  const created = (done.get('created') ?? []).map(({ sent, status, path }): CreatedResource => {
    const place = path === undefined ? {} : { path };
    const isGone =
      path !== undefined && (cleanedUp?.has(path) ? !cleanedUp.get(path) : gone.has(path));
    const why = cleanedUp && (cleanedUp.get(path ?? '') ?? whyUnknown(status));
    const end = isGone ? { deleted: true as const } : why && { left: why };
    return { ...common(sent, status), ...place, ...end, values: valuesOf(sent) };
  });
  return { created, changed, deleted };
}

function whyUnknown(status: number | undefined): string {
  return status === undefined ? 'nothing tells whether it is there' : 'nothing tells where it is';
}

/** Something that a run has created and not deleted. */
export interface Creation {
  /** The exchange that created it, the last one where there are several. */
  readonly exchange: JudgedExchange;
  /** Where it is, below base_url. */
  readonly path: string;
}

/** What is left of what a run has created, as far as it is known where it is: the newest first. */
export function creationsLeft(
  document: OpenApiDocument,
  exchanges: readonly JudgedExchange[],
): Creation[] {
  const left = new Map<string, Creation>();
  for (const exchange of exchanges.toSorted((a, b) => a.sequence - b.sequence)) {
    for (const { deed, sent, path, status } of doneBy(document, exchange)) {
      if (status === undefined || deed === 'changed') continue;
      const place = path ?? (deed === 'deleted' ? pathOf(sent) : undefined);
      if (place === undefined) continue;
      left.delete(place);
      if (deed === 'created') left.set(place, { exchange, path: place });
    }
  }
  return [...left.values()].toReversed();
}

/** What one request has done. */
interface Done {
  readonly deed: 'created' | 'changed' | 'deleted';
  readonly sent: Case;
  readonly status?: number | undefined;
  readonly path?: string | undefined;
}

function doneBy(document: OpenApiDocument, exchange: JudgedExchange): Done[] {
  const { outcome, case: sent } = exchange;
  if (outcome.kind === 'failure') {
    const isUnsent = ['refused', 'dns', 'tls'].includes(outcome.failure.kind);
    return isUnsent ? [] : unanswered(document, sent);
  }
  const status = acceptanceOf(exchange)?.status;
  const deed = status === undefined ? undefined : deedOf(document, sent, status);
  if (deed === undefined) return [];
  const path = deed === 'created' ? createdPath(document, exchange) : undefined;
  return [{ deed, sent, status, path }];
}

function unanswered(document: OpenApiDocument, sent: Case): Done[] {
  const deed = deedOf(document, sent);
  return deed === undefined || sent.validity.kind === 'invalid' ? [] : [{ deed, sent }];
}

function deedOf(
  document: OpenApiDocument,
  { operation, request: { method }, absent = [] }: Case,
  status?: number,
): Done['deed'] | undefined {
  const namesNothing = absent.length > 0;
  if (method === 'PUT') return namesNothing || status === 201 ? 'created' : 'changed';
  if (!['POST', 'PATCH', 'DELETE'].includes(method)) return undefined;
  if (method === 'POST' && !changesStored(document, operation)) return 'created';
  // Whoever takes it all the same has found nothing to change.
  if (namesNothing) return undefined;
  return method === 'DELETE' ? 'deleted' : 'changed';
}

function createdPath(document: OpenApiDocument, exchange: JudgedExchange): string | undefined {
  const { case: sent } = exchange;
  const path = pathOf(sent);
  if (sent.request.method === 'PUT') return path;
  const family = familyCreatedBy(document, sent.operation);
  const response = acceptanceOf(exchange);
  if (response === undefined) return undefined;
  const answer = jsonOf(response.body) ?? null;
  if (family?.item === undefined) {
    const deletion = deletionOf(document, sent.operation);
    const value = deletion && valueIn(answer, deletion.provider);
    if (deletion === undefined || value === undefined) return undefined;
    return pathTemplate(deletion.path).fill(() => encodeURIComponent(textOf(value)));
  }
  const { identity, envelope } = asCreated(document, family);
  const named = identity === undefined ? undefined : scalarAt(answer, [...envelope, identity]);
  const id = named ?? identityInLocation(headerValue(response.headers, 'location'), family);
  return id === undefined ? undefined : itemPath(family, path, id);
}

function common(sent: Case, status?: number): Omit<ChangedResource, 'path'> {
  const answered = status === undefined ? {} : { status };
  return { operation: sent.operation.id, case: sent.id, ...answered };
}

function valuesOf(sent: Case): CreatedResource['values'] {
  const value = bodyOf(sent);
  const members = Object.entries(objectOf(value));
  const values = members.flatMap(([name, member]) => {
    if (typeof member === 'string') return [[name, cut(member)] as const];
    return isJsonNumber(member) ? [[name, showJson(member)] as const] : [];
  });
  return Object.fromEntries(values);
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_TEXT ? `${characters.slice(0, MAX_TEXT).join('')}…` : text;
}
