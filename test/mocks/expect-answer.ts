import { expect } from 'vitest';
import type { BodyCase } from './bodies.ts';
import type { Answer } from './send-body.ts';

/** Every form of the mock must answer a body so. */
export function expectAnswer(answer: Answer, { expected }: BodyCase): void {
  if (typeof expected === 'string') {
    expect(answer).toMatchObject({ status: 200, body: expected, type: 'application/json' });
    return;
  }
  expect(answer).toMatchObject({ status: 400, type: 'application/json' });
  const error = JSON.parse(answer.body) as { error: unknown; message: unknown };
  expect(Object.keys(error)).toEqual(['error', 'message']);
  expect(error.error).toSatisfy((code: unknown) => Number.isInteger(code));
  expect(error.message).toMatch(expected);
}
