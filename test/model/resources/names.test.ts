import { expect, it } from 'vitest';
import { createdNoun, isQueryPath, nounOf } from '../../../src/model/resources/names.ts';

it.each([
  ['/members', 'member'],
  ['/categories', 'category'],
  ['/boxes', 'box'],
  ['/branches', 'branch'],
  ['/classes', 'class'],
  ['/addresses', 'address'],
  ['/v2/databases', 'database'],
  ['/courses', 'course'],
  ['/warehouses', 'warehouse'],
  ['/licenses', 'license'],
  ['/sizes', 'size'],
  ['/project_statuses', 'projectstatus'],
  ['/menus', 'menu'],
  ['/gpus', 'gpu'],
])('of %s, one is called %s', (path, noun) => {
  expect(nounOf(path)).toBe(noun);
});

it.each(['status', 'bus', 'alias', 'campus'])('one %s is called as one of several', (word) => {
  expect(nounOf(`/${word}es`)).toBe(nounOf(`/${word}`));
});

it.each([
  ['/things/search', true],
  ['/things:query', true],
  ['/collections/{id}/get', true],
  ['/things', false],
  ['/budget', false],
  ['/lists', false],
])('%s asks for something: %s', (path, isQuery) => {
  expect(isQueryPath(path)).toBe(isQuery);
});

it.each<[path: string, noun: string | undefined]>([
  ['/admin/create-user', 'user'],
  ['/createGroups', 'group'],
  ['/users/create', 'user'],
  ['/address', undefined],
  ['/cart/add', undefined],
  ['/users/{id}/create', undefined],
])('of %s, what it creates is %s', (path, noun) => {
  expect(createdNoun(path)).toBe(noun);
});
