import { describe, expect, it } from 'vitest';
import {
  documentedErrors,
  standingOf,
  successPointer,
  successWords,
} from '../../../src/verify/checks/standing.ts';
import { documentFromValue } from '../../../src/openapi/document.ts';
import { type Operation, operations } from '../../../src/model/operation.ts';
import { exchange } from './exchanges.ts';

/** An operation that documents these statuses. */
function documenting(...statuses: string[]): Operation {
  const responses = Object.fromEntries(statuses.map((status) => [status, {}]));
  return operations(documentFromValue({ paths: { '/a': { post: { responses } } } }))[0]!;
}

const at = '/paths/~1a/post/responses';

describe('standingOf', () => {
  it.each([
    [200, 'success'],
    [299, 'success'],
    [300, 'redirect'],
    [399, 'redirect'],
    [400, 'refusal'],
    [499, 'refusal'],
    [500, 'server-error'],
    [599, 'server-error'],
  ])('takes %i for a %s', (status, kind) => {
    expect(standingOf(exchange({ status })).kind).toBe(kind);
  });

  it('hands a transport failure on', () => {
    const failure = { kind: 'dns', message: 'x' } as const;
    expect(standingOf(exchange({ failure }))).toEqual({ kind: 'failure', failure });
  });

  it.each<[status: number, statuses: string[], documented: string | undefined]>([
    [200, ['200', '400'], '200'],
    [201, ['200', '400'], undefined],
    [201, ['2XX'], '2XX'],
    [404, ['200', 'default'], 'default'],
    [404, ['200', '4xx', 'default'], '4xx'],
    // As everybody writes it, `default` means errors where a success stands beside it …
    [201, ['200', 'default'], undefined],
    [201, ['200', 'Default'], undefined],
    // … and everything where it stands alone.
    [201, ['default'], 'default'],
    [201, ['400', 'default'], 'default'],
    [302, ['200', 'default'], 'default'],
  ])('finds for %i of %j the response under %s', (status, statuses, documented) => {
    const standing = standingOf(exchange({ status, operation: documenting(...statuses) }));
    const found = standing.kind === 'failure' ? undefined : standing.documented?.status;
    expect(found).toBe(documented);
  });
});

describe('the documented success', () => {
  it.each<[statuses: string[], words: string, pointer: string]>([
    [['400', '200'], '200', `${at}/200`],
    [['201', '202', '422'], '201 or 202', `${at}/201`],
    [['400'], 'a success', at],
  ])('of %j is %s', (statuses, words, pointer) => {
    expect(successWords(documenting(...statuses))).toBe(words);
    expect(successPointer(documenting(...statuses))).toBe(pointer);
  });
});

describe('the documented errors', () => {
  it.each<[statuses: string[], words: string, pointer: string]>([
    [['200', '400'], '400', `${at}/400`],
    [['204', '4XX', 'default'], '4XX or default', `${at}/4XX`],
    [['200', 'Default'], 'Default', `${at}/Default`],
    [['200', '503'], 'no error status', at],
  ])('of %j are %s', (statuses, words, pointer) => {
    expect(documentedErrors(documenting(...statuses))).toEqual({ words, pointer });
  });
});
