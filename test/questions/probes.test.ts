import { describe, expect, it } from 'vitest';
import type { Case } from '../../src/verify/cases/case.ts';
import { documentFrom } from '../../src/model/inspect-document.ts';
import { operations } from '../../src/model/operation.ts';
import { questionsOf } from '../../src/questions/index.ts';
import { documentWith, operationOf } from '../verify/cases/things.ts';
import { countedValues, questions } from './ask.ts';

const probes = new Map(
  questions.flatMap((question) =>
    question
      .probe(countedValues())
      .map((sentProbe) => [
        sentProbe.id.replace('question/', ''),
        { ...sentProbe, asks: question.id },
      ]),
  ),
);

function probe(name: string): Case {
  const found = probes.get(name);
  if (found === undefined) throw new Error(`no probe ${name}`);
  return found;
}

function textOf({ request }: Case): string {
  return new TextDecoder().decode(request.body);
}

const schema = '/paths/~1things/post/requestBody/content/application~1json/schema';

describe('a question is asked with', () => {
  it.each<[name: string, body: string]>([
    ['used-id-1', '{"name":"Sample name no-1","id":1}'],
    ['used-id-2', '{"name":"Sample name no-2","id":1}'],
    ['used-name-1', '{"name":"Sample name no-1","id":1}'],
    ['used-name-2', '{"name":"Sample name no-1","id":2}'],
    ['id-in-response', '{"name":"Sample name no-1","id":1}'],
    ['broken-schema', '{"id":1}'],
    ['malformed-json', '{"name":"Sample name no-1","id":1'],
    ['missing-body', ''],
    ['empty-name', '{"name":"","id":1}'],
    ['empty-tag', '{"name":"Sample name no-1","id":1,"tag":""}'],
    ['whitespace-name', '{"name":"  Sample name no-1  ","id":1}'],
    ['whitespace-tag', '{"name":"Sample name no-2","id":1,"tag":"  Sample tag no-1  "}'],
    ['non-ascii-name', '{"name":"Ä é ñ 桜 no-1","id":1}'],
    ['astral-name', '{"name":"🌱🌵 no-1","id":1}'],
    ['control-tag', String.raw`{"name":"Sample name no-2","id":1,"tag":"a\tb\u0001c no-1"}`],
    ['unknown-property', '{"name":"Sample name no-1","id":1,"unknownProperty":"sample"}'],
    ['duplicate-key', '{"name":"First Sample name no-1","name":"Last Sample name no-2","id":1}'],
    ['fraction-spelling', '{"name":"Sample name no-1","id":1.0}'],
    ['exponent-spelling', '{"name":"Sample name no-1","id":1e0}'],
    ['other-method', ''],
    ['unknown-path', ''],
  ])('%s: %s', (name, body) => {
    expect(textOf(probe(name))).toBe(body);
  });

  it('a text of 10,000 characters', () => {
    const { name } = JSON.parse(textOf(probe('long-name'))) as { name: string };
    expect(name).toHaveLength(10_000);
    expect(name).toMatch(/^no-1(abcdefghij)+[a-j]*$/);
  });

  it('bytes in and before a body of any size', () => {
    const properties = '{ name: { type: string }, data: { type: array } }';
    const document = documentWith(
      `{ type: object, required: [name, data], properties: ${properties} }`,
      `, example: { name: Ann, data: [${'1,'.repeat(150_000)}] }`,
    );
    const asked = questionsOf(document, operationOf(document));
    const [mark, encoding] = ['byte-order-mark', 'broken-encoding'].map((id) => {
      const question = asked.find((one) => one.id === id);
      return question!.probe(countedValues())[0]!.request.body!.length;
    });
    expect(Math.min(mark!, encoding!)).toBeGreaterThan(300_000);
  });

  it('a body of just 1 MiB that is large by whitespace only', () => {
    const text = textOf(probe('large-body'));
    expect(text).toHaveLength(1024 * 1024);
    expect(JSON.parse(text)).toEqual({ name: 'Sample name no-1', id: 1 });
  });

  it.each<[name: string, credential: unknown[], headers: string[]]>([
    ['missing-token', [false, undefined], []],
    ['invalid-token', [false, undefined], ['Authorization: Bearer invalid-token']],
    ['other-scheme', [false, undefined], ['Authorization: Basic c2FtcGxlOnNhbXBsZQ==']],
    ['empty-token', [false, undefined], ['Authorization: Bearer']],
    ['lowercase-bearer', [undefined, 'bearer'], []],
    ['used-id-1', [undefined, undefined], []],
  ])('the credential that %s is about', (name, credential, credentials) => {
    const { withCredential, credentialScheme, headers } = probe(name).request;
    expect([withCredential, credentialScheme]).toEqual(credential);
    const json = 'Content-Type: application/json';
    expect(headers.map((header) => header.join(': '))).toEqual([json, ...credentials]);
  });
});

