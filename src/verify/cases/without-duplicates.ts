import type { CaseTemplate } from './case.ts';
import type { RelativeRequest } from '../../http/exchange.ts';
import type { FreshValues } from '../../model/requests/fresh-values.ts';

/** Drops every template whose request is, fresh values aside, that of one before it. */
export function withoutDuplicates(templates: readonly CaseTemplate[]): CaseTemplate[] {
  const seen = new Set<string>();
  const ids = new Set<string>();
  return templates.filter((template) => {
    // The same request means something else where something else has happened before it.
    const before = template.needs?.steps.map((step) => step.template.id) ?? [];
    const request = keyOf(template);
    const key = [template.operation.id, ...before, request].join(' ');
    if (seen.has(key) || ids.has(template.id)) return false;
    seen.add(key);
    ids.add(template.id);
    return true;
  });
}

/** Each is compared with those of its operation, and with all. */
const known = new WeakMap<CaseTemplate, string>();

function keyOf(template: CaseTemplate): string {
  const key = known.get(template) ?? requestKey(template.build(STILL));
  known.set(template, key);
  return key;
}

/** Values that stay the same, so that requests can be compared. */
const STILL: FreshValues = {
  // Of no use to anybody else: a fixed id of 1 must not look like a fresh one.
  integer: () => 4_815_162_342,
  text: (base) => `${base} mark`.trimStart(),
};

function requestKey(request: RelativeRequest): string {
  const { method, target, headers, body, withCredential = true, madeUpCredential } = request;
  const fields = headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`);
  // Bytes, not text: two broken encodings must not look alike. No body is not an empty one.
  const bytes = body === undefined ? 'none' : `=${Buffer.from(body).toString('latin1')}`;
  const credential = madeUpCredential === true ? 'made up' : withCredential;
  return [method, target, ...fields, credential, bytes].join('\n');
}
