import { type JsonObject, type JsonValue, isJsonObject } from '../../openapi/json/json-value.ts';
import type { Scenario } from './service.ts';
import type { ResourcePattern, ScenarioContext, ScenarioFile } from './scenario.ts';

/** The state that a well-formed file describes. What it leaves out stays as at the start. */
export function buildScenario(file: ScenarioFile, context: ScenarioContext): Scenario {
  const { description, collections, latency, faults } = file;
  return {
    description,
    state: {
      ...answersOf(file, context),
      ...(file.resources || file.many ? { resources: resourcesOf(file, context.identity) } : {}),
      ...(collections === undefined ? {} : { collections }),
      ...(latency === undefined ? {} : { latency }),
      ...(faults === undefined ? {} : { faults }),
    },
  };
}

function answersOf(
  { profile, answers }: ScenarioFile,
  { profiles }: ScenarioContext,
): Scenario['state'] {
  if (profile === undefined && answers === undefined) return {};
  const named = profile === undefined ? {} : (profiles[profile] ?? {});
  if (answers === undefined) return { profile: profile ?? null, answers: named };
  const operations = new Set([...Object.keys(named), ...Object.keys(answers)]);
  const merged = [...operations].map((id) => [id, { ...named[id], ...answers[id] }] as const);
  return { profile: null, answers: Object.fromEntries(merged) };
}

/** All that the file lists, then those of its pattern. */
export function resourcesOf(
  { resources = [], many }: ScenarioFile,
  identity: string | undefined,
): JsonObject[] {
  return [...resources, ...(many === undefined ? [] : expand(many, identity))];
}

function expand({ count, from = 1, resource }: ResourcePattern, identity?: string): JsonObject[] {
  return Array.from({ length: count }, (_, i) => {
    const exact = BigInt(from) + BigInt(i);
    const id = Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
    const filled = fill(resource, String(exact)) as JsonObject;
    return identity === undefined ? filled : { [identity]: id, ...filled };
  });
}

function fill(value: JsonValue, n: string): JsonValue {
  if (typeof value === 'string') return value.replaceAll('{n}', n);
  if (Array.isArray(value)) return value.map((item) => fill(item, n));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, n)]));
}
