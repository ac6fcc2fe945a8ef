import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checks, runChecks, transportChecks } from '../../../src/verify/checks/index.ts';
import { rules } from '../../../src/verify/checks/check.ts';

const all = [...checks, ...runChecks];

describe('the registry of checks', () => {
  it('holds each check once, under a name in kebab-case', () => {
    const ids = all.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it('holds every check that a module of the folder has', () => {
    const folder = new URL('../../../src/verify/checks/', import.meta.url);
    const written = readdirSync(folder).flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return [...text.matchAll(/: (?:Run)?Check = \{\n {2}id: '([^']+)'/g)].map(([, id]) => id);
    });
    expect(new Set(written)).toEqual(new Set(all.map(({ id }) => id)));
  });

  it('holds on another path to what is true of every request', () => {
    expect(transportChecks.map(({ id }) => id)).toEqual([
      'transport-failure',
      'server-error',
      'stack-trace',
    ]);
  });

  it('says in a sentence what each rule asks for', () => {
    for (const words of Object.values(rules)) expect(words).toMatch(/^[A-Z]\w*( .+)+[^.]$/);
    expect(new Set(Object.values(rules)).size).toBe(10);
  });
});
