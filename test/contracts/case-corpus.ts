import { readFileSync } from 'node:fs';
import { buildCase } from '../../src/verify/cases/case.ts';
import type { Validity } from '../../src/model/validity.ts';
import { createFreshValues } from '../../src/model/requests/fresh-values.ts';
import { readCaseFile } from '../../src/verify/cases/read-case-file.ts';
import { plantStore } from '../../mocks/command.ts';
import { JSON_HEADERS, type Sent } from '../serve/http-helpers.ts';
import { serviceDocument } from '../mocks/service-document.ts';
import { readYaml } from '../../src/openapi/read-yaml.ts';

/** A curated case as a request to send. */
export interface CorpusRequest {
  readonly name: string;
  readonly validity: Validity['kind'];
  readonly sent: Sent;
  /** Why stock Prism is known to see it differently; see docs/prism.md. */
  readonly deviation?: 'int64' | 'malformed JSON' | undefined;
}

/** Every curated case, with fresh values that are the same in each test run. */
export function caseCorpus(): CorpusRequest[] {
  const fresh = createFreshValues({ seed: 1, runId: 'gateway' });
  const document = serviceDocument();
  return plantStore.caseFiles
    .flatMap((file) => readCaseFile(readYaml(readFileSync(file, 'utf8'), file), document))
    .map((template) => buildCase(template, fresh))
    .map(({ title, validity, request }) => {
      const { method, target, headers, body, withCredential = true } = request;
      const names = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
      const { authorization } = JSON_HEADERS;
      const all = withCredential && authorization ? { authorization, ...names } : names;
      const sent = { method, path: target, headers: all, ...(body === undefined ? {} : { body }) };
      return { name: title, validity: validity.kind, sent, deviation: deviationOf(sent) };
    });
}

function deviationOf({ headers, body }: Sent): CorpusRequest['deviation'] {
  if (!/json/i.test(headers?.['content-type'] ?? '') || body === undefined || body.length === 0) {
    return undefined;
  }
  try {
    const { id } = (JSON.parse(Buffer.from(body).toString()) ?? {}) as { id?: unknown };
    const isRounded = typeof id === 'number' && Number.isInteger(id) && !Number.isSafeInteger(id);
    // Outside int64 it is refused here and there, though for another reason.
    return isRounded && Math.abs(id) <= 2 ** 63 ? 'int64' : undefined;
  } catch {
    return 'malformed JSON';
  }
}
