import { expect, it } from 'vitest';
import { examinePackages, manifestOf } from '../../../src/cli/doctor/packages.ts';
import { verdictOn } from '../../../src/cli/doctor/doctor.ts';

it('names the commands that can’t work without the optional tools, and what to run', () => {
  const bare = examinePackages(
    (name) => (name === 'msw' || name === 'vitest' ? manifestOf(name) : undefined),
    'the-kit',
  );
  expect(verdictOn(bare)).toBe(
    "These commands can't work: proxy, lint, dredd. The warnings say what to install.",
  );
});

it('says both where something else is missing, too', () => {
  const [first, second] = verdictOn(examinePackages(() => undefined, 'the-kit')).split('\n');
  expect(first).toBe('Something is missing or broken: msw.');
  expect(second).toMatch(/^These commands can't work: proxy, lint, dredd\./);
});

it('has no complaint where all is there', () => {
  expect(verdictOn(examinePackages(manifestOf, 'the-kit'))).toBe('Every command can work.');
});
