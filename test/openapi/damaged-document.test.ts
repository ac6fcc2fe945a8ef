import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { DiagnosticError } from '../../src/openapi/diagnostic.ts';
import type { JsonValue } from '../../src/openapi/json/json-value.ts';
import { stringifyJson } from '../../src/openapi/json/stringify-json.ts';
import { loadDocument } from '../../src/model/load-document.ts';
import { operations } from '../../src/model/operation.ts';
import { fromPointer, childPointer } from '../../src/openapi/pointer.ts';
import { compileSchema } from '../../src/openapi/schema/compile-schema.ts';
import { thingsDocument } from '../setup/things-document.ts';

const { root, text } = thingsDocument;

function pointersBelow(value: JsonValue, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer];
  const children = Object.entries(value as Record<string, JsonValue>);
  return [
    pointer,
    ...children.flatMap(([key, child]) => pointersBelow(child, childPointer(pointer, key))),
  ];
}

function withValueAt(value: JsonValue, [key, ...rest]: string[], wanted: JsonValue): JsonValue {
  if (key === undefined) return wanted;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    JsonValue
  >;
  copy[key] = withValueAt(copy[key] ?? null, rest, wanted);
  return copy;
}

const odd: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, 0, -1.5, '', 'x', [], {}, [null], [{}], { a: null }),
  fc.constantFrom<JsonValue>({ $ref: '#' }, { $ref: '#/components' }, { $ref: 1 }, { type: 'x' }),
);

/** Uses a document as the kit does; what it throws is the answer. */
function problemOf(damaged: string): unknown {
  try {
    const document = loadDocument(damaged, 'damaged.yaml');
    for (const { requestBody, responses, parameters } of operations(document)) {
      const content = [requestBody, ...responses].flatMap((owner) => owner?.content ?? []);
      for (const { schemaPointer } of [...content, ...parameters]) {
        if (schemaPointer !== undefined) compileSchema(document.root, schemaPointer)({ name: 1 });
      }
    }
    return undefined;
  } catch (error) {
    return error;
  }
}

function isFair(problem: unknown): boolean {
  if (problem === undefined) return true;
  return problem instanceof DiagnosticError && !/\n\s+at /.test(problem.message);
}

it('a document with an odd value anywhere is read, or refused with diagnostics', () => {
  const pointers = fc.constantFrom(...pointersBelow(root));
  fc.assert(
    fc.property(pointers, odd, (pointer, value) => {
      const problem = problemOf(stringifyJson(withValueAt(root, fromPointer(pointer), value), 1));
      expect(problem).toSatisfy(isFair);
      if (!(problem instanceof DiagnosticError)) return;
      for (const { location } of problem.diagnostics) expect(location).toBeDefined();
    }),
    { numRuns: 300 },
  );
});

it('a document that is cut, or has lost or gained a character, is read or refused likewise', () => {
  const places = fc.nat({ max: text.length - 1 });
  const inserted = fc.constantFrom(
    '',
    ':',
    '"',
    '{',
    '[',
    '\t',
    '*',
    '&a',
    '\n',
    '- ',
    '#',
    '|',
    '%',
  );
  fc.assert(
    fc.property(places, fc.constantFrom(0, 1, text.length), inserted, (start, length, added) => {
      const damaged = text.slice(0, start) + added + text.slice(start + length);
      expect(problemOf(damaged)).toSatisfy(isFair);
    }),
    { numRuns: 300 },
  );
});
