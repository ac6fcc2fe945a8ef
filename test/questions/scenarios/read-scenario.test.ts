import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../../src/openapi/json/stringify-json.ts';
import { DiagnosticError } from '../../../src/openapi/diagnostic.ts';
import { type ScenarioContext, buildScenario } from '../../../src/questions/scenarios/scenario.ts';
import { firstCreation } from '../../../src/model/resources/collections.ts';
import { readScenario, scenarioSchema } from '../../../src/questions/scenarios/read-scenario.ts';
import { thingsDocument as document } from '../../setup/things-document.ts';

const profiles = {
  lenient: { createThing: { 'used-id': 'accepted', 'missing-token': 'accepted' } },
  typical: { createThing: { 'used-id': 'refused 409' } },
};
const context: ScenarioContext = { profiles, identity: firstCreation(document)?.identity };

function state(text: string): ReturnType<typeof buildScenario>['state'] {
  const file = readScenario(`scenario: 1\ndescription: x\n${text}`, 'x.yaml', document, context);
  return buildScenario(file, context).state;
}

describe('a scenario', () => {
  it('leaves out what it says nothing of', () => {
    expect(state('')).toEqual({});
  });

  it('keeps ids exact', () => {
    expect(state('resources: [{ id: 9223372036854775807, name: Lamp }]').resources).toEqual([
      { id: 9_223_372_036_854_775_807n, name: 'Lamp' },
    ]);
  });

  it('makes many resources from a pattern, behind those that it lists', () => {
    const text = `resources: [{ id: 1, name: Lamp }]
many: { count: 3, from: 9007199254740991, resource: { name: 'Lamp {n}', tag: blue } }`;
    expect(state(text).resources).toEqual([
      { id: 1, name: 'Lamp' },
      { id: 9_007_199_254_740_991, name: 'Lamp 9007199254740991', tag: 'blue' },
      { id: 9_007_199_254_740_992n, name: 'Lamp 9007199254740992', tag: 'blue' },
      { id: 9_007_199_254_740_993n, name: 'Lamp 9007199254740993', tag: 'blue' },
    ]);
  });

  it('takes a profile by name, and answers of its own on top', () => {
    expect(state('profile: lenient')).toEqual({
      profile: 'lenient',
      answers: profiles.lenient,
    });
    const mixed = state('profile: lenient\nanswers: { createThing: { used-id: refused 409 } }');
    expect(mixed.profile).toBeNull();
    expect(mixed.answers?.['createThing']).toMatchObject({
      'used-id': 'refused 409',
      'missing-token': 'accepted',
    });
  });

  it('has faults as the control API takes them', () => {
    const faults = [{ kind: 'answer', operation: 'createThing', every: 3, times: null }];
    expect(state(`faults: ${JSON.stringify(faults)}`).faults).toEqual(faults);
  });
});

describe('a scenario with a mistake', () => {
  it.each([
    ['resources: [{ id: x, name: Lamp }]', '3:15 invalid-resource: id must be an int64'],
    ['resources: [{ id: 1, name: a }, { id: 1, name: b }]', '3:35 repeated-identity: id 1'],
    [
      'resources: [{ id: 1, name: a }]\nmany: { count: 2, resource: { name: b } }',
      '4:19 repeated-identity: id 1',
    ],
    ['many: { count: 2, resource: { nam: b } }', '3:19 invalid-resource: name is required'],
    ['collections: { /things: [] }', '3:16 unknown-collection: the document has only one'],
    ['profile: typicl', '3:1 unknown-profile: there is no profile "typicl"'],
    ['answers: { createThing: { used-id: never } }', '3:27 impossible-answer'],
    ['answers: { createTing: {} }', '3:12 unknown-operation'],
    ['faults: [{ kind: answer, operation: createTing }]', '3:26 unknown-operation'],
    ['faults: [{ kind: answer, headers: { a b: c } }]', '3:10 invalid-fault'],
    ['faults: [{ kind: anser }]', 'Did you mean "answer"?'],
    ['faults: [{ kind: drop, status: 500 }]', 'Only a fault of the kind "answer" has status'],
    ['fauls: []', '3:1 unknown-key: "fauls" is no key of a scenario'],
    ['latency: 1.5', '3:1 wrong-value'],
    ['latency: [', 'yaml-'],
  ])('%s is told with its place', (text, told) => {
    expect(() => state(text)).toThrow(DiagnosticError);
    expect(() => state(text)).toThrow(told);
    expect(() => state(text)).toThrow(
      /Failed to read the scenario x\.yaml:\nx\.yaml:\d+:\d+ .*\n.*\n +\^/,
    );
  });
});

describe('the schema of scenarios', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const validate = ajv.compile(JSON.parse(stringifyJson(scenarioSchema)) as object);

  it('accepts what is read', () => {
    expect(validate({ scenario: 1, description: 'x', faults: [{ kind: 'drop' }] })).toBe(true);
  });

  it.each([
    ['no version', { description: 'x' }],
    ['another version', { scenario: 2, description: 'x' }],
    ['an unknown key', { scenario: 1, description: 'x', seeds: [] }],
    ['a negative latency', { scenario: 1, description: 'x', latency: -1 }],
    [
      'a fault that never acts',
      { scenario: 1, description: 'x', faults: [{ kind: 'drop', times: 0 }] },
    ],
    [
      'a status of a latency',
      { scenario: 1, description: 'x', faults: [{ kind: 'latency', latency: 1, status: 500 }] },
    ],
    ['a latency of nothing', { scenario: 1, description: 'x', faults: [{ kind: 'latency' }] }],
  ])('refuses %s', (_, value) => {
    expect(validate(value)).toBe(false);
  });
});
