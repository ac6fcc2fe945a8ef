/** What lists have from before the run that the server takes against its document: that is told where it is taken. */
import { compileSchema } from '../../openapi/schema/compile-schema.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { listOf } from '../../model/lists/lists.ts';
import { bodySchema } from '../../model/media-type.ts';
import type { Operation } from '../../model/operation.ts';
import { literalPath } from '../../model/resources/names.ts';
import type { JudgedExchange } from '../cases/case.ts';
import { anyIndex, brokenPart } from './breach.ts';
import type { Finding } from './check.ts';
import { readJsonBody } from './json-response.ts';
import { responseBody } from './response.ts';
import { standingOf } from './standing.ts';

/** The findings without those of lists alone, whose items are wrong as the server has taken others of their kind. */
export function withoutLeftBefore(
  findings: readonly Finding[],
  exchanges: readonly JudgedExchange[],
  document: OpenApiDocument,
): Finding[] {
  const taken = new Set(exchanges.flatMap((exchange) => takenKinds(exchange, document)));
  const asked = new Map(
    exchanges.map(({ sequence, case: { operation } }) => [sequence, operation]),
  );
  const isOfList = ({ exchange }: Finding): boolean =>
    listOf(document, asked.get(exchange)!) !== undefined;
  const wrong = findings.filter(
    ({ check, exchange }) => check === responseBody.id && asked.has(exchange),
  );
  const byKind = Map.groupBy(wrong, ({ exchange, pointer, symptom }) =>
    kindOf(asked.get(exchange)!, pointer.split('/').at(-1) ?? '', symptom?.place ?? ''),
  );
  // What the run's own show, too, is what the server makes of them.
  const left = [...byKind].filter(([kind, group]) => taken.has(kind) && group.every(isOfList));
  const told = new Set(left.flatMap(([, group]) => group));
  return findings.filter((finding) => !told.has(finding));
}

/** How requests that were taken, and what they are answered with, are wrong. */
function takenKinds(exchange: JudgedExchange, document: OpenApiDocument): string[] {
  const { validity, operation } = exchange.case;
  const standing = standingOf(exchange);
  if (validity.kind !== 'invalid' || standing.kind !== 'success') return [];
  const part = brokenPart(exchange.case, document);
  const sent = part === undefined ? [] : [kindOf(operation, validity.keyword, part.place)];
  const [schema, body] = [bodySchema(standing.documented), readJsonBody(standing.response)];
  if (schema === undefined || !body.ok) return sent;
  const issues = compileSchema(document.root, schema, 'response')(body.value);
  return [...sent, ...issues.map(({ keyword, message }) => kindOf(operation, keyword, message))];
}

/** @param words Begin with where it is. */
function kindOf({ path }: Operation, keyword: string, words: string): string {
  const [place = ''] = anyIndex(words).split(' ', 1);
  return `${literalPath(path)} ${keyword} ${/(?:\[\]|[^.[\]]+)$/.exec(place)?.[0]}`;
}
