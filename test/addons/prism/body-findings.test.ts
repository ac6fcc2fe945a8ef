import { expect, it } from 'vitest';
import { BodyFindings } from '../../../src/addons/prism/body-findings.ts';
import { readBody } from '../../../src/addons/prism/body-copy.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import type { ValidatorFinding } from '../../../src/serve/validator.ts';

const schema = {
  type: 'object',
  properties: { n: { type: 'integer' }, ids: { type: 'array', items: { type: 'integer' } } },
};
const form = { schema, encoding: { ids: { style: 'form', explode: false } } };
const content = {
  'application/x-www-form-urlencoded': form,
  'multipart/form-data': form,
  'application/xml': { schema },
};
const document = documentFromValue({ paths: { '/a': { post: { requestBody: { content } } } } });
const finding = (...location: string[]): ValidatorFinding => ({
  location,
  severity: 'Error',
  code: 'type',
  message: 'what Prism says',
});

/** What is said of a request's body, of which Prism says that it is wrong, beside a word on a header. */
async function messagesOf(body: string, contentType: string): Promise<string[]> {
  const copy = await readBody(new TextEncoder().encode(body), { 'content-type': contentType });
  const prism = [finding('request', 'header', 'x'), finding('request', 'body', 'ids')];
  const place = { side: 'request' } as const;
  return new BodyFindings(document)
    .correct(prism, copy, place, 'POST /a', contentType)
    .map(({ location, code, message }) => `${location.join('.')} ${code}: ${message}`);
}

const standing = 'request.header.x type: what Prism says';
const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

it.each([
  ['a form that is right', 'n=1&ids=1,2', URLENCODED, []],
  [
    'a form that is wrong',
    'n=x',
    URLENCODED,
    ['request.body.n type: Request body: n must be an integer, got the string "x"'],
  ],
  [
    'no form',
    '--b',
    MULTIPART,
    ['request.body syntax: Request body: the body ends before its last boundary'],
  ],
  ['XML, of which nobody reads anything', '<a/>', 'application/xml', []],
])("of %s, the kit's own reader says what is wrong", async (_name, body, contentType, expected) => {
  expect(await messagesOf(body, contentType)).toEqual([standing, ...expected]);
});
