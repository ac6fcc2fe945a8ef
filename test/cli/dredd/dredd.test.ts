import { describe, expect, it } from 'vitest';
import { planReporters } from '../../../src/cli/dredd/dredd.ts';

const resolve = (path: string): string => `/reports/${path}`;

describe('planReporters', () => {
  it('gives the outputs to the file reporters in order, and default names to the rest', () => {
    expect(planReporters(['dot', 'xunit', 'html'], ['a.xml'], resolve)).toEqual([
      { name: 'xunit', output: '/reports/a.xml' },
      { name: 'html', output: '/reports/report.html' },
      { name: 'dot' },
    ]);
  });

  it.each([
    ['an unknown reporter', ['junit'], [], 'is not one of Dredd'],
    ['the one that phones home', ['apiary'], [], 'sends the results to a service'],
    ['a reporter twice', ['html', 'html'], [], 'named twice'],
    ['two that print', ['dot', 'nyan'], [], 'one reporter only'],
    ['more outputs than files', ['dot'], ['a.xml'], '1 outputs for 0 reporters'],
    ['a name of every object', ['constructor'], [], 'is not one of Dredd'],
  ])('refuses %s', (_title, names, outputs, cause) => {
    expect(() => planReporters(names, outputs, resolve)).toThrow(cause);
  });
});
