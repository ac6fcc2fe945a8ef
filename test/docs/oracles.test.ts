import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Oracle } from '../../src/verify/oracles/oracle.ts';

const page = readFileSync(new URL('../../docs/oracles.md', import.meta.url), 'utf8');
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0]!.trim(), section] as const),
);

const folder = new URL('../../src/verify/oracles/', import.meta.url);
const modules = await Promise.all(
  readdirSync(folder).map((file): Promise<object> => import(new URL(file, folder).href)),
);
const oracles = modules.flatMap((module) => Object.values(module).filter(isOracle));

function isOracle(value: unknown): value is Oracle {
  return typeof value === 'object' && value !== null && 'because' in value && 'scenes' in value;
}

/** The places in standards that a sentence names: `RFC 9110, 9.3`. */
function placesIn(sentence: string): string[] {
  const places = sentence.matchAll(/(RFC \d+|OpenAPI [\d.]+|draft-[\w-]+)\)?, ([\d.]+\d|\d)/g);
  return Array.from(places, ([, standard, place]) => `${standard}, ${place}`);
}

/** As it is read: without line breaks and the targets of links. */
const plain = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/\s+/g, ' ');

it('docs/oracles.md has a section for each oracle, and no other', () => {
  expect([...sections.keys()].toSorted()).toEqual(oracles.map(({ id }) => id).toSorted());
});

describe.each(oracles)('the section $id', ({ id, because }) => {
  const section = sections.get(id) ?? '';

  it('shows a faulty exchange', () => {
    expect(section).toMatch(/^```\n[A-Z]+ .*→/m);
  });

  it('names the sentence that the oracle stands on, or says that there is none', () => {
    const places = placesIn(because);
    const placesTold = placesIn(plain(section));
    expect(places.filter((place) => !placesTold.includes(place))).toEqual([]);
    const isOwn = /No standard says so|you say that|\(\[R\d\]\(contract\.md\)\)/.test(section);
    expect(places.length > 0 || isOwn).toBe(true);
  });

  it('says how to silence it', () => {
    expect(section).toContain(`\`--skip oracle/${id}\``);
  });
});
