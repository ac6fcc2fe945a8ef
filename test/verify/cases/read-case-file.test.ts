import { describe, expect, it } from 'vitest';
import { buildCase } from '../../../src/verify/cases/case.ts';
import { createFreshValues } from '../../../src/model/requests/fresh-values.ts';
import { readCaseFile } from '../../../src/verify/cases/read-case-file.ts';
import { DiagnosticError } from '../../../src/openapi/diagnostic.ts';
import { bodyText, thingDocument } from './things.ts';
import { readYaml } from '../../../src/openapi/read-yaml.ts';

const head = 'operation: createThing\nfresh: { id: integer, name: text }\nusual: { name: Box }\n';

function read(text: string) {
  return readCaseFile(readYaml(text, 'cases.yaml'), thingDocument);
}

function readOne(lines: string) {
  return read(`${head}cases:\n  - ${lines.split('\n').join('\n    ')}\n`)[0]!;
}

function bodyOf(lines: string): string {
  const fresh = createFreshValues({ seed: 1, runId: 'run', idRange: { minimum: 7n, maximum: 7n } });
  return bodyText(buildCase(readOne(lines), fresh).request);
}

function failure(text: string): DiagnosticError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof DiagnosticError) return error;
    throw error;
  }
  throw new Error('it was read without a word');
}

describe('the request', () => {
  it('is the usual one with fresh values, where the case says nothing', () => {
    expect(bodyOf('name: plain\nrequest: {}\nexpect: success')).toBe(
      '{"id":7,"name":"Box-verify-run-1"}',
    );
  });

  it('has the fields of the case in place of the usual ones, and without those it drops', () => {
    expect(bodyOf('name: x\nrequest: { fields: { name: Cup, tag: blue } }\nexpect: success')).toBe(
      '{"id":7,"name":"Cup-verify-run-1","tag":"blue"}',
    );
    expect(
      bodyOf('name: x\nrequest: { without: [id] }\nexpect: refusal\nbecause: id is required'),
    ).toBe('{"name":"Box-verify-run-1"}');
  });

  it('leaves a value of another type as it is', () => {
    expect(
      bodyOf('name: x\nrequest: { fields: { name: null } }\nexpect: refusal\nbecause: no text'),
    ).toBe('{"id":7,"name":null}');
  });

  it('puts fresh values into a raw body, the same wherever a field stands', () => {
    expect(
      bodyOf(
        `name: x\nrequest: { body: '{"name":"{{name}}!", "tag":"{{name}}", "id":{{ id }}}' }\nexpect: success`,
      ),
    ).toBe('{"name":"verify-run-1!", "tag":"verify-run-1", "id":7}');
  });

  it('puts fresh values into a field that has a placeholder', () => {
    expect(
      bodyOf(`name: x\nrequest: { fields: { name: ' {{name}} ', id: '{{id}}' } }\nexpect: success`),
    ).toBe('{"id":7,"name":" verify-run-1 "}');
  });

  it('keeps integers exact', () => {
    const lines = 'name: x\nrequest: { fields: { id: 9223372036854775807 } }\nexpect: success';
    expect(bodyOf(lines)).toContain('"id":9223372036854775807,');
  });

  it('has the media type of the document unless the case says another, or none', () => {
    const headers = (header: string) =>
      buildCase(
        readOne(`name: x\nrequest: { ${header} }\nexpect: either\nbecause: open`),
        createFreshValues({ seed: 1, runId: 'run' }),
      ).request.headers;
    expect(headers('')).toEqual([['Content-Type', 'application/json']]);
    expect(headers('headers: { content-type: text/plain }')).toEqual([
      ['content-type', 'text/plain'],
    ]);
    expect(headers('headers: { Content-Type: null }')).toEqual([]);
  });

  it('goes without body and media type where the case says noBody', () => {
    const template = readOne('name: x\nrequest: { noBody: true }\nexpect: refusal\nbecause: none');
    const { request } = buildCase(template, createFreshValues({ seed: 1, runId: 'run' }));
    expect(request).toEqual({ method: 'POST', target: '/things', headers: [] });
  });
});

