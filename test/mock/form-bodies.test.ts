import { expect, it } from 'vitest';
import { createMock } from '../../src/index.ts';
import { documentFromValue } from '../../src/openapi/document.ts';

const schema = {
  type: 'object',
  required: ['n'],
  properties: {
    n: { type: 'integer', format: 'int64' },
    tags: { type: 'array', items: { type: 'string' }, maxItems: 2 },
    at: { type: 'object', required: ['x'], properties: { x: { type: 'number' } } },
  },
};
const upload = {
  type: 'object',
  required: ['file'],
  properties: { ...schema.properties, file: { type: 'string', format: 'binary', maxLength: 4 } },
};
const fault = { type: 'object', required: ['why'], properties: { why: { type: 'string' } } };
const document = documentFromValue({
  openapi: '3.1.0',
  info: { title: 'Forms', version: '1' },
  paths: {
    '/things': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema },
            'multipart/form-data': {
              schema: upload,
              encoding: { file: { contentType: 'image/png, image/gif' } },
            },
            'application/xml': {},
          },
        },
        responses: {
          201: { description: 'ok', content: { 'application/json': { schema } } },
          400: { description: 'no', content: { 'application/json': { schema: fault } } },
        },
      },
    },
  },
});

async function send(body: BodyInit, headers: Record<string, string> = {}): Promise<string> {
  const request = new Request('http://mock.test/things', { method: 'POST', body, headers });
  const response = await createMock({ document }).fetch(request);
  return `${response.status} ${await response.text()}`;
}

function formWith(pairs: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(pairs)) data.append(name, value);
  return data;
}

const png = (text: string): Blob => new Blob([text], { type: 'image/png' });
const largest = '9223372036854775807';

it.each<[name: string, body: BodyInit, answer: string]>([
  [
    'a form',
    new URLSearchParams([
      ['n', largest],
      ['tags', 'a'],
      ['tags', 'ü&'],
      ['at', '{"x":1.5}'],
    ]),
    `201 {"n":${largest},"tags":["a","ü&"],"at":{"x":1.5}}`,
  ],
  ['a form without what is required', new URLSearchParams({ tags: 'a' }), 'n is required'],
  ['a text for an integer', new URLSearchParams({ n: 'x' }), 'n must be an int64, got'],
  [
    'an integer out of range',
    new URLSearchParams({ n: '9223372036854775808' }),
    'n must be an int64',
  ],
  ['what is no JSON', new URLSearchParams({ n: '1', at: '{' }), 'at is not well-formed JSON'],
  ['a broken property', new URLSearchParams({ n: '1', at: '{}' }), 'at.x is required'],
  ['a multipart form', formWith({ file: png('ab'), n: largest }), `201 {"n":${largest}}`],
  ['a file that is too long', formWith({ file: png('abcde') }), 'file must have at most 4'],
  [
    'a file of another type',
    formWith({ file: new Blob(['a'], { type: 'a/b' }) }),
    'the part file must',
  ],
])(
  '%s is answered with what it says, or with what is wrong with it',
  async (_name, body, answer) => {
    const answerOfMock = await send(body);
    expect(answerOfMock).toContain(answer);
    if (!answer.startsWith('201')) expect(answerOfMock).toMatch(/^400 \{"why":/);
  },
);

it('a body that is no form gets a 400 in the shape of the document', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  expect(await send('--b\r\nx', headers)).toMatch(/^400 \{"why":"the body ends before its last/);
});

it('a body of a type that nothing is known of is taken as it is', async () => {
  expect(await send('<a', { 'content-type': 'application/xml' })).toMatch(/^201 /);
});
