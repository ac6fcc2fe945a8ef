import { hash } from 'node:crypto';
import type { CaseTemplate } from './case.ts';
import type { RelativeRequest } from '../../http/exchange.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';

/**
 * Drops every template whose request is, fresh values aside, that of one before it, and whose id is.
 *
 * @param seen Digests of those before, which it adds to. Default: there are none.
 */
export function* withoutDuplicates(
  templates: Iterable<CaseTemplate>,
  seen: Set<number> = new Set(),
): Generator<CaseTemplate, void, undefined> {
  for (const template of templates) {
    // The same request means something else where something else has happened before it.
    const before = template.needs?.steps.map((step) => step.template.id) ?? [];
    const request = requestKey(template.build(STILL));
    const same = digest([template.operation.id, ...before, request].join(' '));
    const id = digest(`id ${template.id}`);
    if (seen.has(same) || seen.has(id)) continue;
    seen.add(same).add(id);
    yield template;
  }
}

/** 48 bits: of a million requests, one in 500 such runs would lose one that is no duplicate. */
function digest(key: string): number {
  return hash('sha1', key, 'buffer').readUIntBE(0, 6);
}

/** Values that stay the same, so that requests can be compared. */
const STILL: FreshValues = {
  // Of no use to anybody else: a fixed id of 1 must not look like a fresh one.
  integer: () => 4_815_162_342,
  text: (base) => `${base} mark`.trimStart(),
};

function requestKey(request: RelativeRequest): string {
  const { method, target, headers, body, withAccept = true } = request;
  const { withCredential = true, madeUpCredential } = request;
  const fields = headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  // Bytes, not text: two broken encodings must not look alike. No body is not an empty one.
  const bytes = body === undefined ? 'none' : `=${Buffer.from(body).toString('latin1')}`;
  const credential = madeUpCredential === true ? 'made up' : withCredential;
  return [method, target, ...fields, withAccept, credential, bytes].join('\n');
}
