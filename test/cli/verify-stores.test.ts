import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/checks/finding.ts';
import { conformant } from '../stores/conformant.ts';
import { faults } from '../stores/faults/index.ts';
import { startStore } from '../stores/store.ts';
import { verify } from './run-verify.ts';

interface Report {
  readonly findings: readonly Finding[];
}

describe('each faulty store is found out, under the right rule', () => {
  it.each(faults)('$rule: $name', async ({ rule, severity = 'violation', options, flags = [] }) => {
    await using store = await startStore(options);
    const { code, stdout } = await verify([store.url, '--reporter', 'json', ...flags]);
    const { findings } = JSON.parse(stdout) as Report;
    const first = findings.find((finding) => finding.severity === severity);
    expect({ rule: first?.rule, code }).toEqual({ rule, code: severity === 'violation' ? 1 : 0 });
  });
});

describe('each conformant store passes, and passes again', () => {
  it.each(conformant)('$name', async ({ options }) => {
    await using store = await startStore(options);
    for (const run of ['first', 'second']) {
      const { code, stdout } = await verify([store.url, '--reporter', 'json']);
      const { findings } = JSON.parse(stdout) as Report;
      const violations = findings.filter(({ severity }) => severity === 'violation');
      expect({ run, violations, code }).toEqual({ run, violations: [], code: 0 });
    }
  });
});
