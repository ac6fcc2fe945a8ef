import { expect, it } from 'vitest';
import type { JudgedExchange } from '../../../src/verify/cases/case.ts';
import { refusedValid } from '../../../src/verify/checks/refused-valid.ts';
import { loadDocument } from '../../../src/model/load-document.ts';
import { operations } from '../../../src/model/operation.ts';
import { type Parts, context, exchange, invalid } from './exchanges.ts';

const document = loadDocument(
  `openapi: 3.1.0
paths:
  /repos:
    post:
      requestBody: { content: { application/json: { schema: { properties: {
        access: { enum: [open, closed, shared] }, rules: { type: array, items: { properties: { kind: { enum: [a, b] } } } } } } } } }
      responses: { '201': { description: it }, '422': { description: no } }`,
  'a.yaml',
);
const [operation] = operations(document);

function of(access: string, message: string | undefined, parts: Parts = {}): JudgedExchange {
  const status = message === undefined ? 201 : 422;
  const body = JSON.stringify({ message });
  return exchange({ status, body, sent: { access }, id: access, operation: operation!, ...parts });
}

function say(...exchanges: JudgedExchange[]): string[] {
  return [refusedValid.checkRun(exchanges, { ...context, document })]
    .flat()
    .map(({ severity, message }) => `${severity}: ${message}`);
}

const open = of('open', undefined);
const unlisted = of('other', 'access must be one of: open, closed', { validity: invalid });
const breach = 'violation: a valid request is refused with 422';

it('is a note where a value of a list is refused otherwise than what isn’t in it', () => {
  const paid = of('shared', 'shared repositories need a paid plan');
  const note =
    'note: a request that the schema allows is refused with 422: it knows that access may be "shared", as it says';
  expect(say(open, unlisted, paid)).toEqual([note]);
  expect(say(unlisted, paid)).toEqual([breach]);
  expect(say(open, paid)).toEqual([breach]);
  expect(say(open, unlisted, paid, of('shared', undefined, { id: 'b' }))).toEqual([breach]);
  expect(say(open, unlisted, of('shared', 'nobody pays'))).toEqual([breach]);
  const undocumented = of('shared', 'access needs a paid plan', { status: 400 });
  expect(say(open, unlisted, undocumented)).toEqual([breach.replace('422', '400')]);
});

it('is a breach where the server doesn’t know it', () => {
  expect(say(open, unlisted, of('shared', 'access must be one of: open, closed'))).toEqual([
    breach,
  ]);
});

it('is looked for in lists, too', () => {
  const rules = (kind: string): Parts => ({ sent: { rules: [{ kind }] } });
  const taken = of('', undefined, rules('a'));
  const other = of('', 'kind is a', { ...rules('c'), validity: invalid });
  expect(say(taken, other, of('', 'kind b is for others', rules('b')))[0]).toMatch(
    /^note: .*rules\.kind/,
  );
});
