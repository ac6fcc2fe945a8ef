import { expect } from 'vitest';
import { readXml, type XmlElement } from './read-xml.ts';

/**
 * What the published schemas of Ant (windyroad JUnit.xsd) and of Jenkins (xunit-plugin
 * junit-10.xsd) both allow: children in this order, and these attributes.
 */
const ELEMENTS: Readonly<
  Record<string, { children: RegExp; required: string[]; optional?: string[] }>
> = {
  testsuites: { children: /^(testsuite )*$/, required: [] },
  testsuite: {
    children: /^properties (testcase )*system-out system-err $/,
    required: [
      'name',
      'timestamp',
      'hostname',
      'tests',
      'failures',
      'errors',
      'time',
      'package',
      'id',
    ],
    optional: ['skipped'],
  },
  properties: { children: /^(property )*$/, required: [] },
  property: { children: /^$/, required: ['name', 'value'] },
  testcase: {
    children: /^(skipped |error |failure )?$/,
    required: ['name', 'classname', 'time'],
  },
  failure: { children: /^$/, required: ['type'], optional: ['message'] },
  error: { children: /^$/, required: ['type'], optional: ['message'] },
  'system-out': { children: /^$/, required: [] },
  'system-err': { children: /^$/, required: [] },
};

const VALUES: Readonly<Record<string, RegExp>> = {
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  time: /^\d{1,3}(\.\d*)?$|^\d+(\.\d*)?$/,
  tests: /^\d+$/,
  failures: /^\d+$/,
  errors: /^\d+$/,
  id: /^\d+$/,
};

/** Holds a report against both schemas. */
export function expectValidJunit(xml: string): void {
  expectValid(readXml(xml));
}

function expectValid(element: XmlElement): void {
  const rule = ELEMENTS[element.name];
  expect(rule, `<${element.name}>`).toBeDefined();
  expect(element.children.map(({ name }) => `${name} `).join('')).toMatch(rule!.children);
  const names = Object.keys(element.attributes);
  expect(names).toEqual(expect.arrayContaining(rule!.required));
  expect([...rule!.required, ...(rule!.optional ?? [])]).toEqual(expect.arrayContaining(names));
  for (const [name, value] of Object.entries(element.attributes)) {
    if (VALUES[name]) expect(value).toMatch(VALUES[name]);
  }
  for (const child of element.children) expectValid(child);
}
