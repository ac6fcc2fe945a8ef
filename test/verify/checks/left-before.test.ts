import { expect, it } from 'vitest';
import type { JsonValue } from '../../../src/openapi/json/json-value.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { operations } from '../../../src/model/operation.ts';
import { withoutLeftBefore } from '../../../src/verify/checks/left-before.ts';
import { responseBody } from '../../../src/verify/checks/response.ts';
import { Judge } from '../../../src/verify/run/judge.ts';
import { type Parts, exchange } from './exchanges.ts';

const TOLD = `{ type: object, required: [id], properties: { id: { type: integer }, name: { type: string }, size: { type: integer } }, additionalProperties: false }`;
const document = loadDocument(
  `openapi: 3.1.0
paths:
  /wares:
    get: { responses: { '200': { description: all, content: { application/json: { schema: { type: array, items: ${TOLD} } } } } } }
    post: { requestBody: { content: { application/json: { schema: { type: object, properties: { name: { type: string }, size: { type: integer } } } } } }, responses: { '201': { description: it, content: { application/json: { schema: ${TOLD} } } } } }
`,
  'wares.yaml',
);
const [list, add] = operations(document);
const SCHEMA = '/paths/~1wares/post/requestBody/content/application~1json/schema';

const listed = (items: JsonValue): Parts => {
  return { operation: list!, method: 'GET', path: '/wares', body: JSON.stringify(items) };
};
const made = (sent: JsonValue, answer: JsonValue): Parts => {
  return { operation: add!, sent, status: 201, body: JSON.stringify(answer) };
};
const broken = (sent: JsonValue, answer: JsonValue, place = '/properties/name'): Parts => {
  const pointer = `${SCHEMA}${place}/type`;
  const validity = { kind: 'invalid', keyword: 'type', pointer, reason: 'it is wrong' } as const;
  return { ...made(sent, answer), validity };
};

/** How often a body is told to be wrong. */
function told(...parts: readonly Parts[]): number {
  const judge = new Judge({ document, strict: false, credential: { variable: 'T' } });
  const exchanges = parts.map((part, sequence) => exchange({ ...part, sequence }));
  for (const each of exchanges) judge.expect(each.case);
  const findings = exchanges.flatMap((each) => judge.judge(each));
  const left = withoutLeftBefore(findings, exchanges, document);
  return left.filter(({ check }) => check === responseBody.id).length;
}

const old = listed([{ id: 1, name: 5 }]);

it('a list is not blamed for what stands in it from before that the server takes still', () => {
  expect(told(broken({ name: 7 }, { id: 8, name: 7 }), old)).toBe(0);
  expect(told(broken([], { id: 8, 0: 'x' }, ''), listed([{ id: 1, 0: 'y' }]))).toBe(0);
});

it('a list is blamed for what nobody has sent, and for what others show as well', () => {
  expect(told(old)).toBe(1);
  expect(told(broken({ size: 'x' }, { id: 8 }, '/properties/size'), old)).toBe(1);
  expect(told(broken({ name: 7 }, { id: 8, name: 7 }), made({}, { id: 9, name: 6 }), old)).toBe(2);
});