describe('what is known about the case', () => {
  it('has an id made from its name', () => {
    expect(readOne('name: Größe -1, "x"!\nrequest: {}\nexpect: success')).toMatchObject({
      id: 'curated/gro-e-minus-1-x',
      title: 'Größe -1, "x"!',
      validity: { kind: 'valid' },
    });
  });

  it.each([
    ['without: [id]', '/components/schemas/Thing/required', 'required'],
    ['fields: { id: x }', '/components/schemas/Thing/properties/id/type', 'type'],
    ["body: '{'", '/paths/~1things/post/requestBody', 'syntax'],
    ["body: ''", '/paths/~1things/post/requestBody/required', 'required'],
    [
      'headers: { Content-Type: text/xml }, body: <x/>',
      '/paths/~1things/post/requestBody/content',
      'media-type',
    ],
  ])('names the place in the document that %s breaks', (request, pointer, keyword) => {
    const template = readOne(
      `name: x\nrequest: { ${request} }\nexpect: refusal\nbecause: I say so`,
    );
    expect(template.validity).toEqual({ kind: 'invalid', pointer, keyword, reason: 'I say so' });
  });

  it('marks an identity that stays the same from run to run', () => {
    const fixed = (request: string) =>
      readOne(`name: x\nrequest: { ${request} }\nexpect: success`).fixedIdentity;
    expect(fixed('fields: { id: 1 }')).toBe(true);
    expect(fixed(`body: '{"id":1,"name":"{{name}}"}'`)).toBe(true);
    expect(fixed('fields: { name: Cup }')).toBeUndefined();
    expect(fixed(`body: '{"id":{{id}},"name":"Cup"}'`)).toBeUndefined();
  });

  it('marks it where the file has no fresh values at all', () => {
    const request = '{ fields: { id: 1, name: Cup } }';
    const [copied] = read(
      `operation: createThing\ncases: [{ name: x, request: ${request}, expect: success }]\n`,
    );
    expect(copied).toMatchObject({ validity: { kind: 'valid' }, fixedIdentity: true });
  });

  it('keeps --strict away from what the document does not allow either', () => {
    const template = readOne(
      'name: x\nrequest: { headers: { Content-Type: text/plain } }\nexpect: either\nbecause: open',
    );
    expect(template.validity).toEqual({ kind: 'open', reason: 'open', strictlyValid: false });
  });
});

describe('a file with mistakes', () => {
  const wrong: [what: string, text: string, code: string, place: string, words: string][] = [
    ['YAML that is none', 'cases: [', 'yaml-', ':1:', 'help'],
    ['an empty file', '', 'wrong-value', ':1:1', 'a case file must be an object, got null'],
    ['a misspelt key', `${head}casess: []`, 'unknown-key', ':4:1', 'Did you mean "cases"?'],
    [
      'a misspelt key of a case',
      `${head}cases:\n  - nmae: x\n    request: {}\n    expect: success`,
      'unknown-key',
      ':5:5',
      'Did you mean "name"?',
    ],
    [
      'a misspelt expectation',
      `${head}cases:\n  - name: x\n    request: {}\n    expect: sucess`,
      'wrong-value',
      ':7:5',
      'Did you mean "success"?',
    ],
    [
      'a refusal without a reason',
      `${head}cases:\n  - name: x\n    request: { without: [id] }\n    expect: refusal`,
      'missing-key',
      ':5:5',
      'because is required',
    ],
    [
      'two bodies',
      `${head}cases:\n  - name: x\n    request: { fields: {}, body: '1' }\n    expect: success`,
      'wrong-value',
      ':6:16',
      'Say the body in one way',
    ],
    [
      'a misspelt operation',
      'operation: createThings\ncases:\n  - { name: x, request: {}, expect: success }',
      'unknown-operation',
      ':1:1',
      'Did you mean "createThing"?',
    ],
    [
      'two cases of one name',
      `${head}cases:\n  - { name: a b, request: {}, expect: success }\n  - { name: A-b, request: {}, expect: success }`,
      'case-name',
      ':6:7',
      'which "a b" has already',
    ],
    [
      'a placeholder of nothing',
      `${head}cases:\n  - name: x\n    request: { body: '{{nmae}}' }\n    expect: success`,
      'unknown-placeholder',
      ':6:16',
      'Did you mean "name"?',
    ],
    [
      'a success that breaks the schema',
      `${head}cases:\n  - name: x\n    request: { fields: { id: x } }\n    expect: success`,
      'request-broken',
      ':7:5',
      'id must be an int64, got the string "x"',
    ],
    [
      'a success that the document does not have',
      `${head}cases:\n  - name: x\n    request: { headers: { Content-Type: text/plain } }\n    expect: success`,
      'request-broken',
      ':7:5',
      'or expect either',
    ],
    [
      'a refusal of what the schema accepts',
      `${head}cases:\n  - name: x\n    request: {}\n    expect: refusal\n    because: no`,
      'nothing-broken',
      ':7:5',
      'nothing says that it must be refused',
    ],
    [
      'two faults in one request',
      `${head}cases:\n  - name: x\n    request: { without: [id, name] }\n    expect: refusal\n    because: no`,
      'several-faults',
      ':6:5',
      'id is required; name is required',
    ],
  ];
  it.each(wrong)('%s', (_what, text, code, place, words) => {
    const error = failure(text);
    expect(error.message).toContain(`cases.yaml${place}`);
    expect(error.message).toContain(words);
    expect(error.diagnostics[0]!.code).toContain(code);
  });

  it('shows the line with a caret', () => {
    expect(failure(`${head}casess: []`).message).toMatchInlineSnapshot(`
      "Failed to read the case file cases.yaml:
      cases.yaml:4:1 unknown-key: "casess" is no key of a case file
        4 | casess: []
            ^
        help: Did you mean "cases"?"
    `);
  });
});
