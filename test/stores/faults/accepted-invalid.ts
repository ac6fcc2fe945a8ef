import { type Fault, accepts, field, fault } from './fault.ts';

/** What is invalid is accepted. */
export const acceptedInvalid: readonly Fault[] = [
  fault('R5', 'accepts a missing id', accepts('id is required')),
  fault('R5', 'accepts a missing name', accepts('name is required')),
  fault(
    'R5',
    'accepts id null',
    accepts('id must be an integer', (value) => field(value, 'id') === null),
  ),
  fault(
    'R5',
    'accepts an id in quotes',
    accepts('id must be an integer', (value) => typeof field(value, 'id') === 'string'),
  ),
  fault(
    'R5',
    'accepts id 1.5',
    accepts('id must be an integer', (value) => field(value, 'id') === 1.5),
  ),
  fault(
    'R5',
    'accepts a boolean as id',
    accepts('id must be an integer', (value) => field(value, 'id') === true),
  ),
  fault(
    'R5',
    'accepts a list as id',
    accepts('id must be an integer', (value) => Array.isArray(field(value, 'id'))),
  ),
  fault(
    'R5',
    'accepts name null',
    accepts('name must be', (value) => field(value, 'name') === null),
  ),
  fault(
    'R5',
    'accepts a number as name',
    accepts('name must be', (value) => typeof field(value, 'name') === 'bigint'),
  ),
  fault(
    'R5',
    'accepts an object as name',
    accepts('name must be', (value) => typeof field(value, 'name') === 'object'),
  ),
  fault(
    'R5',
    'accepts tag null',
    accepts('tag must be', (value) => field(value, 'tag') === null),
  ),
  fault('R5', 'accepts any tag', accepts('tag must be')),
  fault(
    'R5',
    'accepts null as body',
    accepts('must be an object', (value) => value === null),
  ),
  fault('R5', 'accepts a list as body', accepts('must be an object', Array.isArray)),
  fault('R5', 'accepts no body', accepts('body is required')),
  fault('R5', 'accepts broken JSON', accepts('not JSON')),
  fault('R5', 'accepts a form', {
    ...accepts('must be application/json'),
    problem: (own, { headers }) => (/form/.test(headers['content-type'] ?? '') ? undefined : own),
  }),
  fault(
    'R7',
    'accepts 2^63',
    accepts('int64', (value) => Number(field(value, 'id')) > 0),
  ),
  fault(
    'R7',
    'accepts -2^63-1',
    accepts('int64', (value) => Number(field(value, 'id')) < 0),
  ),
];