describe('a probe', () => {
  it('is named after its question', () => {
    for (const [name, { id, title, question, asks }] of probes) {
      expect(name.replace(/-\d$/, '')).toBe(asks);
      expect([id, question]).toEqual([`question/${name}`, name]);
      expect(title).toBe(`the question of ${name.replaceAll('-', ' ')}`);
    }
  });

  it.each([
    ['used-id-1', 'valid'],
    ['used-name-1', 'valid'],
    ['id-in-response', 'valid'],
    ['broken-schema', `invalid required ${schema}`],
    ['malformed-json', `invalid syntax ${schema}`],
    ['missing-body', 'invalid required /paths/~1things/post/requestBody'],
  ])('%s is %s by the document', (name, words) => {
    const { validity } = probe(name);
    const broken = validity.kind === 'invalid' ? ` ${validity.keyword} ${validity.pointer}` : '';
    expect(`${validity.kind}${broken}`).toBe(words);
    if (validity.kind === 'invalid') expect(validity.reason).toBe(name.replaceAll('-', ' '));
  });

  it('is open else, and must be taken with --strict where the document allows it', () => {
    const open = [...probes].flatMap(([name, { validity }]) =>
      validity.kind === 'open' ? [[name, validity] as const] : [],
    );
    expect(open.filter(([, { strictlyValid }]) => !strictlyValid).map(([name]) => name)).toEqual([
      'missing-token',
      'invalid-token',
      'other-scheme',
      'empty-token',
      'other-media-type-without-credential',
      'other-method-without-credential',
      'unknown-path-without-credential',
      'byte-order-mark',
      'broken-encoding',
      'other-media-type',
      'json-media-type',
      'form-media-type',
      'no-media-type',
      'other-charset',
      'utf-16-charset',
      'other-method',
      'unknown-path',
    ]);
    for (const [name, { reason }] of open) {
      expect(reason).toBe(name.replace(/-without-credential$/, '').replaceAll('-', ' '));
    }
  });

  it('knows what its body says, where it is the body of the schema', () => {
    for (const [name, probeOfQuestion] of probes) {
      const { value } = probeOfQuestion.request;
      if (
        /^(malformed-json|missing-body|empty-body|byte-|broken-e|duplicate-key|other-method|unknown-path)/.test(
          name,
        )
      ) {
        expect([name, value]).toEqual([name, undefined]);
      } else {
        expect([name, value]).toEqual([name, JSON.parse(textOf(probeOfQuestion))]);
      }
    }
  });

  it('is sent outside of the operation only where that is the question', () => {
    const outside = [...probes].filter(([, { outsideOperation }]) => outsideOperation);
    expect(outside.map(([name, { request }]) => [name, request.method, request.target])).toEqual([
      ['other-method-without-credential', 'GET', '/things'],
      ['unknown-path-without-credential', 'GET', '/no-such-path'],
      ['other-method', 'GET', '/things'],
      ['unknown-path', 'GET', '/no-such-path'],
      ['slash-at-the-end', 'POST', '/things/'],
    ]);
  });

  it('uses an identity twice only where that is the question', () => {
    const fixed = [...probes].filter(([, entry]) => entry.fixedIdentity).map(([name]) => name);
    expect(fixed).toEqual(['used-id-2']);
  });

  it('says its media type where it has a body', () => {
    const types = [...probes].map(([name, { request }]) => [name, request.headers[0]?.join(': ')]);
    const others = types.filter(([, type]) => type !== 'Content-Type: application/json');
    expect(others).toEqual([
      ['missing-body-without-credential', undefined],
      ['other-media-type-without-credential', 'Content-Type: text/plain'],
      ['other-method-without-credential', undefined],
      ['unknown-path-without-credential', undefined],
      ['missing-body', undefined],
      ['other-media-type', 'Content-Type: text/plain'],
      ['json-media-type', 'Content-Type: application/vnd.api+json'],
      ['form-media-type', 'Content-Type: application/x-www-form-urlencoded'],
      ['no-media-type', undefined],
      ['other-charset', 'Content-Type: application/json; charset=iso-8859-1'],
      ['utf-16-charset', 'Content-Type: application/json; charset=utf-16'],
      ['other-method', undefined],
      ['unknown-path', undefined],
    ]);
  });
});

it('a key that nobody has issued is nothing that the document allows, by its letter neither', () => {
  const content = { 'application/json': { schema: { properties: { name: { type: 'string' } } } } };
  const post = { requestBody: { content }, responses: { 200: { description: 'Done' } } };
  const document = documentFrom({
    openapi: '3.1.0',
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    paths: { '/keys': { post } },
  });
  const all = questionsOf(document, operations(document)[0]!);
  const asked = all.find(({ id }) => id === 'invalid-key')!.probe(countedValues());
  expect(asked.map(({ validity }) => validity)).toEqual([
    { kind: 'open', reason: 'invalid key', strictlyValid: false },
  ]);
});
