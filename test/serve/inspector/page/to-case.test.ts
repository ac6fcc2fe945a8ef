import { describe, expect, it } from 'vitest';
import { readCaseFile } from '../../../../src/verify/cases/read-case-file.ts';
import { outlineOf } from '../../../../src/serve/inspector/outline.ts';
import { toCase } from '../../../../src/serve/inspector/page/to-case.ts';
import type { Exchange } from '../../../../src/serve/inspector/page/wire.ts';
import { serviceDocument } from '../../http-helpers.ts';
import { exchange, message } from './exchanges.ts';
import { readYaml } from '../../../../src/openapi/read-yaml.ts';

const document = serviceDocument();
const [operation] = outlineOf(document).operations;

function kindOf(parts: Partial<Exchange>): string | undefined {
  const text = toCase(exchange(parts), operation);
  return text && readCaseFile(readYaml(text, 'copied.yaml'), document)[0]?.validity.kind;
}

function refused(
  kind: string,
  body: string | null,
  headers = message('').headers,
): Partial<Exchange> {
  return {
    status: 400,
    problem: { kind, message: `wrong: "${kind}"` },
    request: message(body, { headers }),
  };
}

describe('a copied case', () => {
  it('is read as it was meant', () => {
    expect(kindOf({})).toBe('valid');
    expect(kindOf({ status: 503 })).toBe('valid');
    expect(kindOf(refused('schema', '{"id":"x","name":"y"}'))).toBe('invalid');
    expect(kindOf(refused('json-malformed', '{'))).toBe('invalid');
    expect(kindOf(refused('used-id', '{"id":1,"name":"y"}'))).toBe('open');
  });

  it('is refused where the body is missing, or of another type', () => {
    expect(kindOf(refused('body-missing', '', []))).toBe('invalid');
    const headers = [{ name: 'content-type', value: 'text/plain' }];
    expect(kindOf(refused('media-type', '{"id":1,"name":"y"}', headers))).toBe('open');
  });

  it('goes by what Prism found where no mock was asked', () => {
    const location = ['request', 'body', 'id'];
    const finding = { location, severity: 'Error', message: 'must be integer' } as const;
    const request = message('{"id":"x","name":"y"}');
    expect(kindOf({ status: 200, findings: [finding], request })).toBe('invalid');
  });

  it.each([
    ['a credential', refused('credential-missing', '{"id":1,"name":"y"}')],
    ['what a case would take for a placeholder', { request: message('{"id":1,"name":"{{id}}"}') }],
    ['bytes', { request: message('AP8K', { encoding: 'base64' }) }],
    ['a body that was not kept', { request: message(null) }],
  ] satisfies [string, Partial<Exchange>][])('can not say %s', (_, parts) => {
    expect(toCase(exchange(parts), operation)).toBeUndefined();
  });

  it('is not there for a path that the document does not have', () => {
    expect(toCase(exchange({ operation: null }), undefined)).toBeUndefined();
  });
});
