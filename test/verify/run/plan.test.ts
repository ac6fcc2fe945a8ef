import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/model/operation.ts';
import { documentFrom } from '../../../src/model/inspect-document.ts';
import { collectCases } from '../../../src/verify/cases/read-case-file.ts';
import type { CaseTemplate } from '../../../src/verify/cases/case.ts';
import { makePlan, planCases } from '../../../src/verify/run/plan.ts';

/** A document of so many operations that create something. */
function documentOf(count: number) {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: 20 }, age: { type: 'integer' } },
  };
  const content = { 'application/json': { schema } };
  const post = { requestBody: { content }, responses: { 201: { description: 'Created' } } };
  const paths = Array.from({ length: count }, (_, i) => [`/things-${i}`, { post }]);
  return documentFrom({ openapi: '3.1.0', paths: Object.fromEntries(paths) });
}

const document = documentOf(24);

/** The cases of the document, and how many of them were made up. */
function counted(most?: number): { cases: Iterable<CaseTemplate>; made: () => number } {
  let made = 0;
  const cases = Iterator.from(collectCases({ document, caseFiles: [], seed: 1, most })).map(
    (template) => {
      made += 1;
      return template;
    },
  );
  return { cases, made: () => made };
}

const options = { seed: 1, requests: 200 };

describe('the plan of a large document', () => {
  const all = [...collectCases({ document, caseFiles: [], seed: 1 })];

  it('has every case, in the same order whether they are there or are made up on the way', () => {
    const ready = planCases(makePlan(all, options)).map(({ id }) => id);
    const onTheWay = planCases(makePlan(counted().cases, options)).map(({ id }) => id);
    expect(onTheWay).toEqual(ready);
    expect(new Set(ready).isSupersetOf(new Set(all.map(({ id }) => id)))).toBe(true);
  });

  it('sends some valid cases of each operation again, and of a small one all of them', () => {
    const againIn = (templates: readonly CaseTemplate[]): number[] => {
      const sent = planCases(makePlan(templates, { seed: 1, requests: 1 }));
      const once = new Set<string>();
      const isNew = ({ id }: CaseTemplate): boolean => !once.has(id) && once.add(id).has(id);
      const repeated = sent.filter((template) => !isNew(template));
      return [...Map.groupBy(repeated, ({ operation }) => operation.id).values()].map(
        (group) => group.length,
      );
    };
    const small = [...collectCases({ document: documentOf(1), caseFiles: [], seed: 1 })];
    expect(Math.max(...againIn(small))).toBeGreaterThan(20);
    // The bursts at the end are of the first operations.
    const few = againIn(all).toSorted((a, b) => a - b);
    expect([few[0], few[20]]).toEqual([8, 8]);
  });

  it('makes up no more than a part before the first request', () => {
    const { cases, made } = counted();
    const { size } = makePlan(cases, options);
    expect(size).toBeUndefined();
    expect(made()).toBeLessThan(all.length / 2);
  });

  it('makes up about as many as are sent', () => {
    const { cases, made } = counted();
    const { parts } = makePlan(cases, options);
    const ahead = Iterator.from(parts)
      .flatMap((part) => part.cases)
      .map((_, i) => made() - i);
    expect(Math.max(...ahead)).toBeLessThan(all.length / 2);
  });
});

describe('the most cases', () => {
  it.each([1, 24, 300])('are made up, and no others: %i', (most) => {
    const { cases, made } = counted(most);
    expect([...cases]).toHaveLength(most);
    expect(made()).toBe(most);
  });

  it('are of as many operations as they can be, and of every kind', () => {
    const cases = [...counted(48).cases];
    const kinds = new Set(cases.map(({ id }) => id.split('/')[0]));
    expect(kinds).toEqual(new Set(['boundary', 'broken', 'random']));
    expect(new Set(cases.map(({ operation }) => operation)).size).toBe(operations(document).length);
  });
});

describe('cases that are sent once', () => {
  const templates = [...collectCases({ document, caseFiles: [], seed: 1, most: 100 })];
  const paces = (isInTurn: boolean): Map<string, number> => {
    const { parts } = makePlan(templates, { seed: 1, requests: 0, isInTurn });
    return new Map(Array.from(parts, ({ pace, cases }) => [pace, [...cases].length]));
  };

  it('are sent side by side where they are a sample', () => {
    expect(paces(false).get('side by side')).toBeGreaterThan(70);
  });

  it('are sent in turn where somebody chose them', () => {
    expect(paces(true).get('side by side')).toBe(0);
    expect(paces(true).get('in turn')).toBe(99);
  });
});

describe('more examples', () => {
  it('are random bodies, on top of the usual ones', () => {
    const count = (examples?: number): number =>
      Array.from(collectCases({ document, caseFiles: [], seed: 1, examples })).filter(({ id }) =>
        id.startsWith('random/'),
      ).length;
    expect(count(50)).toBeGreaterThan(count() * 2);
  });
});
